package cli_test

import (
	"strings"
	"testing"
)

func TestUpdateEnvironment(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	update := func(args ...string) answer {
		return s.run(append([]string{"environments", "update", s.environment}, args...)...)
	}
	s.want(update("--name", "Real", "--description", "For all", "--mapping", "RAW=lake.raw", "--mapping", "CORE=lake.core", "--param", "days=7", "--param", "big=9007199254740993"), 0,
		`^name +Real$`, `^description +For all$`, `^mapping +CORE is in lake\.core$`)
	// Flags change only what they name.
	s.want(update("--mapping", "RAW=lake.other", "--param", "days=8"), 0, `^name +Real$`, `^mapping +RAW is in lake\.other$`,
		`^mapping +CORE is in lake\.core$`, `"days":8`, `"big":9007199254740993`)
	one := update("--mapping", "RAW=", "--parameters", `{"days": 9}`, "--description", "")
	s.want(one, 0, `^mapping +CORE is in lake\.core$`, `^parameters +\{"days":9\}$`)
	if strings.Contains(one.out, "RAW") || strings.Contains(one.out, "For all") {
		t.Errorf("the mapping or description was not removed:\n%s", one.out)
	}
	s.want(update("--no-mappings", "--no-parameters", "--json"), 0, `"currentMappings": \{\}`, `"runTimeParameters": \{\}`)
	s.want(update(), 2, `no flag says what to change`)
	s.want(update("--mapping", "RAW"), 2, `LOCATION=database\.schema`)
	s.want(update("--parameter", "x"), 2, `name=value`)
	s.want(update("--connection", "nobody"), 3, `nobody was not found`)
}

func TestUpdateWorkspaceAndProject(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	id := fieldOf(t, s.run("workspaces", "create", "ann", "--project", s.project, "--json"), "id")
	s.want(s.run("workspaces", "update", id, "--mapping", "RAW=lake.ann", "--param", "days=1"), 0, `^name +ann$`, `^mapping +RAW is in lake\.ann$`, `^parameters +\{"days":1\}$`)
	s.want(s.run("workspaces", "update", id, "--name", "bob", "--no-parameters", "--json"), 0, `"name": "bob"`, `"parameters": \{\}`, `"schema": "ann"`)
	s.want(s.run("workspaces", "update", id), 2, `no flag says what to change`)
	s.want(s.run("workspaces", "validate", "999"), 3, `not found`)
	s.want(s.run("workspaces", "commit", id), 2, `--message is missing`)
	s.want(s.run("workspaces", "history", id, "--limit", "0"), 2, `below 1`)
	s.want(s.run("workspaces", "push", id), 3, `no remote repository`)

	s.want(s.run("projects", "update", s.project, "--name", "Bakery", "--description", "Bread"), 0, `^name +Bakery$`, `^description +Bread$`)
	s.want(s.run("projects", "update", s.project, "--description", "", "--json"), 0, `"name": "Bakery"`, `"description": ""`)
	s.want(s.run("projects", "update", s.project), 2, `no flag says what to change`)
	s.want(s.run("projects", "export", s.project), 2, `--out is missing`)
	s.want(s.run("projects", "branches", s.project, "--json"), 0, `^\[`)
}

func TestUpdateSchedule(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.deploy()
	id := fieldOf(t, s.run("schedules", "create", "nightly", "--environment", s.environment, "--job", "1", "--cron", "30 4 * * *",
		"--retries", "2", "--retry-wait", "90s", "--param", "days=7", "--json"), "id")
	s.want(s.run("schedules", "get", id), 0, `^name +nightly$`, `^what +job 1$`, `^when +30 4 \* \* \* UTC$`, `^retries +2 times, each after 1m30s, from the beginning$`, `^next +\d{4}-`)
	s.want(s.run("schedules", "update", id, "--select", "{ COUNTS }", "--cron", "0 5 * * *", "--time-zone", "Europe/Berlin"), 0,
		`^name +nightly$`, `^what +\{ COUNTS \}$`, `^when +0 5 \* \* \* Europe/Berlin$`, `^parameters +\{"days":7\}$`, `^retries +2 times`)
	changed := s.run("schedules", "update", id, "--job", "1", "--retries", "0", "--name", "early")
	s.want(changed, 0, `^name +early$`, `^what +job 1$`)
	if strings.Contains(changed.out, "retries") {
		t.Errorf("the schedule still has retries:\n%s", changed.out)
	}
	s.want(s.run("schedules", "update", id, "--select", "{ COUNTS }", "--after-job", "1", "--json"), 0, `"afterJob": "1"`)
	s.want(s.run("schedules", "update", id, "--cron", "0 5 * * *", "--after-job", "1"), 2, `cannot be used together`)
	s.want(s.run("schedules", "update", id, "--retries", "-1"), 2, `must not be negative`)
	s.want(s.run("schedules", "update", id), 2, `no flag says what to change`)
	s.want(s.run("schedules", "get", "nobody"), 3, `not found`)
}

func TestResultsGiveReasons(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.deploy()
	refresh := func(args ...string) answer {
		return s.run(append([]string{"refresh", "--environment", s.environment, "--only-changed", "--wait"}, args...)...)
	}
	s.want(refresh(), 0, "^See why each node was built or skipped with `millrace results \\d+`\\.$")
	s.want(refresh(), 0, `^\[1/\d+\] complete RAW\.ORDERS  not built$`, `: nothing changed, \d+ nodes? not built\.$`)
	again := refresh("--json")
	s.want(again, 0, `"notBuilt": [1-9]`, `"reason": "not built: nothing changed since run \d+"`, `"runStatus": "completed"`)
	id := s.newestRun()
	s.want(s.run("results", id), 0, `^complete RAW\.ORDERS`, `^NODE +WHY$`, `^RAW\.ORDERS +not built: nothing changed since run \d+$`)
	s.want(s.run("results", id, "--json"), 0, `"reason": "not built: nothing changed since run \d+"`, `"name": "RAW\.ORDERS"`, `"summary"`)
	s.want(s.run("results", id, "--failed"), 0, `^No node failed\.$`)
	s.want(s.run("refresh", "--environment", s.environment, "--wait"), 0)
	if plain := s.run("results", s.newestRun()); strings.Contains(plain.out, "WHY") {
		t.Errorf("results give reasons without --only-changed:\n%s", plain.out)
	}
}

// newestRun returns the number of the newest run.
func (s *projectFixture) newestRun() string {
	s.Helper()
	return strings.Fields(strings.Split(s.run("runs", "--limit", "1").out, "\n")[1])[0]
}
