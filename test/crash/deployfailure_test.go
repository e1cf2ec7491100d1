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

// newDeployedSuite returns a suite with two servers and one environment, in which a project is deployed and filled, and a
// context for the test.
func newDeployedSuite(t *testing.T) (context.Context, *deploySuite) {
	t.Helper()
	s := newDeploySuite(t, newPostgresFixture(t, fixtureOptions{environments: 1}))
	ctx, cancel := context.WithTimeout(t.Context(), maxRound)
	t.Cleanup(cancel)
	s.start(ctx)
	s.must(s.targets[0].planNext(ctx, s.anyServer()))
	s.must(s.targets[0].deploy(ctx, s.anyServer().client, 4))
	s.finish(ctx)
	return ctx, s
}

// retypeAll gives a column of every table another type, and plans that.
func (s *deploySuite) retypeAll(ctx context.Context, kind string) *target {
	t := s.targets[0]
	for _, n := range t.project.nodes {
		if !n.isView() {
			n.dataColumns()[1].DataType = kind
		}
	}
	t.edits = []string{"retype a column of every table to " + kind}
	s.must(t.planNext(ctx, s.anyServer()))
	return t
}

// A server is killed during a step whose statement waits in the engine. The next owner executes the step once.
func TestDeploymentIsTakenOverDuringAStep(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployedSuite(t)
	target := s.retypeAll(ctx, "BIGINT")
	lock := s.lockTable(ctx, target.before.tableOf(target.before.states[target.project.nodes[7].ID]))
	defer lock.release()
	s.must(target.deploy(ctx, s.running[0].client, 1))
	s.awaitOwner(ctx, lock, 1)
	s.kill(0)
	s.awaitOwner(ctx, lock, 2)
	lock.release()
	s.finish(ctx)
	if s.stats.kills != 1 || s.stats.failed != 0 {
		t.Errorf("want one takeover and no failure: %s", &s.stats)
	}
}

func TestCanceledDeploymentCanBeResumed(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployedSuite(t)
	target := s.retypeAll(ctx, "BIGINT")
	lock := s.lockTable(ctx, target.before.tableOf(target.before.states[target.project.nodes[7].ID]))
	defer lock.release()
	s.must(target.deploy(ctx, s.anyServer().client, 1))
	s.awaitOwner(ctx, lock, 1)
	r, err := target.run(ctx)
	s.must(err)
	id := api.IDInput(ids.FormatNumber(r.ID))
	err = s.anyServer().client.CancelRun(ctx, api.CancelRun{RunID: &id})
	s.must(err)
	r, err = target.await(ctx)
	s.must(err)
	if r.Status != run.Canceled {
		t.Errorf("run %d is %s", r.ID, r.Status)
	}
	done, _, err := target.progress(ctx)
	s.must(err)
	if done == 0 || done == r.Nodes {
		t.Errorf("%d of %d steps were done when the run was canceled, want some but not all", done, r.Nodes)
	}
	lock.release()
	s.finish(ctx) // resumes it, because the environment is in Failed Deploy
	if s.stats.failed != 1 {
		t.Errorf("want one canceled run, then a complete one: %s", &s.stats)
	}
	s.must(target.planNext(ctx, s.anyServer())) // an empty plan can be deployed too
	s.must(target.deploy(ctx, s.anyServer().client, 1))
	s.finish(ctx)
}

