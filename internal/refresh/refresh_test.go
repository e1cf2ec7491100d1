package refresh_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
)

// interrupted is a store that lets something happen before each of the first runs is stored, after it was planned.
type interrupted struct {
	run.Store

	happens []func()
}

func (s *interrupted) Insert(ctx context.Context, by account.Actor, draft run.Draft) (run.Run, error) {
	if len(s.happens) > 0 {
		s.happens[0]()
		s.happens = s.happens[1:]
	}
	return s.Store.Insert(ctx, by, draft)
}

// interruptedBy is the service on a store to which things happen.
func (d *fixture) interruptedBy(happens ...func()) *refresh.Service {
	return refresh.New(refresh.Options{
		Store: &interrupted{d.db.Runs(), happens}, Builds: d.db.Runs(), Environments: d.db.Environments(), Workspaces: d.db.Workspaces(),
		Connections: d.db.Connections(), Compiler: snapshot.NewCompiler(d.db.Snapshots()), DataFolderID: "here",
	})
}

// TestRunIsPlannedForTheSettingsOfItsEnvironment: the environment may be changed between planning and storing.
func TestRunIsPlannedForTheSettingsOfItsEnvironment(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	environment := d.install(nil)
	set := func(change func(*project.EnvironmentSettings)) func() {
		return func() {
			_, err := d.db.Environments().Change(t.Context(), d.actor, environment, func(e *project.Environment) error {
				change(&e.Settings)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	mapTo := func(schema string) func() {
		return set(func(s *project.EnvironmentSettings) {
			for location := range s.Mappings {
				s.Mappings[location] = project.Mapping{Database: "elsewhere", Schema: schema}
			}
		})
	}
	parameters := set(func(s *project.EnvironmentSettings) { s.Parameters = json.RawMessage(`{"day": 2}`) })
	started, err := d.interruptedBy(mapTo("first"), parameters).Start(t.Context(), d.actor, run.StartRequest{Target: environment})
	if err != nil {
		t.Fatal(err)
	}
	results, err := d.Results(t.Context(), d.actor.Sees(), started.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, node := range results.Plan.Nodes {
		if node.Schema.Database != "elsewhere" || node.Schema.Name != "first" {
			t.Errorf("%s goes to %+v", node.Name, node.Schema)
		}
	}
	if string(results.Run.Parameters) != `{"day": 2}` {
		t.Errorf("the parameters are %s", results.Run.Parameters)
	}
	// An environment that keeps changing is a conflict.
	_, err = d.interruptedBy(mapTo("1"), mapTo("2"), mapTo("3")).Start(t.Context(), d.actor, run.StartRequest{Target: environment})
	if !fault.Is(err, fault.Conflict) {
		t.Errorf("got %v, want a conflict", err)
	}
}
