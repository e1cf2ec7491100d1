package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/config"
)

// projectFixture is a project in a folder, and a server with an environment for it.
type projectFixture struct {
	*remote

	platform        *apptest.Platform
	folder, project string
}

const (
	ordersNode = "@id(\"c1000000-0000-4000-8000-000000000001\")\n@nodeType(\"Stage\")\nSELECT\n  1 AS id,\n  'new' AS state\n"
	countsNode = "@id(\"c1000000-0000-4000-8000-000000000002\")\n@nodeType(\"View\")\nSELECT COUNT(*) AS n FROM {{ ref('RAW', 'ORDERS') }} AS o\n"
)

func newProjectFixture(t *testing.T, changes ...func(*config.Settings)) *projectFixture {
	t.Helper()
	platform := apptest.Start(t, apptest.Database{}, changes...)
	token := platform.AdminToken()
	s := &projectFixture{remote: &remote{T: t, address: platform.URL, token: token}, platform: platform, folder: t.TempDir()}
	s.project = platform.NewProject(token, "Shop")
	s.environment = platform.NewEnvironment(token, s.project, "Production")
	s.write("data.yml", "fileVersion: 3\nplatformKind: duckdb\n")
	s.write("locations.yml", "fileVersion: 1\nlocations:\n  - RAW\n  - CORE\n")
	s.write("jobs/Daily.yml", "name: Daily\nid: \"1\"\nincludeSelector: \"{ ORDERS }\"\nexcludeSelector: \"\"\n")
	s.write(".secret/token", "mrt_secret")
	s.write("nodes/RAW-ORDERS.sql", ordersNode)
	s.write("nodes/CORE-COUNTS.sql", countsNode)
	return s
}

