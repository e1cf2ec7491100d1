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

// target is an environment to which a random project is deployed repeatedly.
type target struct {
	fixture     *fixture
	environment string
	project     *randomProject
	edits       []string // the edits in the plan
	plan        *api.Plan
	before      *environmentState // the environment before the deployment; nil before the first one
	killPoints  []killPoint       // of the current run
}

// makePlan plans a deployment of the project's current files.
func (t *target) makePlan(ctx context.Context, through *client.Client) (*api.Plan, error) {
	snapshot, err := snapshot.PackFiles(t.project.files())
	if err != nil {
		return nil, err
	}
	created, err := through.CreatePlanFromArchive(ctx, t.environment, nil, client.Archive{ContentType: "application/zip", Content: bytes.NewReader(snapshot.Files)})
	if err != nil {
		return nil, err
	}
	if stops := created.Issues.Stop; len(stops) > 0 {
		return nil, fmt.Errorf("after %q the plan has stop issues: %+v", t.edits, stops)
	}
	return created, nil
}

// deploy requests the deployment of the plan. A server that is killed meanwhile sends no response, which is not an
// error.
func (t *target) deploy(ctx context.Context, through *client.Client, parallelism int) error {
	isConfirmed := true
	_, err := through.DeployPlan(ctx, t.plan.ID, api.DeployRequest{ConfirmDestructive: &isConfirmed, Parallelism: &parallelism})
	if rejected := new(client.ServerError); errors.As(err, &rejected) {
		return rejected
	}
	return nil
}

// run returns the newest run of the plan. Its number is 0 if there is none.
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

// pollInterval is the time between two polls of other processes.
const pollInterval = 20 * time.Millisecond

// await waits until the run of the plan has ended.
func (t *target) await(ctx context.Context) (run.Run, error) {
	for {
		r, err := t.run(ctx)
		if err != nil || r.Status.IsOver() {
			return r, err
		}
		select {
		case <-ctx.Done():
			return r, fmt.Errorf("run %d is %s: %w", r.ID, r.Status, ctx.Err())
		case <-time.After(pollInterval):
		}
	}
}

// progress returns how many steps of the plan's run are recorded as done, and whether the run has ended.
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

// resume resumes a failed run.
func (t *target) resume(ctx context.Context, through *client.Client, failed ids.Run) error {
	isConfirmed := true
	_, err := through.ResumeDeployment(ctx, t.environment, ids.FormatNumber(failed), api.ResumeRequest{ConfirmDestructive: &isConfirmed})
	return err
}

// droppedTables returns the nodes whose tables the plan drops, according to its list of losses.
func (t *target) droppedTables() map[string]bool {
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
