package cli_test

import (
	"strings"
	"testing"
)

func TestWorkers(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.home = t.TempDir()
	s.deploy()
	s.want(s.run("workers"), 0, `^NAME +KIND +STATE +LABELS +RUNS +MAX `, `^\S+ +server +ready +0 +64 +test `)
	s.want(s.run("workers", "list", "--json"), 0, `"unclaimed": \[\]`, `"kind": "server"`)

	// A run that asks for a label that no worker has says so.
	s.want(s.run("environments", "update", s.environment, "--worker-label", "US"), 3, `workerLabel cannot be "US"`, `→ Use 1 to 63 lower-case letters`)
	s.want(s.run("environments", "update", s.environment, "--worker-label", "us"), 0, `^worker label +us$`)
	s.want(s.run("refresh", "--environment", s.environment), 0)
	const reason = `no live worker owns the data folder|no live worker has the label us`
	s.want(s.run("workers"), 0, `^Run \d+ waits: (`+reason+`)`, `→ Start `)
	s.want(s.run("doctor"), 0, `^warn  workers: 1 runs wait, the oldest is run \d+: (`+reason+`)`)
	cleared := s.run("environments", "update", s.environment, "--worker-label", "")
	if s.want(cleared, 0); strings.Contains(cleared.out, "worker label") {
		t.Errorf("the label was not removed:\n%s", cleared.out)
	}

	id := fieldOf(t, s.run("connections", "create", "W", "--platform", "duckdb", "--setting", "path=w", "--worker-label", "eu", "--max-runs", "3", "--json"), "id")
	s.want(s.run("connections", "get", id), 0, `^worker label +eu$`, `^runs at once +3$`)
	bare := s.run("connections", "update", id, "--worker-label", "", "--max-runs", "0")
	if s.want(bare, 0); strings.Contains(bare.out, "worker label") || strings.Contains(bare.out, "runs at once") {
		t.Errorf("label and limit were not removed:\n%s", bare.out)
	}
	s.want(s.run("connections", "update", id, "--max-runs", "-1"), 3, `maxRuns`)

	s.token = s.platform.NewPerson(s.platform.AdminToken(), "rea@example.com", "organizationMember").Token
	s.want(s.run("workers"), 3, `not allowed|forbidden|permission`)
}
