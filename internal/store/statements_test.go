package store_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/worker"
)

// statements records the statements that a store sends.
type statements struct {
	mu   sync.Mutex
	sent []string
}

func (s *statements) add(statement string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch head, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(statement)), " "); head {
	case "begin", "commit", "rollback":
	default:
		s.sent = append(s.sent, statement)
	}
}

// take returns the statements since the last call.
func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.sent
	s.sent = nil
	return taken
}

// expect fails if there were more statements than expected.
func (s *statements) expect(t *testing.T, what string, most int) {
	t.Helper()
	if taken := s.take(); len(taken) > most {
		t.Errorf("%s took %d statements, want at most %d:\n%s", what, len(taken), most, strings.Join(taken, "\n"))
	} else {
		t.Logf("%s: %d statements", what, len(taken))
	}
}

// TestStatementsOfRuns counts the statements of a run with one node, and of a list of runs. They limit how many runs a server
// starts and ends per second.
func TestStatementsOfRuns(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := newFixture(t, p)
			by := account.Actor{Organization: f.organization}
			draft := run.Draft{Environment: f.environment, Type: run.Refresh, Plan: plan.Plan{Nodes: []plan.Node{{ID: "a", Name: "A"}}}}
			insert := func() {
				if _, err := f.Runs().Insert(t.Context(), by, draft); err != nil {
					t.Fatal(err)
				}
			}
			sent.take()
			insert()
			sent.expect(t, "an accepted run", 5)

			claimed, err := statetest.ClaimOne(t.Context(), f.DB, run.ClaimRequest{Owner: "me", Length: time.Hour})
			if err != nil || claimed == nil {
				t.Fatal(claimed, err)
			}
			sent.expect(t, "a claim", 9)

			now := time.Now()
			last := []run.NodeResult{{Node: "a", Name: "A", State: run.NodeComplete, Attempt: 1, StartedAt: now, EndedAt: now}}
			if err := f.Leases().SaveAndFinish(t.Context(), claimed.Lease, last, run.Outcome{Status: run.Completed}); err != nil {
				t.Fatal(err)
			}
			sent.expect(t, "the end of a run and its last results", 14) // two of them record what its nodes are built from
			f.expectList(t, sent)
		})
	}
}

func (a fixture) expectList(t *testing.T, sent *statements) {
	t.Helper()
	query := run.Query{Sees: account.Visibility{Organization: a.organization, Everything: true}, Page: page.Request{Limit: 20, Descending: true}}
	if found, err := a.Runs().List(t.Context(), query); err != nil || found.Total != 1 {
		t.Fatal(found, err)
	}
	sent.expect(t, "a page of runs", 1)
}

// TestStatementsOfAWaitingRun: clients poll a run that waits, and each poll says why. It must not read the runs in progress.
func TestStatementsOfAWaitingRun(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := newFixture(t, p)
			id := f.start(t, "a")
			sent.take()
			wait, isExplained, err := (&worker.Service{Store: f.Workers()}).Explain(t.Context(), f.organization, id)
			if err != nil || !isExplained {
				t.Fatal(wait, err)
			}
			sent.expect(t, "why a run waits", 2)
		})
	}
}

// TestWaitingRunsAreNotTriedAgain: many runs of the same nodes wait for each other. A claim must not read all of them.
func TestWaitingRunsAreNotTriedAgain(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := newFixture(t, p)
			for range 20 {
				f.start(t, "a")
			}
			request := run.ClaimRequest{Owner: "me", Length: time.Hour, Limit: 16}
			first := f.claimAll(t, request)
			if len(first) != 1 {
				t.Fatalf("claimed %d runs", len(first))
			}
			if more := f.claimAll(t, request); len(more) != 0 {
				t.Fatalf("claimed %d runs", len(more))
			}
			sent.take()
			if more := f.claimAll(t, request); len(more) != 0 {
				t.Fatalf("claimed %d runs", len(more))
			}
			sent.expect(t, "a claim while all runs wait", 1)
			if err := f.Leases().Finish(t.Context(), first[0].Lease, run.Outcome{Status: run.Completed}); err != nil {
				t.Fatal(err)
			}
			next := f.claimAll(t, request)
			if len(next) != 1 || next[0].Run.ID != first[0].Run.ID+1 {
				t.Fatalf("claimed %v", next)
			}
		})
	}
}

