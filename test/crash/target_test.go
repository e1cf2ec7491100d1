package crash_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
)

// target is an environment that a sketch is deployed to, again and again.
type target struct {
	fixture     *fixture
	environment string
	sketch      *sketch
	edits       []string // that the plan brings
	plan        *api.Plan
	before      *inventory // what was there before the deploy; nil before the first
	marks       []mark     // of the run that is under way
}

// makePlan plans what the sketch is now.
func (t *target) makePlan(ctx context.Context, through *client.Client) (*api.Plan, error) {
	snapshot, err := snapshot.PackFiles(t.sketch.files())
	if err != nil {
		return nil, err
	}
	made, err := through.CreatePlanFromArchive(ctx, t.environment, nil, client.Archive{ContentType: "application/zip", Content: bytes.NewReader(snapshot.Files)})
	if err != nil {
		return nil, err
	}
	if stops := made.Issues.Stop; len(stops) > 0 {
		return nil, fmt.Errorf("after %q the plan is stopped: %+v", t.edits, stops)
	}
	return made, nil
}

// deploy asks for the plan to be carried out. A server that dies meanwhile answers nothing, which is no fault.
func (t *target) deploy(ctx context.Context, through *client.Client, parallelism int) error {
	isConfirmed := true
	_, err := through.DeployPlan(ctx, t.plan.ID, api.DeployRequest{ConfirmDestructive: &isConfirmed, Parallelism: &parallelism})
	if refused := new(client.ServerError); errors.As(err, &refused) {
		return refused
	}
	return nil
}

// run is the newest one that was started for the plan. Its number is 0 when there is none.
func (t *target) run(ctx context.Context) (run.Run, error) {
	plan, err := t.fixture.state.Plans().FindPlan(ctx, t.fixture.organization, deploy.PlanID(t.plan.ID))
	if err != nil || plan.Run == 0 {
		return run.Run{}, err
	}
	return t.fixture.state.Runs().Find(ctx, t.fixture.everything(), plan.Run)
}

func (s *fixture) everything() account.Visibility {
	return account.Visibility{Organization: s.organization, Everything: true}
}

// glance is how often other processes are looked at.
const glance = 5 * time.Millisecond

// await waits until the run of the plan is over.
func (t *target) await(ctx context.Context) (run.Run, error) {
	for {
		r, err := t.run(ctx)
		if err != nil || r.Status.IsOver() {
			return r, err
		}
		select {
		case <-ctx.Done():
			return r, fmt.Errorf("run %d is %s: %w", r.ID, r.Status, ctx.Err())
		case <-time.After(glance):
		}
	}
}

// progress is how many steps of the plan's run are on record as done, and whether more will come.
func (t *target) progress(ctx context.Context) (done int, isOver bool, err error) {
	r, err := t.run(ctx)
	if err != nil || r.ID == 0 {
		return 0, false, err
	}
	results, err := t.fixture.state.Runs().Results(ctx, t.fixture.everything(), r.ID)
	for _, node := range results.Nodes {
		if node.State == run.NodeComplete {
			done++
		}
	}
	return done, r.Status.IsOver(), err
}

// resume goes on with a run that failed.
func (t *target) resume(ctx context.Context, through *client.Client, failed ids.Run) error {
	isConfirmed := true
	_, err := through.ResumeDeployment(ctx, t.environment, ids.FormatNumber(failed), api.ResumeRequest{ConfirmDestructive: &isConfirmed})
	return err
}

// givenUp are the nodes whose tables the plan drops, as it says itself.
func (t *target) givenUp() map[string]bool {
	nodes := map[string]bool{}
	edits := t.plan.PhasedNodeEdits
	for _, phase := range []map[string]api.PlanEdit{edits.AddedTable, edits.AlteredTable, edits.DeletedTable} {
		for id, edit := range phase {
			for _, destruction := range *edit.Destructive {
				nodes[id] = nodes[id] || destruction.What == "table"
			}
		}
	}
	return nodes
}