func (s *projectFixture) write(name, text string) {
	s.Helper()
	path := filepath.Join(s.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
}

// plan creates a plan of the folder and returns the output; it writes the plan to planFile.
func (s *projectFixture) plan(args ...string) answer {
	s.Helper()
	return s.run(append([]string{"plan", s.folder, "--environment", s.environment, "--out", s.planFile()}, args...)...)
}

func (s *projectFixture) planFile() string { return filepath.Join(s.folder, ".plan.json") }

// deploy deploys the folder and fills its tables.
func (s *projectFixture) deploy() {
	s.Helper()
	s.want(s.plan(), 0)
	s.want(s.run("deploy", s.planFile(), "--wait"), 0)
	s.want(s.run("refresh", "--environment", s.environment, "--wait"), 0)
}

func TestPlanAndDeploy(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.want(s.plan("--detailed-exit-code", "--message", "The first one"), 10, `^Plan \S+ for environment Production \(`+s.environment+`\)$`,
		`"The first one"$`, `^2 to add; 0 unchanged\.$`, `^\+ add RAW\.ORDERS \(Stage\)$`, `^\+ add CORE\.COUNTS \(View\)$`,
		`Deploy this plan with .millrace deploy \S+plan\.json`)
	s.want(s.run("deployments", "--environment", s.environment), 0, `^There are no deployments\.$`)
	s.want(s.run("deploy", s.planFile(), "--wait"), 0, `^\[2/2\] complete CORE\.COUNTS`, `^Run \d+ completed in .*: 2 nodes complete\.$`)
	s.want(s.run("deploy", s.planFile()), 3, `was deployed by run \d+`, `→ Make a new plan`)
	s.want(s.plan("--detailed-exit-code"), 0, `^No node changes; 2 unchanged\.$`, `^There is nothing to deploy\.$`)
	s.want(s.run("deployments", "--environment", s.environment), 0, `^RUN +NOW +STATUS`, `^\d+ +\* +completed .* \+2 +The first one$`)
	s.want(s.run("nodes", "--environment", s.environment), 0, `^NODE +TYPE +DATABASE +SCHEMA +ID$`, `^RAW\.ORDERS +Stage .*c1000000-0000-4000-8000-000000000001$`)
	s.want(s.run("nodes", "--environment", s.environment, "--detail"), 0, `^NODE +TYPE .*COLUMNS`, `^RAW\.ORDERS +Stage +\S+ +RAW +2 `)
	s.want(s.run("nodes", "--environment", s.environment, "--detail", "--json"), 0, `"columnID"`)
	s.want(s.run("jobs", "--environment", s.environment), 0, `^ID +NAME +SELECT`, `^1 +Daily +\{ ORDERS \}`)
	s.want(s.run("plans", "--environment", s.environment), 0, `^PLAN +STATUS`, `^\S+ +deployed .*\+2 `, `^\S+ +open `)
	s.want(s.run("environments"), 0, `^`+s.environment+` +Production +Waiting +stale +\S{12} `)
}

func TestDestructivePlan(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.deploy()
	s.write("nodes/RAW-ORDERS.sql", strings.Replace(ordersNode, "'new' AS state", "CAST(NULL AS DECIMAL(10,2)) AS tax", 1))
	if err := os.Remove(filepath.Join(s.folder, "nodes/CORE-COUNTS.sql")); err != nil {
		t.Fatal(err)
	}
	s.want(s.plan("--detailed-exit-code", "--sql"), 11, `^This plan deletes:$`, `column state of .*, which has a value in 1 row$`,
		`^1 to alter, 1 to delete; 0 unchanged\.$`, `^- delete CORE\.COUNTS`, `^    - state`, `^    \+ tax DECIMAL\(10,2\)$`,
		`^    ALTER TABLE .* DROP COLUMN "state"$`, `deploy \S+ --confirm-destructive`)
	s.want(s.run("deploy", s.planFile()), 3, `destroys data`, `→ .*--confirm-destructive`)
	s.want(s.run("plans", "get", s.planFile()), 0, `^This plan deletes:$`)
	s.want(s.run("deploy", s.planFile(), "--confirm-destructive", "--wait", "--json"), 0, `"runStatus": "completed"`)
	s.want(s.run("plans", "get", s.planFile()), 0, `^  this plan is deployed$`)

	// Roll back, and confirm the deleted data.
	s.want(s.run("rollback", "--environment", s.environment), 2, `cannot prompt: no terminal`, `→ Pass --yes`)
	s.want(s.run("rollback", "--environment", s.environment, "--yes"), 3, `^- drop|^    - tax`, `→ .*--confirm-destructive`)
	s.want(s.run("rollback", "--environment", s.environment, "--yes", "--confirm-destructive", "--wait"), 0,
		`^\+ add CORE\.COUNTS`, `^Run \d+ completed in`)
	s.want(s.run("nodes", "--environment", s.environment), 0, `^CORE\.COUNTS`)
}

func TestBlockedPlan(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.write("nodes/CORE-COUNTS.sql", strings.Replace(countsNode, "'ORDERS'", "'NOBODY'", 1))
	s.want(s.plan(), 1, `^\d+ errors? blocks? this plan:$`, `CORE\.COUNTS: .*NOBODY`, `nodes/CORE-COUNTS\.sql:3$`, `→`, `^This plan cannot be deployed`)
	s.want(s.run("deploy", s.planFile()), 3, `→`)
	s.want(s.plan("--json", "--detailed-exit-code"), 1, `"stop": \[`)
	s.want(s.run("plans", "discard", s.planFile()), 0, `^Plan \S+ was discarded\.$`)
	s.want(s.run("plans", "get", s.planFile()), 3, `was not found`)
}

// TestPlansAreJSON checks that the printed and the written plan are equal, and that hidden files of tools are not
// uploaded.
func TestPlansAreJSON(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	got := s.plan("--json", "--param", "since=2024-01-01", "--param", "days=9")
	s.want(got, 0)
	written, err := os.ReadFile(s.planFile())
	if err != nil || string(written) != got.out {
		t.Errorf("%v\n%s\n%s", err, written, got.out)
	}
	var plan struct {
		ID                string
		RuntimeParameters map[string]any
	}
	if err = json.Unmarshal(written, &plan); err != nil || plan.ID == "" || plan.RuntimeParameters["since"] != "2024-01-01" {
		t.Errorf("%v: %+v", err, plan)
	}
	if strings.Contains(got.out, "secret") {
		t.Error("a hidden file of a tool was uploaded")
	}
	s.want(s.run("deploy", plan.ID, "--wait", "--parallelism", "1"), 0)
	s.want(s.run("plan", "--environment", s.environment, "--deployment", runOf(t, s.run("deployments", "--environment", s.environment))), 0, `No node changes`)
}

// TestOtherFilesAreNoChange changes files that are not part of the project.
func TestOtherFilesAreNoChange(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.deploy()
	s.write("README.md", "# Shop\n")
	s.write("plan.json", "{}\n")
	s.write("workspace.yml", "fileVersion: 1\nlocations:\n  RAW: {database: mine, schema: mine}\n")
	s.write(".github/workflows/deploy.yml", "on: push\n")
	s.want(s.plan("--detailed-exit-code"), 0, `There is nothing to deploy`)
	s.write("jobs/Hourly.yml", "name: Hourly\nid: \"2\"\nincludeSelector: \"{ ORDERS }\"\nexcludeSelector: \"\"\n")
	s.want(s.plan("--detailed-exit-code"), 10, `^No node changes, but jobs, subgraphs and the recorded version may; 2 unchanged\.$`)
	s.want(s.run("deploy", s.planFile(), "--wait"), 0)
	s.want(s.run("jobs", "--environment", s.environment), 0, `^2 +Hourly`)
}

// runOf returns the number of the first run in a table.
func runOf(t *testing.T, list answer) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^(\d+) `).FindStringSubmatch(list.out)
	if found == nil {
		t.Fatalf("no run in\n%s", list.out)
	}
	return found[1]
}

// TestResume deploys a view of a table that does not exist yet.
func TestResume(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.want(s.run("environments", "update", s.environment, "--mapping", "RAW=millrace.RAW",
		"--mapping", "CORE=millrace.CORE", "--read-only-mapping", "THERE=outside.OUTSIDE"), 0)
	s.deploy()
	good := runOf(t, s.run("deployments", "--environment", s.environment))
	s.want(s.run("resume", good), 3, `→`)
	s.want(s.run("rollback", "--environment", s.environment, "--yes"), 1, `no successful deployment before the newest one`, `→`)
	s.want(s.run("rollback", "--environment", s.environment, "--yes", "--to", "999999"), 3, `not found`)

	s.write("nodes/CORE-THINGS.sql", "@id(\"c1000000-0000-4000-8000-000000000003\")\n@nodeType(\"View\")\n"+
		"SELECT t.id FROM \"outside\".\"OUTSIDE\".\"ORDERS\" AS t\n")
	s.want(s.plan(), 0)
	s.want(s.run("deploy", s.planFile(), "--wait"), 1, `failed +CORE\.THINGS`, `^Run \d+ failed in`)
	failed := runOf(t, s.run("deployments", "--environment", s.environment))
	s.want(s.run("environments", "get", s.environment), 0, `^status +Failed Deploy$`)
	s.want(s.run("refresh", "--environment", s.environment), 3, `→`)
	s.want(s.run("doctor"), 1, `^fail  environment Production .*the last deployment failed`, `→ .*millrace resume RUN`)
	s.want(s.run("resume", failed, "--wait"), 1, `^Run \d+ failed in`)
	s.want(s.run("rollback", "--environment", s.environment, "--yes", "--wait"), 0, `"Roll back to deployment `+good)

	s.want(s.plan(), 0)
	s.want(s.run("deploy", s.planFile(), "--wait"), 1)
	failed = runOf(t, s.run("deployments", "--environment", s.environment))
	s.createOutsideTable()
	s.want(s.run("resume", failed, "--environment", s.environment, "--wait", "--json"), 0, `"runStatus": "completed"`)
	s.want(s.run("environments", "get", s.environment), 0, `^status +Waiting$`)
}

