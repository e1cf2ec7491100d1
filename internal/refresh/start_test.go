package refresh_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func TestStartPlansEverythingAndWakesTheRunner(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	before := d.wakes.Load()
	started := d.start(run.StartRequest{Target: environment, Description: "by hand"})
	if d.wakes.Load() != before+1 {
		t.Error("the runner was not told")
	}
	results, err := d.Results(t.Context(), d.actor.Sees(), started.ID)
	if err != nil {
		t.Fatal(err)
	}
	if started.Nodes == 0 || len(results.Plan.Nodes) != started.Nodes || len(results.Nodes) != 0 {
		t.Errorf("%d nodes, %d in the plan, %d with a result", started.Nodes, len(results.Plan.Nodes), len(results.Nodes))
	}
	want := run.Details{Parallelism: 16, Description: "by hand"}
	if diff := cmp.Diff(want, started.Details); diff != "" {
		t.Error(diff)
	}
	if started.Status != run.WaitingToRun || started.StartedBy != d.actor.User || started.Type != run.Refresh {
		t.Errorf("the run is %+v", started)
	}
	for _, node := range results.Plan.Nodes {
		if node.Schema.Database != "development" {
			t.Errorf("%s goes to %+v", node.Name, node.Schema)
		}
	}
}

func TestJobAndSelectorsAreCombined(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	job := d.start(run.StartRequest{Target: environment, Job: "1"})
	part := d.start(run.StartRequest{Target: environment, Job: "1", Include: "{ location: MART }"})
	if part.Nodes == 0 || part.Nodes >= job.Nodes {
		t.Errorf("the job has %d nodes, its part %d", job.Nodes, part.Nodes)
	}
}

func TestParameters(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(func(files map[string][]byte) {
		files["nodes/STAGE-DAY.sql"] = []byte("@id(\"11111111-1111-4111-8111-111111111111\")\n@nodeType(\"StageSQL\")\n" +
			"SELECT '{{ parameters.day }}/{{ parameters.shop }}' AS DAY FROM {{ ref('RAW', 'ORDERS') }}\n")
	})
	_, err := d.db.Environments().Change(t.Context(), d.actor, environment, func(e *project.Environment) error {
		e.Settings.Parameters = json.RawMessage(`{"day": "monday", "shop": 1}`)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		parameters string
		merge      bool
		want       string
		stored     string
	}{
		"the environment's": {"", false, "monday/1", `{"day": "monday", "shop": 1}`},
		"null":              {"null", false, "monday/1", `{"day": "monday", "shop": 1}`},
		"replaced":          {`{"day": "friday"}`, false, "friday/", `{"day": "friday"}`},
		"in a string":       {`"{\"day\": \"friday\"}"`, false, "friday/", `{"day": "friday"}`},
		"merged":            {`{"day": "friday"}`, true, "friday/1", `{"day":"friday","shop":1}`},
		"a large number":    {`{"day": 9007199254740993}`, false, "9007199254740993/", `{"day": 9007199254740993}`},
	} {
		started := d.start(run.StartRequest{
			Target: environment, Include: "{ name: DAY }", Parameters: json.RawMessage(tt.parameters), MergeParameters: tt.merge,
		})
		results, err := d.Results(t.Context(), d.actor.Sees(), started.ID)
		if err != nil {
			t.Fatal(err)
		}
		all := ""
		for _, stage := range results.Plan.Nodes[0].Stages {
			all += stage.SQL
		}
		if !strings.Contains(all, "'"+tt.want+"'") || string(results.Run.Parameters) != tt.stored {
			t.Errorf("%s: parameters %s, want %s; %s, want %q", name, results.Run.Parameters, tt.stored, all, tt.want)
		}
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	number := func(n int) *int { return &n }
	for name, tt := range map[string]struct {
		request run.StartRequest
		kind    fault.Kind
		want    string
	}{
		"an empty workspace":  {run.StartRequest{Target: d.workspace}, fault.Invalid, "the project has no nodes"},
		"unknown environment": {run.StartRequest{Target: 999}, fault.NotFound, "environment 999 was not found"},
		"nothing deployed":    {run.StartRequest{Target: d.environments[1]}, fault.Invalid, "nothing is deployed"},
		"unknown job":         {run.StartRequest{Target: environment, Job: "77"}, fault.NotFound, "job 77 was not found"},
		"bad selector":        {run.StartRequest{Target: environment, Include: "{ name:"}, fault.Invalid, "invalid selector"},
		"bad exclude":         {run.StartRequest{Target: environment, Exclude: "}{"}, fault.Invalid, "invalid selector"},
		"no match":            {run.StartRequest{Target: environment, Include: "{ name: NOBODY }"}, fault.Invalid, "match no node"},
		"parallelism 0":       {run.StartRequest{Target: environment, Parallelism: number(0)}, fault.Invalid, "parallelism cannot be 0"},
		"parallelism -1":      {run.StartRequest{Target: environment, Parallelism: number(-1)}, fault.Invalid, "parallelism cannot be -1"},
		"parallelism huge":    {run.StartRequest{Target: environment, Parallelism: number(1 << 40)}, fault.Invalid, "parallelism cannot be"},
		"parameters no JSON":  {run.StartRequest{Target: environment, Parameters: json.RawMessage(`"{day"`)}, fault.Invalid, "not a JSON object"},
		"parameters a list":   {run.StartRequest{Target: environment, Parameters: json.RawMessage(`[1]`)}, fault.Invalid, "not a JSON object"},
		"parameters twice":    {run.StartRequest{Target: environment, Parameters: json.RawMessage(`"{} {}"`)}, fault.Invalid, "not a JSON object"},
		"parameters large": {run.StartRequest{
			Target: environment, Parameters: json.RawMessage(`{"a": "` + strings.Repeat("x", 300_000) + `"}`),
		}, fault.Invalid, "the parameters have"},
	} {
		_, err := d.Start(t.Context(), d.actor, tt.request)
		if !fault.Is(err, tt.kind) || !strings.Contains(err.Error(), tt.want) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v (%s), want %s with %q and a hint", name, err, fault.KindOf(err), tt.kind, tt.want)
		}
	}
	load, err := d.Overview(t.Context(), d.actor.Sees())
	if err != nil || load.Load != (run.Load{}) {
		t.Errorf("something was stored: %+v, %v", load, err)
	}
}

func TestAnotherOrganizationCannotStart(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	other := account.Actor{Organization: ids.New[ids.Organization](), Role: account.OrganizationAdministrator}
	if _, err := d.Start(t.Context(), other, run.StartRequest{Target: environment}); !fault.Is(err, fault.NotFound) {
		t.Errorf("%v, want not found", err)
	}
}

func TestFailedDeploymentBlocksRefreshUnlessForced(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	for _, status := range []project.Status{project.Deploying, project.FailedDeploy} {
		if _, err := d.db.Environments().Change(t.Context(), d.actor, environment, func(e *project.Environment) error {
			e.Status = status
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := d.Start(t.Context(), d.actor, run.StartRequest{Target: environment})
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "Failed Deploy") {
		t.Errorf("%v, want invalid", err)
	}
	d.start(run.StartRequest{Target: environment, Force: true})
}

func TestDeploymentUpdatesTheEnvironment(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	found, err := d.db.Environments().Find(t.Context(), d.actor.Organization, environment)
	if err != nil {
		t.Fatal(err)
	}
	if found.Snapshot == "" || found.DeployedCommit != "c0ffee" || found.Status != project.Waiting {
		t.Errorf("the environment is %+v", found)
	}
}