// Values do not fit a new type. When they fit, the deployment can be resumed.
func TestFailedDeploymentCanBeResumed(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployedSuite(t)
	s.must(s.retypeAll(ctx, "BIGINT").deploy(ctx, s.anyServer().client, 4))
	s.finish(ctx)
	target := s.retypeAll(ctx, "INTEGER")
	state := target.before.states[target.project.nodes[7].ID]
	column := s.dialect.Quote(columnName(state, target.project.nodes[7].dataColumns()[1].ID))
	change := func(factor int) {
		s.execDirectly(ctx, fmt.Sprintf("UPDATE %s SET %s = %s + %d", target.before.tableOf(state), column, column, factor*4_000_000_000))
	}
	change(1)
	delete(target.before.digests, state.ID)
	s.must(target.deploy(ctx, s.anyServer().client, 1))
	failed := s.await(ctx, target)
	if failed.Status != run.Failed || failed.FailureReason == "" {
		t.Fatalf("run %d is %s: %s", failed.ID, failed.Status, failed.FailureReason)
	}
	s.wantStatus(ctx, target, failed)
	s.wantNoRefresh(ctx)
	s.check(ctx, []failedDeployment{{target, failed}})
	change(-1)
	delete(target.before.digests, state.ID)
	s.must(target.resume(ctx, s.anyServer().client, failed.ID))
	s.finish(ctx)
	if s.stats.failed != 1 {
		t.Errorf("want one failed run: %s", &s.stats)
	}
}

// wantNoRefresh expects that the server rejects a refresh because a deployment failed.
func (s *deploySuite) wantNoRefresh(ctx context.Context) {
	var body api.StartRun
	body.RunDetails.EnvironmentID = api.IDInput(s.targets[0].environment)
	_, err := s.anyServer().client.StartRun(ctx, body)
	rejected := new(client.ServerError)
	if !errors.As(err, &rejected) || rejected.Status != http.StatusBadRequest || !strings.Contains(rejected.Message, "Failed Deploy") {
		s.t.Errorf("the refresh returned %v, want 400 because of Failed Deploy", err)
	}
}

func (s *deploySuite) execDirectly(ctx context.Context, statement string) {
	data := s.openData(s.t)
	defer data.close(s.t)
	session, err := data.engine.Session(ctx, engine.Label{WorkID: "hand"})
	s.must(err)
	defer session.Close() //nolint:errcheck // the result of its statement matters
	_, err = session.Exec(ctx, statement)
	s.must(err)
}

// A table is dropped between plan and deployment. The server rejects the plan, and a new plan creates the table again.
func TestPlanIsRejectedAfterATableWasDropped(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployedSuite(t)
	target := s.retypeAll(ctx, "BIGINT")
	state := target.before.states[target.project.nodes[7].ID]
	s.execDirectly(ctx, "DROP TABLE "+target.before.tableOf(state)+" CASCADE")
	delete(target.before.digests, state.ID)
	rejected := new(client.ServerError)
	err := target.deploy(ctx, s.anyServer().client, 1)
	if !errors.As(err, &rejected) || rejected.Status != http.StatusConflict || !strings.Contains(rejected.Message, "has changed since plan") {
		t.Fatalf("deploying a plan for a dropped table returned %v, want a conflict", err)
	}
	s.must(target.planNext(ctx, s.anyServer()))
	s.must(target.deploy(ctx, s.anyServer().client, 1))
	s.finish(ctx)
	if s.stats.failed != 0 {
		t.Errorf("want no failed run with the new plan: %s", &s.stats)
	}
}

// Two users deploy at the same time, through two servers.
func TestOneOfTwoConcurrentDeploymentsSucceeds(t *testing.T) {
	t.Parallel()
	ctx, s := newDeployedSuite(t)
	for try := range 8 {
		one := *s.retypeAll(ctx, []string{"BIGINT", "INTEGER"}[try%2])
		other := one
		s.must(other.planNext(ctx, s.anyServer()))
		both := []*target{&one, &other}
		errs := make([]error, len(both))
		var requests sync.WaitGroup
		for i := range both {
			requests.Go(func() { errs[i] = both[i].deploy(ctx, s.running[i].client, 4) })
		}
		requests.Wait()
		winner := slices.Index(errs, nil)
		if winner < 0 {
			t.Fatalf("no deployment was accepted: %v", errs)
		}
		rejected := new(client.ServerError)
		if !errors.As(errs[1-winner], &rejected) || rejected.Status != http.StatusConflict {
			t.Fatalf("one deployment was accepted, and the other returned %v, want a conflict", errs[1-winner])
		}
		s.targets[0] = both[winner]
		s.finish(ctx)
	}
}
