"""Runs fakesnow on a free port of loopback, and writes the port into a file. Ends when its input ends.

fakesnow has no SYSTEM$LAST_CHANGE_COMMIT_TIME, without which Millrace publishes nothing. This program adds a stand-in: a number per
table that grows with every statement that changes the table. Statements that change something run one after another, so that a
guard that reads the number holds until the end of its statement. What Snowflake does at this point is not tested here.
"""

import os
import re
import socket
import sys
import threading

import fakesnow.cursor
import fakesnow.server
import uvicorn
from sqlglot import exp

CHANGED = re.compile(r"SYSTEM\$LAST_CHANGE_COMMIT_TIME\(\s*'((?:[^']|'')*)'\s*\)", re.IGNORECASE)
WRITES = (exp.Create, exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Drop, exp.Alter, exp.TruncateTable)

lock = threading.RLock()
versions: dict[str, int] = {}
clock = 0


def key(parts: list[str]) -> str:
    return ".".join(part.lower() for part in parts[-2:] if part)


def stamp(match: re.Match[str]) -> str:
    table = exp.to_table(match[1].replace("''", "'").replace("\\\\", "\\"), dialect="snowflake")
    return f"'{versions.get(key([table.db, table.name]), 0)}'"


def note(expression: exp.Expression) -> None:
    global clock
    table = expression.find(exp.Table)
    if isinstance(expression, WRITES) and table:
        clock += 1
        versions[key([table.db, table.name])] = clock


def patch() -> None:
    parse = fakesnow.server.parse_one
    execute = fakesnow.cursor.FakeSnowflakeCursor.execute

    def patched(self, command, *args, **kwargs):
        try:
            expression = parse(CHANGED.sub("''", command))
        except Exception:  # fakesnow reports it
            expression = None
        if not isinstance(expression, WRITES) and not CHANGED.search(command):
            return execute(self, command, *args, **kwargs)
        with lock:
            result = execute(self, CHANGED.sub(stamp, command), *args, **kwargs)
            if expression is not None:
                note(expression)
            return result

    fakesnow.server.parse_one = lambda text: parse(CHANGED.sub("''", text))
    fakesnow.cursor.FakeSnowflakeCursor.execute = patched


def main(port_file: str) -> None:
    patch()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    server = uvicorn.Server(uvicorn.Config(fakesnow.server.app, log_level="warning", access_log=False))

    def end() -> None:
        sys.stdin.read()
        os._exit(0)  # statements that still run are nobody's

    threading.Thread(target=end, daemon=True).start()
    with open(port_file + ".new", "w") as f:
        f.write(str(listener.getsockname()[1]))
    os.rename(port_file + ".new", port_file)
    server.run(sockets=[listener])


main(sys.argv[1])
