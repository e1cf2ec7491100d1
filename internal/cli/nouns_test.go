package cli_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// fieldOf returns a text field of the JSON output of a command.
func fieldOf(t *testing.T, printed answer, name string) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(printed.out), &object); err != nil {
		t.Fatalf("%v: %s%s", err, printed.out, printed.err)
	}
	text, ok := object[name].(string)
	if !ok {
		t.Fatalf("no text field %s in %s", name, printed.out)
	}
	return text
}

func TestProjectsAndEnvironments(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.want(r.run("projects"), 0, `^There are no projects\.$`)
	project := fieldOf(t, r.run("projects", "create", "Corner shop", "--description", "It is\nsmall", "--json"), "id")
	r.want(r.run("projects", "list"), 0, `^ID +NAME +PLATFORM`, `^`+project+` +Corner shop +duckdb .*It is small$`)
	r.want(r.run("projects", "get", project), 0, `^name +Corner shop$`, `^platform +duckdb$`)
	r.want(r.run("projects", "create", "x", "--platform", "abacus"), 3, `platformKind`)
	r.want(r.run("projects", "get", "nobody"), 3, `not found`, `→`)

	created := r.run("environments", "create", "Test", "--project", project, "--mapping", "RAW=my.db.landing", "--param", "days=7")
	r.want(created, 0, `^name +Test$`, `^status +Waiting$`, `^mapping +RAW is in my\.db\.landing$`, `^parameters +\{"days":7\}$`)
	id := fieldOf(t, r.run("environments", "create", "Second", "--project", project, "--json"), "id")
	r.want(r.run("environments", "list", "--project", project), 0, `^ID +NAME +STATUS`, ` Test +Waiting `, `^`+id+` +Second `)
	r.want(r.run("environments", "get", id, "--json"), 0, `"name": "Second"`)
	r.want(r.run("environments", "overview", "--project", project), 0, `^ID +NAME +STATUS +HEALTH`, `^`+id+` +Second +Waiting +never deployed`)
	r.want(r.run("environments", "overview", "--json"), 0, `"permissions": \[`)
	r.want(r.run("environments", "health", id), 0, `^Nothing is deployed\.$`)
	r.want(r.run("environments", "health", "4711"), 3, `not found`)
	r.want(r.run("search", "second"), 0, `^TYPE +NAME +IN`, `^environment +Second +Corner shop +`+id)
	r.want(r.run("search", "corner", "--type", "project", "--json"), 0, `"projectName": "Corner shop"`)
	r.want(r.run("search", "nothing at all"), 0, `^Nothing was found\.$`)
	r.want(r.run("search", "x", "--limit", "99"), 3, `limit cannot be "99"`)
	r.want(r.run("nodes", "history", "x", "--environment", id), 3, `node x was not found`)
	r.want(r.run("nodes", "history", "x"), 2, `--environment is missing`)
	r.want(r.run("workspaces", "catalog", "1"), 0, `^DATABASE +ABOUT$`, `^millrace +default$`)
	r.want(r.run("workspaces", "catalog", "1", "--schema", "main"), 3, `database is missing`)
	r.want(r.run("environments", "create", "x"), 2, `--project is missing`)
	r.want(r.run("environments", "create", "x", "--project", project, "--mapping", "RAW"), 2, `LOCATION=database\.schema`)
	r.want(r.run("environments", "delete", id), 2, `cannot prompt: no terminal`)
	r.want(r.run("environments", "delete", id, "--yes"), 0, `^Environment `+id+` was deleted\.$`)
	r.want(r.run("environments", "get", id), 3, `not found`)
	r.want(r.run("projects", "delete", project, "--yes"), 3, `has 1 environment`, `→`)
	r.want(r.run("environments", "delete", "2", "--yes"), 0)
	r.want(r.run("projects", "delete", project, "--yes", "--json"), 0, `"id": "`+project+`"`)
}

func TestWorkspacesAndCommits(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	created := s.run("workspaces", "create", "ann", "--project", s.project, "--json")
	s.want(created, 0)
	id := fieldOf(t, created, "id")
	s.want(s.run("workspaces"), 0, `^ID +NAME +STATUS +BRANCH`, `^`+id+` +ann +Waiting +main`)
	s.want(s.run("nodes", "--workspace", id), 0, `^There are no nodes\.$`)
	s.want(s.run("nodes", "match", "{ * }", "--workspace", id, "--compare", s.environment), 0, `^0 of 0 nodes$`, `^deployed: 0 match, 0 added, 0 removed$`)
	s.want(s.run("nodes", "match", "{ name", "--workspace", id), 2, `include selector: .* at line 1, column 7`)
	s.want(s.run("nodes", "match", "{ * }", "--environment", "1", "--compare", "2"), 2, `--compare needs --workspace`)
	s.want(s.run("nodes", "graph", "--workspace", id, "--json"), 0, `"total": 0`)
	s.want(s.run("jobs", "--workspace", id), 0, `^There are no jobs\.$`)
	commit := s.run("commit", "--workspace", id, "-m", "The beginning", "--json")
	s.want(commit, 0, `"message": "The beginning"`)
	s.want(s.run("plan", "--environment", s.environment, "--commit", fieldOf(t, commit, "oid")), 0, `"The beginning"`)
	s.want(s.run("plan", "--environment", s.environment, "--workspace", id), 0, `^Plan `)
	s.want(s.run("commit", "--workspace", id), 2, `--message is missing`)
	s.want(s.run("commit", "-m", "x"), 2, `--workspace is missing`)
	s.want(s.run("projects", "get", s.project), 0, `^workspace +`+id+` ann, on branch main$`)
	s.want(s.run("projects", "import", s.project, "--url", "/nowhere"), 3, `→`)
	s.want(s.run("workspaces", "delete", id, "--yes"), 0, `^Workspace `+id+` was deleted\.$`)
}

