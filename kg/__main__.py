"""The command `kg`, also as `python -m kg`: so light that Ctrl-C finds somebody to answer it from the start."""

import sys


def main() -> None:
    """Import the command line, and run it."""
    try:
        from kg.cli import main as run

        run()
    except KeyboardInterrupt:
        print("kg: stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
