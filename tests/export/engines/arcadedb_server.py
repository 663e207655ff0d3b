"""An ArcadeDB server with Bolt on 127.0.0.1 until its standard input ends: FOLDER HTTP_PORT BOLT_PORT PASSWORD."""

import sys


def main() -> None:
    # not above: pytest imports this module when it looks for doctests, also where the engine is not installed
    import arcadedb_embedded

    folder, http_port, bolt_port, password = sys.argv[1:]
    config = {
        "host": "127.0.0.1",
        "http_port": int(http_port),
        "server_plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "bolt_port": int(bolt_port),
        "bolt_host": "127.0.0.1",
    }
    server = arcadedb_embedded.ArcadeDBServer(folder, root_password=password, config=config)
    server.start()
    server.create_database("papers")
    print("ready", flush=True)
    sys.stdin.read()
    server.stop()


if __name__ == "__main__":
    main()
