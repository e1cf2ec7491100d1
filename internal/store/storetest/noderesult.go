package storetest

import (
	"fmt"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func nodeResultCases() cases {
	return cases{
		"a saved result is found unchanged":           resultIsFound,
		"saves follow the state machine of nodes":     nodeMachine,
		"the last result of a node in a group counts": resultsInOneGroup,
		"groups of any size are saved":                groupsOfAnySize,
		"concurrent saves lose nothing":               savesAtOnce,
		"results are read on one database snapshot":   resultsOfOneMoment,
		"a run without nodes has no results":          noNodes,
		"unreached nodes have not ended":              unreachedNodes,
		"nodes of two runs are independent":           nodesOfTwoRuns,
	}
}

// started returns a claimed run of these nodes.
func (o *tenant) started(t *testing.T, nodes ...transform.NodeID) *run.ClaimedRun {
	t.Helper()
	return o.claimRun(t, o.refresh(t, o.environment(t, o.project(t).ID).ID, nodes...).ID)
}

func (o *tenant) save(t *testing.T, claimed *run.ClaimedRun, results ...run.NodeResult) {
	t.Helper()
	ok(t, o.db.Leases().Save(t.Context(), claimed.Lease, results))
}

func (o *tenant) results(t *testing.T, id ids.Run) run.Results {
	t.Helper()
	results, err := o.db.Runs().Results(t.Context(), o.sees(), id)
	ok(t, err)
	return results
}

func resultIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.started(t, "a", "b", "Ωδ \"\n'")
	full := run.NodeResult{
		Node: "a", Name: "CUSTOMERS é", State: run.NodeFailed, Attempt: 3, StartedAt: noon(), EndedAt: noon().Add(time.Millisecond), FailedTests: 2,
		Problem: &run.Problem{Message: "no such table\x00", Hint: "Look."},
		Queries: []run.QueryResult{
			{State: run.NodeComplete, StartedAt: noon(), EndedAt: noon(), QueryID: "4711", Counts: engine.Counts{Inserted: 1, Updated: 2, Deleted: 3}},
			{Stage: 1, State: run.NodeFailed, StartedAt: noon(), Problem: &run.Problem{Message: "1 row"}, FailingRows: &engine.Rows{
				Columns: []engine.Column{{Name: "id", Type: "BIGINT", Nullable: true}},
				Values:  [][]any{{int64(math.MaxInt64), nil, true, 1.5, "x"}, {int64(math.MinInt64), int64(0), false, -0.25, ""}}, More: true,
			}},
		},
	}
	bare := run.NodeResult{Node: "Ωδ \"\n'", State: run.NodeSkipped}
	o.save(t, claimed, full, bare)
	found := o.results(t, claimed.Run.ID)
	claimed.Run.FailedTests = 2 // the run counts the failed tests of its nodes
	equal(t, found, run.Results{
		Run: claimed.Run, Plan: claimed.Plan, Nodes: map[transform.NodeID]run.NodeResult{full.Node: full, bare.Node: bare},
	})
}

// nodeMachine tries every pair of states. Between two saves a node may have passed through several states, so the
// second state only has to be reachable from the first.
func nodeMachine(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	states := []run.NodeState{run.NodeWaiting, run.NodeRunning, run.NodeComplete, run.NodeFailed, run.NodeSkipped, run.NodeCanceled}
	var nodes []transform.NodeID
	want := map[transform.NodeID]run.NodeState{}
	var before, after []run.NodeResult
	for _, from := range states {
		for _, to := range states {
			node := transform.NodeID(from + " to " + to)
			nodes = append(nodes, node)
			before, after = append(before, result(node, from)), append(after, result(node, to))
			want[node] = from
			if reachable(from, to) {
				want[node] = to
			}
			if want[node] == run.NodeWaiting {
				delete(want, node) // it has no row
			}
		}
	}
	claimed := o.started(t, nodes...)
	o.save(t, claimed, before...)
	o.save(t, claimed, after...)
	equal(t, o.states(t, claimed.Run.ID), want)
	equal(t, len(want), len(nodes)-1)
}

func reachable(from, to run.NodeState) bool {
	return from.CanMove(to) || from.CanMove(run.NodeRunning) && run.NodeRunning.CanMove(to)
}

func resultsInOneGroup(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.started(t, "a", "b", "c")
	again := result("a", run.NodeRunning)
	again.Attempt = 2
	o.save(t, claimed, result("a", run.NodeRunning), result("b", run.NodeRunning), again, result("b", run.NodeComplete),
		result("b", run.NodeFailed), result("c", run.NodeWaiting))
	equal(t, o.results(t, claimed.Run.ID).Nodes, map[transform.NodeID]run.NodeResult{"a": again, "b": result("b", run.NodeComplete)})
}

