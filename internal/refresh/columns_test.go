package refresh_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

// withOpenSources adds two sources without columns, each with a node that reads it with a star and one that names a column.
func withOpenSources(files map[string][]byte) {
	for _, name := range []string{"FIRST", "SECOND"} {
		id := map[string]string{"FIRST": "1", "SECOND": "2"}[name]
		files["nodes/RAW-"+name+".yml"] = []byte("fileVersion: 1\nid: source" + id + "\nname: " + name +
			"\noperation:\n  locationName: RAW\n  sqlType: Source\n  type: sourceInput\n  metadata: {}\ntype: Node\n")
		//nolint:unqueryvet // a star needs the columns of its source
		files["nodes/STAGE-STAR_"+name+".sql"] = []byte("@id(\"star" + id + "\")\n@nodeType(\"StageSQL\")\n" +
			"SELECT * FROM {{ ref('RAW', '" + name + "') }}\n")
		files["nodes/STAGE-NAMED_"+name+".sql"] = []byte("@id(\"named" + id + "\")\n@nodeType(\"StageSQL\")\n" +
			"SELECT CAST(A AS INTEGER) AS A FROM {{ ref('RAW', '" + name + "') }}\n")
	}
}

// describer is an engine that only describes queries.
type describer struct {
	engine.Engine

	describe func(ctx context.Context, query string) ([]engine.Column, error)
}

func (d describer) Describe(ctx context.Context, query string) ([]engine.Column, error) {
	return d.describe(ctx, query)
}

// invalidNodes returns the nodes of a run that cannot run, with the reason.
func (d *fixture) invalidNodes(started run.Run) map[string]string {
	d.t.Helper()
	results, err := d.Results(d.t.Context(), d.actor.Sees(), started.ID)
	if err != nil {
		d.t.Fatal(err)
	}
	invalid := map[string]string{}
	for i := range results.Plan.Nodes {
		if n := &results.Plan.Nodes[i]; n.Invalid != "" {
			invalid[n.Name] = n.Invalid
		}
	}
	return invalid
}

func TestMissingSourceTableFailsOnlyTheNodesThatNeedItsColumns(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(withOpenSources)
	var asked []string
	d.open = func() (engine.Engine, error) {
		return describer{describe: func(_ context.Context, query string) ([]engine.Column, error) {
			asked = append(asked, query)
			if strings.Contains(query, "SECOND") {
				return nil, fault.New(fault.Invalid, "table SECOND does not exist").WithHint("Create it.")
			}
			return []engine.Column{{Name: "A", Type: "INTEGER"}}, nil
		}}, nil
	}
	for _, unrelated := range []string{"{ name: STG_ORDERS }", "{ name: NAMED_SECOND }", "{ name: SECOND }"} {
		if invalid := d.invalidNodes(d.start(run.StartRequest{Target: environment, Include: unrelated})); len(invalid) > 0 || len(asked) > 0 {
			t.Errorf("%s: %v; the engine was asked %q", unrelated, invalid, asked)
		}
	}
	if invalid := d.invalidNodes(d.start(run.StartRequest{Target: environment, Include: "{ name: STAR_FIRST }"})); len(invalid) > 0 || len(asked) != 1 {
		t.Errorf("%v; the engine was asked %q", invalid, asked)
	}
	for name, include := range map[string]string{"everything": "", "the node alone": "{ name: STAR_SECOND }"} {
		invalid := d.invalidNodes(d.start(run.StartRequest{Target: environment, Include: include}))
		want := map[string]string{
			"STAR_SECOND": "node STAGE.STAR_SECOND cannot run: the columns of RAW.SECOND are unknown: table SECOND does not exist. Create it",
		}
		if diff := cmp.Diff(want, invalid); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestUnavailableEngineRejectsNoRun(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(withOpenSources)
	unavailable := fault.New(fault.Unavailable, "the engine is not available").WithHint("Wait.")
	for name, tt := range map[string]struct {
		open func() (engine.Engine, error)
		want string
	}{
		"not opened": {func() (engine.Engine, error) { return nil, unavailable }, "the engine is not available"},
		"no answer": {func() (engine.Engine, error) {
			return describer{describe: func(ctx context.Context, _ string) ([]engine.Column, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}}, nil
		}, "did not describe it in time"},
	} {
		d.open = tt.open
		invalid := d.invalidNodes(d.start(run.StartRequest{Target: environment}))
		if diff := cmp.Diff([]string{"STAR_FIRST", "STAR_SECOND"}, slices.Sorted(maps.Keys(invalid))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !strings.Contains(invalid["STAR_FIRST"], tt.want) {
			t.Errorf("%s: %q", name, invalid["STAR_FIRST"])
		}
	}
}
