package crash_test

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/run"
)

// maxTries is how often a failed deployment is resumed or planned again. Nothing in the test makes a deployment fail
// permanently.
const maxTries = 3

// finish completes the deployments of a round. Whenever all of them have ended, it checks the data.
func (s *deploySuite) finish(ctx context.Context) {
	for try := 0; ; try++ {
		var failed []failedDeployment
		for _, t := range s.targets {
			r := s.await(ctx, t)
			s.wantStatus(ctx, t, r)
			if r.Status != run.Completed {
				failed = append(failed, failedDeployment{t, r})
			}
		}
		s.check(ctx, failed)
		if len(failed) == 0 {
			return
		}
		if try == maxTries {
			s.t.Fatalf("%d deployments failed %d times", len(failed), try+1)
		}
		for _, f := range failed {
			s.retry(ctx, f, try == 0)
		}
	}
}

// failedDeployment is a run that did not complete.
type failedDeployment struct {
	*target

	run run.Run
}

// await waits for the end of a target's run. It requests the deployment again if no server accepted it before it was
// killed.
func (s *deploySuite) await(ctx context.Context, t *target) run.Run {
	r, err := t.run(ctx)
	s.must(err)
	if r.ID == 0 {
		s.must(t.deploy(ctx, s.anyServer().client, 4))
	}
	r, err = t.await(ctx)
	s.must(err)
	s.stats.add(r, t.killPoints)
	t.killPoints = nil
	return r
}

func (s *deploySuite) retry(ctx context.Context, failed failedDeployment, isFirst bool) {
	s.start(ctx)
	if isFirst {
		s.must(failed.resume(ctx, s.anyServer().client, failed.run.ID))
		return
	}
	s.must(failed.planNext(ctx, s.anyServer()))
	s.must(failed.deploy(ctx, s.anyServer().client, 4))
}

// wantStatus checks that the status of the environment matches the outcome of its deployment.
func (s *deploySuite) wantStatus(ctx context.Context, t *target, r run.Run) {
	want := "Waiting"
	if r.Status != run.Completed {
		want = "Failed Deploy"
		s.t.Logf("run %d is %s: %s, after %q", r.ID, r.Status, r.FailureReason, t.edits)
	}
	list, err := s.anyServer().client.ListEnvironments(ctx, nil)
	s.must(err)
	for _, raw := range list.Data {
		var e api.Environment
		s.must(json.Unmarshal(raw, &e))
		if e.ID == t.environment && string(e.Status) != want {
			s.t.Errorf("environment %s has the status %q after run %d, which is %s", t.environment, e.Status, r.ID, r.Status)
		}
	}
}

// check compares the record with the catalog in all targets, while no run is active. It fills empty tables for the next
// round.
func (s *deploySuite) check(ctx context.Context, failed []failedDeployment) {
	plans := make([]*api.Plan, len(s.targets))
	for i, t := range s.targets {
		var err error
		plans[i], err = t.makePlan(ctx, s.anyServer().client)
		s.must(err)
	}
	if !s.isReadableWhileRunning {
		s.kill(0)
	}
	data := s.openData(s.t)
	defer data.close(s.t)
	for i, t := range s.targets {
		found, err := readEnvironment(ctx, s.fixture, data, t.environment)
		s.must(err)
		isComplete := true
		for _, f := range failed {
			isComplete = isComplete && f.target != t
		}
		s.compare(t, found, plans[i], isComplete)
		s.must(found.fill(ctx))
		t.before = found
	}
}

// compare reports what is wrong after a deployment. The argument again is a new plan for the same project.
func (s *deploySuite) compare(t *target, found *environmentState, again *api.Plan, isComplete bool) {
	reported := map[string]bool{}
	for _, drift := range again.PresyncDetails.Drift {
		reported[*drift.NodeID] = true
	}
	for id, text := range found.mismatches() {
		if isComplete || !reported[string(id)] {
			s.t.Errorf("%s; the plan reports %v", text, again.PresyncDetails.Drift)
		}
	}
	if strays := found.unknownObjects(); len(strays) > 0 {
		s.t.Errorf("unknown objects: %s", strays)
	}
	if isComplete && len(again.NodeChangeSummaries)+len(reported) > 0 {
		s.t.Errorf("the deployment is complete, but a new plan has the changes %+v and the drift %v", again.NodeChangeSummaries, again.PresyncDetails.Drift)
	}
	if t.before != nil {
		for _, text := range found.lostRows(t.before, t.droppedTables()) {
			s.t.Errorf("rows were lost: %s", text)
		}
	}
	for _, text := range found.repeatedKeys() {
		s.t.Errorf("several rows share a surrogate key: %s", text)
	}
	if s.t.Failed() {
		s.t.Logf("environment %s after %q, with the plan\n%s", t.environment, strings.Join(t.edits, ", "), printPlan(t.plan))
	}
}
