package crash_test

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/run"
)

// maxTries is how often a deploy that failed is resumed or planned again. Nothing in the test makes one fail for good.
const maxTries = 3

// finish brings the deploys of a round to a good end, and looks at what is there whenever all of them are over.
func (s *deploySuite) finish(ctx context.Context) {
	for try := 0; ; try++ {
		var failed []ending
		for _, t := range s.targets {
			r := s.await(ctx, t)
			s.wantStatus(ctx, t, r)
			if r.Status != run.Completed {
				failed = append(failed, ending{t, r})
			}
		}
		s.check(ctx, failed)
		if len(failed) == 0 {
			return
		}
		if try == maxTries {
			s.t.Fatalf("%d deploys failed %d times", len(failed), try+1)
		}
		for _, f := range failed {
			s.tryAgain(ctx, f, try == 0)
		}
	}
}

// ending is a run that did not come to a good end.
type ending struct {
	*target

	run run.Run
}

// await waits for the end of a target's run. One that no server has accepted before it died is asked for again.
func (s *deploySuite) await(ctx context.Context, t *target) run.Run {
	r, err := t.run(ctx)
	s.must(err)
	if r.ID == 0 {
		s.must(t.deploy(ctx, s.any().client, 4))
	}
	r, err = t.await(ctx)
	s.must(err)
	s.tally.end(r, t.marks)
	t.marks = nil
	return r
}

func (s *deploySuite) tryAgain(ctx context.Context, failed ending, isFirst bool) {
	s.start(ctx)
	if isFirst {
		s.must(failed.resume(ctx, s.any().client, failed.run.ID))
		return
	}
	s.must(failed.planNext(ctx, s.any()))
	s.must(failed.deploy(ctx, s.any().client, 4))
}

// wantStatus wants the environment to say what became of its deploy.
func (s *deploySuite) wantStatus(ctx context.Context, t *target, r run.Run) {
	want := "Waiting"
	if r.Status != run.Completed {
		want = "Failed Deploy"
		s.t.Logf("run %d is %s: %s, after %q", r.ID, r.Status, r.FailureReason, t.edits)
	}
	answer, err := s.any().client.ListEnvironments(ctx, nil)
	s.must(err)
	for _, raw := range answer.Data {
		var e api.Environment
		s.must(json.Unmarshal(raw, &e))
		if e.ID == t.environment && string(e.Status) != want {
			s.t.Errorf("environment %s is in %q after run %d, which is %s", t.environment, e.Status, r.ID, r.Status)
		}
	}
}

// check compares what is on record with what is there, in all targets, while no run is active. It lets tables that are
// empty have rows for the next round.
func (s *deploySuite) check(ctx context.Context, failed []ending) {
	plans := make([]*api.Plan, len(s.targets))
	for i, t := range s.targets {
		var err error
		plans[i], err = t.makePlan(ctx, s.any().client)
		s.must(err)
	}
	if !s.isAlwaysOpen {
		s.kill(0)
	}
	data := s.look(s.t)
	defer data.close(s.t)
	for i, t := range s.targets {
		found, err := takeInventory(ctx, s.fixture, data, t.environment)
		s.must(err)
		isWhole := true
		for _, f := range failed {
			isWhole = isWhole && f.target != t
		}
		s.compare(t, found, plans[i], isWhole)
		s.must(found.fill(ctx))
		t.before = found
	}
}

// compare looks for what is not as it should be after a deploy. The plan is a new one for the same project.
func (s *deploySuite) compare(t *target, found *inventory, again *api.Plan, isWhole bool) {
	reported := map[string]bool{}
	for _, drift := range again.PresyncDetails.Drift {
		reported[*drift.NodeID] = true
	}
	for id, text := range found.disagreements() {
		if isWhole || !reported[string(id)] {
			s.t.Errorf("%s; the plan reports %v", text, again.PresyncDetails.Drift)
		}
	}
	if strays := found.strays(); len(strays) > 0 {
		s.t.Errorf("unknown objects: %s", strays)
	}
	if isWhole && len(again.NodeChangeSummaries)+len(reported) > 0 {
		s.t.Errorf("the deploy is complete, and there is still %+v and drift %v", again.NodeChangeSummaries, again.PresyncDetails.Drift)
	}
	if t.before != nil {
		for _, text := range found.lost(t.before, t.givenUp()) {
			s.t.Errorf("rows were lost: %s", text)
		}
	}
	for _, text := range found.repeatedKeys() {
		s.t.Errorf("a key was given twice: %s", text)
	}
	if s.t.Failed() {
		s.t.Logf("environment %s after %q, with the plan\n%s", t.environment, strings.Join(t.edits, ", "), printPlan(t.plan))
	}
}
