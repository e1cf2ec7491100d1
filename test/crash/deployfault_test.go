package crash_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// newDeployed is a suite with a project that is deployed and filled in one environment, on two servers, and a context for
// what is done with it.
func newDeployed(t *testing.T) (context.Context, *deploySuite) {
	t.Helper()
	s := newDeploySuite(t, postgresStand(t, stage{environments: 1}))
	ctx, cancel := context.WithTimeout(t.Context(), maxRound)
	t.Cleanup(cancel)
	s.start(ctx)
	s.must(s.targets[0].planNext(ctx, s.any()))
	s.must(s.targets[0].deploy(ctx, s.any().client, 4))
	s.finish(ctx)
	return ctx, s
}

// retypeAll gives a column of every table another type, and plans that.
func (s *deploySuite) retypeAll(ctx context.Context, kind string) *target {
	t := s.targets[0]
	for _, n := range t.sketch.nodes {
		if !n.isView() {
			n.own()[1].DataType = kind
		}
	}
	t.edits = []string{"every table has " + kind}
	s.must(t.planNext(ctx, s.any()))
	return t
}

// A server dies in the middle of a step, whose statement waits in the engine. The next owner does it once.
func TestDeploymentIsTakenOverDuringAStep(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployed(t)
	target := s.retypeAll(ctx, "BIGINT")
	gate := s.closeGate(ctx, target.before.tableOf(target.before.states[target.sketch.nodes[7].ID]))
	defer gate.open()
	s.must(target.deploy(ctx, s.running[0].client, 1))
	s.awaitOwner(ctx, gate, 1)
	s.kill(0)
	s.awaitOwner(ctx, gate, 2)
	gate.open()
	s.finish(ctx)
	if s.tally.kills != 1 || s.tally.failed != 0 {
		t.Errorf("it was to be taken over once: %s", &s.tally)
	}
}

func TestCanceledDeploymentCanBeResumed(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployed(t)
	target := s.retypeAll(ctx, "BIGINT")
	gate := s.closeGate(ctx, target.before.tableOf(target.before.states[target.sketch.nodes[7].ID]))
	defer gate.open()
	s.must(target.deploy(ctx, s.any().client, 1))
	s.awaitOwner(ctx, gate, 1)
	r, err := target.run(ctx)
	s.must(err)
	id := api.IDInput(ids.FormatNumber(r.ID))
	err = s.any().client.CancelRun(ctx, api.CancelRun{RunID: &id})
	s.must(err)
	r, err = target.await(ctx)
	s.must(err)
	if r.Status != run.Canceled {
		t.Errorf("run %d is %s", r.ID, r.Status)
	}
	done, _, err := target.progress(ctx)
	s.must(err)
	if done == 0 || done == r.Nodes {
		t.Errorf("%d of %d steps were done when the run was canceled: the test has not tested much", done, r.Nodes)
	}
	gate.open()
	s.finish(ctx) // finds it in Failed Deploy, and resumes it
	if s.tally.failed != 1 {
		t.Errorf("it was to be canceled once and then to be complete: %s", &s.tally)
	}
	s.must(target.planNext(ctx, s.any())) // of nothing, which can be deployed as well
	s.must(target.deploy(ctx, s.any().client, 1))
	s.finish(ctx)
}

// Values do not fit into a new type. Once they do, the deploy goes on.
func TestFailedDeploymentCanBeResumed(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployed(t)
	s.must(s.retypeAll(ctx, "BIGINT").deploy(ctx, s.any().client, 4))
	s.finish(ctx)
	target := s.retypeAll(ctx, "INTEGER")
	state := target.before.states[target.sketch.nodes[7].ID]
	column := s.dialect.Quote(columnName(state, target.sketch.nodes[7].own()[1].ID))
	change := func(factor int) {
		s.byHand(ctx, fmt.Sprintf("UPDATE %s SET %s = %s + %d", target.before.tableOf(state), column, column, factor*4_000_000_000))
	}
	change(1)
	delete(target.before.contents, state.ID)
	s.must(target.deploy(ctx, s.any().client, 1))
	failed := s.await(ctx, target)
	if failed.Status != run.Failed || failed.FailureReason == "" {
		t.Fatalf("run %d is %s: %s", failed.ID, failed.Status, failed.FailureReason)
	}
	s.wantStatus(ctx, target, failed)
	s.wantNoRefresh(ctx)
	s.check(ctx, []ending{{target, failed}})
	change(-1)
	delete(target.before.contents, state.ID)
	s.must(target.resume(ctx, s.any().client, failed.ID))
	s.finish(ctx)
	if s.tally.failed != 1 {
		t.Errorf("it was to fail once: %s", &s.tally)
	}
}

// wantNoRefresh wants a refresh to be refused because of the deploy that failed.
func (s *deploySuite) wantNoRefresh(ctx context.Context) {
	var body api.StartRun
	body.RunDetails.EnvironmentID = api.IDInput(s.targets[0].environment)
	_, err := s.any().client.StartRun(ctx, body)
	refused := new(client.ServerError)
	if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest || !strings.Contains(refused.Message, "Failed Deploy") {
		s.t.Errorf("a refresh was answered with %v", err)
	}
}

func (s *deploySuite) byHand(ctx context.Context, statement string) {
	data := s.look(s.t)
	defer data.close(s.t)
	session, err := data.opened.Session(ctx, engine.Label{WorkID: "hand"})
	s.must(err)
	defer session.Close() //nolint:errcheck // what matters is what its statement says
	_, err = session.Exec(ctx, statement)
	s.must(err)
}

// A table is dropped between plan and deployment. The plan is rejected, and a new one creates the table again.
func TestPlanIsRejectedAfterATableWasDropped(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployed(t)
	target := s.retypeAll(ctx, "BIGINT")
	state := target.before.states[target.sketch.nodes[7].ID]
	s.byHand(ctx, "DROP TABLE "+target.before.tableOf(state)+" CASCADE")
	delete(target.before.contents, state.ID)
	refused := new(client.ServerError)
	err := target.deploy(ctx, s.any().client, 1)
	if !errors.As(err, &refused) || refused.Status != http.StatusConflict || !strings.Contains(refused.Message, "has changed since plan") {
		t.Fatalf("a plan for a table that is gone was answered with %v", err)
	}
	s.must(target.planNext(ctx, s.any()))
	s.must(target.deploy(ctx, s.any().client, 1))
	s.finish(ctx)
	if s.tally.failed != 0 {
		t.Errorf("the new plan was to succeed: %s", &s.tally)
	}
}

// Two people deploy at the same moment, through two servers.
func TestOneOfTwoConcurrentDeploymentsSucceeds(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployed(t)
	for try := range 8 {
		one := *s.retypeAll(ctx, []string{"BIGINT", "INTEGER"}[try%2])
		other := one
		s.must(other.planNext(ctx, s.any()))
		both := []*target{&one, &other}
		answers := make([]error, len(both))
		var asking sync.WaitGroup
		for i := range both {
			asking.Go(func() { answers[i] = both[i].deploy(ctx, s.running[i].client, 4) })
		}
		asking.Wait()
		winner := slices.Index(answers, nil)
		if winner < 0 {
			t.Fatalf("no deployment was accepted: %v", answers)
		}
		refused := new(client.ServerError)
		if !errors.As(answers[1-winner], &refused) || refused.Status != http.StatusConflict {
			t.Fatalf("one deploys, and the other is answered with %v", answers[1-winner])
		}
		s.targets[0] = both[winner]
		s.finish(ctx)
	}
}