// TestClaimBesideManyRuns: a claim reads the nodes of all runs that run at the same time with few statements.
func TestClaimBesideManyRuns(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := newFixture(t, p)
			const others = 60
			for i := range others {
				f.start(t, transform.NodeID(fmt.Sprint("n", i)))
			}
			request := run.ClaimRequest{Owner: "me", Length: time.Hour, Limit: 16}
			running := 0
			for claimed := f.claimAll(t, request); len(claimed) > 0; claimed = f.claimAll(t, request) {
				running += len(claimed)
			}
			f.start(t, "another")
			f.start(t, "n0") // the oldest one blocks it
			sent.take()
			claimed := f.claimAll(t, request)
			if running != others || len(claimed) != 1 || claimed[0].Plan.Nodes[0].ID != "another" {
				t.Fatalf("claimed %d and then %v", running, claimed)
			}
			sent.expect(t, "two claims beside sixty runs", 18)
		})
	}
}

// TestClaimReturnsManyRuns: one claim returns all runs that can start, up to its limit.
func TestClaimReturnsManyRuns(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, at(t))
			for _, node := range []transform.NodeID{"a", "b", "c", "a", "d"} {
				f.start(t, node)
			}
			request := run.ClaimRequest{Owner: "me", Length: time.Hour, Limit: 3}
			if claimed := f.claimAll(t, request); len(claimed) != 3 {
				t.Errorf("claimed %d runs, want 3", len(claimed))
			}
			if claimed := f.claimAll(t, request); len(claimed) != 1 || claimed[0].Run.ID != 5 {
				t.Errorf("claimed %v, want run 5", claimed)
			}
		})
	}
}

func (a fixture) start(t *testing.T, node transform.NodeID) ids.Run {
	t.Helper()
	started, err := a.Runs().Insert(t.Context(), account.Actor{Organization: a.organization}, run.Draft{
		Environment: a.environment, Type: run.Refresh, Plan: plan.Plan{Nodes: []plan.Node{{ID: node, Name: string(node)}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return started.ID
}

func (a fixture) claimAll(t *testing.T, request run.ClaimRequest) []*run.ClaimedRun {
	t.Helper()
	claimed, err := a.Leases().Claim(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	return claimed
}

// TestFiringsOfTheSameNodesWaitForEachOther: runs that schedules start together know which of them they wait for, so that
// workers do not try each of them.
func TestFiringsOfTheSameNodesWaitForEachOther(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			sent := &statements{}
			p.options.Trace = sent.add
			f := newFixture(t, p)
			shared := plan.Plan{Nodes: []plan.Node{{ID: "a", Name: "A"}}}
			var drafts []run.Draft
			for i := range 20 {
				drafts = append(drafts, run.Draft{
					Environment: f.environment, Type: run.Refresh, Plan: shared, Firing: f.dueFiring(t, fmt.Sprint("schedule ", i)),
				})
			}
			sent.take()
			started, err := f.Runs().InsertAll(t.Context(), f.organization, drafts)
			if err != nil {
				t.Fatal(err)
			}
			sent.expect(t, "twenty firings", 10)
			for i := range started {
				if started[i].Err != nil {
					t.Fatal(started[i].Err)
				}
			}
			if claimed := f.claimAll(t, run.ClaimRequest{Owner: "me", Length: time.Hour, Limit: 16}); len(claimed) != 1 {
				t.Errorf("claimed %d runs, want 1", len(claimed))
			}
			sent.expect(t, "the claim of the first", 9)
		})
	}
}

// dueFiring stores a schedule with a firing that is due.
func (a fixture) dueFiring(t *testing.T, id string) *run.Firing {
	t.Helper()
	a.exec(t, `INSERT INTO schedules (organization_id, id, environment_id, name, job, include, exclude, parameters, parallelism, cron, time_zone,
			after_job, after_schedule, retry_count, retry_wait, retry_from, overlap, missed, is_paused, next_due, last_due, created_by, created_at)
		VALUES ($1, $2, $3, 'S', '', '', '', '', 0, '0 6 * * *', 'UTC', '', '', 0, 0, 'start', 'skip', 'skip', false, 0, 0, '', 1)`,
		a.organization, id, a.environment)
	a.exec(t, `INSERT INTO schedule_firings (organization_id, schedule_id, due_at, cause, after_run, state, attempt, run_id, started_at, ready_at, owner,
		refusals, reason) VALUES ($1, $2, 1000, 'time', 0, 'due', 1, 0, 0, 0, '', 0, '')`, a.organization, id)
	return &run.Firing{Schedule: ids.Schedule(id), Due: time.UnixMilli(1000).UTC(), Attempt: 1}
}