func TestSchedules(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.deploy()
	s.want(s.run("schedules"), 0, `^There are no schedules\.$`)
	created := s.run("schedules", "create", "nightly", "--environment", s.environment, "--job", "1", "--cron", "30 4 * * *",
		"--time-zone", "Europe/Berlin", "--retries", "2", "--retry-wait", "30s", "--retry-from", "failure", "--param", "days=7", "--json")
	s.want(created, 0, `"cron": "30 4 \* \* \*"`, `"waitSeconds": 30`, `"days": 7`, `"nextTimes": \[`)
	id := fieldOf(t, created, "id")
	s.want(s.run("schedules", "list", "--environment", s.environment), 0, `^ID +NAME +ENVIRONMENT`, `^`+id+` +nightly +`+s.environment+` +job 1 +30 4 \* \* \* Europe/Berlin +\d{4}-`)
	then := s.run("schedules", "create", "then", "--environment", s.environment, "--after-schedule", id, "--select", "{ COUNTS }", "--json")
	s.want(then, 0)
	s.want(s.run("schedules"), 0, `then .*\{ COUNTS \} +after schedule `+id)
	s.want(s.run("schedules", "pause", id), 0, `nightly .* paused`)
	s.want(s.run("schedules", "resume", id, "--json"), 0, `"isPaused": false`)
	s.want(s.run("schedules", "run", id, "--wait"), 0, `^Run \d+ completed in .*: 1 node complete\.$`)
	s.want(s.run("schedules", "firings", id), 0, `^DUE +STATE +ATTEMPT +RUN`)
	s.want(s.run("schedules", "next", "30 2 * * *", "--time-zone", "Europe/Berlin", "--count", "2"), 0, `^\d{4}-\d\d-\d\d 0[01]:30:00Z  \w{3} \d{4}-\d\d-\d\d 02:30:00 CES?T$`)
	s.want(s.run("schedules", "next", "nonsense"), 3, `→`)
	s.want(s.run("schedules", "next", "* * * * *", "--count", "0"), 2, `below 1`)
	s.want(s.run("schedules", "create", "x", "--environment", s.environment), 2, `--cron, --after-job or --after-schedule is missing`)
	s.want(s.run("schedules", "create", "x", "--environment", s.environment, "--cron", "* * * * *", "--after-job", "1"), 2, `cannot be used together`)
	s.want(s.run("schedules", "create", "x", "--environment", s.environment, "--cron", "* * * * *", "--retries", "-1"), 2, `must not be negative`)
	s.want(s.run("schedules", "delete", id, "--yes"), 3, `→`) // another schedule depends on it
	s.want(s.run("schedules", "delete", fieldOf(t, then, "id"), "--yes"), 0)
	s.want(s.run("schedules", "delete", id, "--yes"), 0, `^Schedule `+id+` was deleted\.$`)
}

func TestWrongUsage(t *testing.T) {
	t.Parallel()
	r := &remote{T: t, address: "http://127.0.0.1:1", token: "token"}
	empty := t.TempDir()
	for _, tt := range []struct {
		args    string
		code    int
		pattern string
	}{
		{"plan " + empty, 2, `--environment is missing`},
		{"plan " + empty + " --environment 1", 2, `is not a project`},
		{"plan " + empty + " --environment 1 --commit main", 2, `a folder cannot be used together with`},
		{"plan --environment 1 --commit main --workspace 2", 2, `--commit and --workspace cannot be used together`},
		{"plan --environment 1 --commit main --parameter x", 2, `name=value`},
		{"plan --environment 1 --commit main", 4, `cannot be reached`},
		{"deploy", 2, `accepts 1 arg`},
		{"deploy x --parallelism 0", 2, `below 1`},
		{"deploy " + empty, 2, `cannot read the plan`},
		{"deploy nodes_test_no_such_file", 4, `cannot be reached`},
		{"deploy doc.go", 2, `is not a plan`},
		{"rollback", 2, `--environment is missing`},
		{"rollback --environment 1 --yes --to x", 2, `not the number of a run`},
		{"rollback --environment 1 --json", 2, `cannot prompt: no terminal`},
		{"resume x", 2, `not the number of a run`},
		{"nodes", 2, `--environment or --workspace is missing`},
		{"jobs --environment 1 --workspace 2", 2, `cannot be used together`},
		{"deployments", 2, `--environment is missing`},
		{"plans", 2, `--environment is missing`},
		{"environments frobnicate", 2, `frobnicate`},
		{"schedules firings x --limit 0", 2, `below 1`},
	} {
		r.want(r.run(strings.Fields(tt.args)...), tt.code, tt.pattern)
	}
}

// TestLongListsAreReadToTheEnd returns several pages, and then a repeated cursor.
func TestLongListsAreReadToTheEnd(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"": `"b"`, "b": `"c"`, "c": "null"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		from := request.URL.Query().Get("startingFrom")
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"data":[{"id":"%[1]s1","name":"project of page %[1]s","platformKind":"duckdb"}],"total":3,"limit":1,"next":%[2]s}`, from, pages[from])
	}))
	t.Cleanup(server.Close)
	r := &remote{T: t, address: server.URL, token: "token"}
	r.want(r.run("projects"), 0, `page +duckdb`, `page b`, `page c`)
	pages["c"] = `"c"`
	r.want(r.run("projects"), 4, `not come from a Millrace server`)
}
