"""Runs scim2-tester, a public compliance test of SCIM 2.0, against a server: check.py BASE_URL TOKEN.

It prints the checks that found something, and ends with 1 if the server deviates from RFC 7643 or RFC 7644.
"""

import sys

import httpx2
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

QUIET = (Status.SUCCESS, Status.COMPLIANT, Status.ACCEPTABLE)
FAILED = (Status.DEVIATION, Status.ERROR, Status.CRITICAL)


def main() -> int:
    base_url, token = sys.argv[1:]
    client = SyncSCIMClient(httpx2.Client(base_url=base_url, headers={"Authorization": f"Bearer {token}"}))
    client.discover()
    results = check_server(client)
    for result in results:
        if result.status not in QUIET:
            print(result.status.name, result.title, result.resource_type or "", "-", result.reason)
    failed = sum(result.status in FAILED for result in results)
    print(f"{len(results)} checks, {failed} failed")
    return 1 if failed or not results else 0


sys.exit(main())