func groupsOfAnySize(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for _, size := range []int{0, 1, 2, 3, 127, 128, 129, 255, 300} {
		var nodes []transform.NodeID
		var results []run.NodeResult
		want := map[transform.NodeID]run.NodeResult{}
		for i := range size {
			nodes = append(nodes, transform.NodeID(fmt.Sprint("node ", i)))
			results = append(results, result(nodes[i], run.NodeComplete))
			want[nodes[i]] = results[i]
		}
		claimed := o.claimRun(t, o.refresh(t, env.ID, nodes...).ID)
		o.save(t, claimed, results...)
		equal(t, o.results(t, claimed.Run.ID).Nodes, want)
		o.finish(t, claimed, run.Completed)
	}
}

func savesAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	const runs, saves = 6, 10
	var claims []*run.ClaimedRun
	for range runs {
		claims = append(claims, o.claimRun(t, o.refresh(t, env.ID).ID))
	}
	for _, err := range together(runs*saves, func(i int) error {
		node := transform.NodeID(strconv.Itoa(i / runs))
		return o.db.Leases().Save(t.Context(), claims[i%runs].Lease, []run.NodeResult{result(node, run.NodeRunning), result("shared", run.NodeRunning)})
	}) {
		ok(t, err)
	}
	for _, claimed := range claims {
		equal(t, len(o.results(t, claimed.Run.ID).Nodes), saves+1)
	}
}

// resultsOfOneMoment reads a run while it runs. Its nodes are saved in pairs, so a reader must never see half a pair;
// and a run that has ended has no node that has not.
func resultsOfOneMoment(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	nodes := make([]transform.NodeID, 40)
	for i := range nodes {
		nodes[i] = transform.NodeID(strconv.Itoa(i))
	}
	claimed := o.started(t, nodes...)
	for _, err := range together(4, func(i int) error {
		if i > 0 {
			return o.watchPairs(t, claimed.Run.ID)
		}
		for n := 0; n < len(nodes); n += 2 {
			for _, state := range []run.NodeState{run.NodeRunning, run.NodeComplete} {
				pair := []run.NodeResult{result(nodes[n], state), result(nodes[n+1], state)}
				if err := o.db.Leases().Save(t.Context(), claimed.Lease, pair); err != nil {
					return err
				}
			}
		}
		return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed})
	}) {
		ok(t, err)
	}
}

func (o *tenant) watchPairs(t *testing.T, id ids.Run) error {
	for {
		results, err := o.db.Runs().Results(t.Context(), o.sees(), id)
		if err != nil {
			return err
		}
		for n := 0; n < len(results.Plan.Nodes); n += 2 {
			one, other := results.Nodes[results.Plan.Nodes[n].ID].State, results.Nodes[results.Plan.Nodes[n+1].ID].State
			if one != other {
				return fmt.Errorf("node %d is %q and its twin is %q", n, one, other)
			}
			if results.Run.Status.IsOver() && one != run.NodeComplete {
				return fmt.Errorf("the run is over, and node %d is %q", n, one)
			}
		}
		if results.Run.Status.IsOver() {
			return nil
		}
	}
}

func noNodes(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	draft := o.draft(o.environment(t, o.project(t).ID).ID)
	draft.Plan.Nodes = nil
	claimed := o.claimRun(t, o.insert(t, draft).ID)
	o.finish(t, claimed, run.Completed)
	results := o.results(t, claimed.Run.ID)
	equal(t, len(results.Plan.Nodes)+len(results.Nodes), 0)
}

func unreachedNodes(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.refresh(t, o.environment(t, o.project(t).ID).ID, "a", "b")
	equal(t, len(o.results(t, stored.ID).Nodes), 0)
	claimed := o.claimRun(t, stored.ID)
	o.save(t, claimed, result("a", run.NodeComplete))
	equal(t, o.states(t, stored.ID), map[transform.NodeID]run.NodeState{"a": run.NodeComplete})
}

func nodesOfTwoRuns(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	first, second := o.started(t, "a"), o.started(t, "a")
	o.save(t, first, result("a", run.NodeComplete))
	o.save(t, second, result("a", run.NodeFailed))
	equal(t, o.states(t, first.Run.ID), map[transform.NodeID]run.NodeState{"a": run.NodeComplete})
	equal(t, o.states(t, second.Run.ID), map[transform.NodeID]run.NodeState{"a": run.NodeFailed})
}
