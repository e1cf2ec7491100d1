"""Runs scim2-tester, a public compliance test of SCIM 2.0, against a server: check.py BASE_URL TOKEN.

It prints the checks that did not succeed, and ends with 1 if one failed that is not expected to.
"""

import sys

from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

import httpx2

# The checks that fail for a reason, with that reason. A check that is listed and succeeds is an error too.
EXPECTED = {}


def main() -> int:
    base_url, token = sys.argv[1:]
    client = SyncSCIMClient(httpx2.Client(base_url=base_url, headers={"Authorization": f"Bearer {token}"}))
    client.discover()
    results = check_server(client)
    failed = 0
    for result in results:
        if result.status == Status.SUCCESS:
            continue
        print(result.status.name, result.title, result.resource_type or "", "-", result.reason)
        failed += result.status in (Status.ERROR, Status.CRITICAL)
    print(f"{len(results)} checks, {failed} failed")
    return 1 if failed or not results else 0


sys.exit(main())
