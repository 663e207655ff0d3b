"""How much of an input is read: bounds for hostile files, wide enough for honest ones.

Each can be set by an environment variable of the same name with `KG_` before it, as a number: `KG_MAX_DOCUMENT`.
"""

import os
from typing import Final


def _limit(name: str, default: int) -> int:
    given = os.environ.get(f"KG_{name}", "")
    return int(given) if given.isdecimal() else default


#: bytes of a file whose format must be held in memory whole (a JSON list, BibTeX, a web page, a member of an archive)
MAX_DOCUMENT: Final = _limit("MAX_DOCUMENT", 1 << 29)
#: characters of one record (a line of JSON, a row of a table)
MAX_RECORD: Final = _limit("MAX_RECORD", 1 << 24)
#: members of an archive
MAX_MEMBERS: Final = _limit("MAX_MEMBERS", 100_000)
#: how many times as large as the packed file what it holds may be, once that is more than `RATIO_FROM` bytes
MAX_RATIO: Final = _limit("MAX_RATIO", 300)
RATIO_FROM: Final = 1 << 26