// createOutsideTable creates the table that a view needs, through another environment.
func (s *projectFixture) createOutsideTable() {
	s.Helper()
	outside := *s.remote
	other := projectFixture{remote: &outside, folder: s.TempDir()}
	other.environment = fieldOf(s.T, s.run("environments", "create", "Outside", "--project", s.project, "--mapping", "RAW=outside.OUTSIDE",
		"--confirm-shared-mappings", "--json"), "id")
	other.write("data.yml", "fileVersion: 3\nplatformKind: duckdb\n")
	other.write("locations.yml", "fileVersion: 1\nlocations:\n  - RAW\n")
	other.write("nodes/RAW-ORDERS.sql", ordersNode)
	other.deploy()
}

func TestLastGood(t *testing.T) {
	t.Parallel()
	one := func(run int64, status api.RunStatus, plan string) api.Deployment {
		return api.Deployment{RunID: run, Status: status, PlanID: &plan}
	}
	for _, tt := range []struct {
		name string
		list []api.Deployment
		want int64
	}{
		{"no deployments", nil, 0},
		{"one deployment", []api.Deployment{one(5, api.Completed, "a")}, 0},
		{"two completed", []api.Deployment{one(6, api.Completed, "b"), one(5, api.Completed, "a")}, 5},
		{"the newest failed", []api.Deployment{one(6, api.Failed, "b"), one(5, api.Completed, "a")}, 5},
		{"a failed one between two completed", []api.Deployment{one(7, api.Completed, "c"), one(6, api.Failed, "b"), one(5, api.Completed, "a")}, 5},
		{"resumed", []api.Deployment{one(7, api.Completed, "b"), one(6, api.Failed, "b"), one(5, api.Completed, "a")}, 5},
		{"resumed twice", []api.Deployment{one(8, api.Failed, "b"), one(7, api.Completed, "b"), one(5, api.Completed, "a")}, 5},
		{"none completed", []api.Deployment{one(7, api.Running, "c"), one(6, api.Canceled, "b"), one(5, api.Failed, "a")}, 0},
		{"without plans", []api.Deployment{{RunID: 3, Status: api.Completed}, {RunID: 2, Status: api.Completed}}, 2},
	} {
		if got := cli.LastGood(tt.list); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
