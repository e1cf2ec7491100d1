package cli_test

import "testing"

func TestServerState(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.want(r.run("server"), 0, `^version +\S`, `^database +sqlite \d\S*, schema \d+$`, `^engine +duckdb \S`, `^keeps +runs forever$`,
		`^all +1 organizations, 1 users, 0 runs waiting`, `^disk +[\d.]+ of [\d.]+ GiB free$`, `^runs +0 waiting, 0 running$`)
	r.want(r.run("server", "--json"), 0, `"leases": \[\]`)
	r.token = platform.NewPerson(r.token, "rea@example.com", "organizationMember").Token
	r.want(r.run("server"), 3, `not allowed|forbidden|permission`)
}
