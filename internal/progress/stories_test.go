package progress_test

import (
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// start is the fixed clock of all stories.
func start() time.Time { return time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC) }

func after(milliseconds int) time.Time {
	return start().Add(time.Duration(milliseconds) * time.Millisecond)
}

// stories are runs, each as the sequence of snapshots that a display gets.
func stories() map[string][]progress.Snapshot {
	return map[string][]progress.Snapshot{
		"good": {
			at(0, node("RAW.ORDERS", run.NodeRunning, 0, 0), waiting("CORE.FCT_ORDER"), waiting("MART.REVENUE")),
			at(1530, done("RAW.ORDERS", 0, 1500, engine.Counts{Inserted: 1_234_567}),
				node("CORE.FCT_ORDER", run.NodeRunning, 1500, 0, stage("Merge rows", run.NodeRunning)), waiting("MART.REVENUE")),
			over(run.Completed, 75_000, done("RAW.ORDERS", 0, 1500, engine.Counts{Inserted: 1_234_567}),
				done("CORE.FCT_ORDER", 1500, 74_900, engine.Counts{Inserted: 10, Updated: 3, Deleted: 1}),
				done("MART.REVENUE", 74_900, 75_000, engine.Counts{})),
		},
		"failing": {
			at(100, node("STAGE.STG_ORDERS", run.NodeRunning, 0, 0, stage("Insert rows", run.NodeRunning)),
				node("STAGE.STG_CUSTOMERS", run.NodeRunning, 0, 0), waiting("CORE.FCT_ORDER")),
			at(900, failed("STAGE.STG_ORDERS", 0, 800), node("STAGE.STG_CUSTOMERS", run.NodeRunning, 0, 0), skipped("CORE.FCT_ORDER")),
			over(run.Failed, 1000, failed("STAGE.STG_ORDERS", 0, 800), tested("STAGE.STG_CUSTOMERS", 0, 1000), skipped("CORE.FCT_ORDER")),
		},
		"halted-by-a-test": {over(run.Failed, 1000, halted("STAGE.STG_ORDERS", 0, 1000))},
		"waiting": {
			{Run: 12, Status: run.WaitingToRun, At: start(), Nodes: []progress.Node{waiting("CORE.FCT_ORDER")}},
			{Run: 12, Status: run.WaitingToRun, At: after(300), Nodes: []progress.Node{waiting("CORE.FCT_ORDER")}},
			{Run: 12, Status: run.Canceled, At: after(600), Ended: after(600), Nodes: []progress.Node{node("CORE.FCT_ORDER", run.NodeCanceled, 0, 0)}},
		},
		"never-began": {{
			Run: 7, Status: run.Failed, At: after(10), Started: start(), Ended: after(10),
			Reason: "the connection cannot be reached", Nodes: []progress.Node{waiting("CORE.FCT_ORDER")},
		}},
		"wide": {
			at(2000, node("ＳＴＡＧＥ.ÜBERSICHT_ЖУРНАЛ_🚀🚀🚀", run.NodeRunning, 0, 0, stage("Ｌｏａｄ the rows of everything that there is", run.NodeRunning)),
				node("A.B", run.NodeRunning, 500, 0, stage("Load", run.NodeRunning))),
			over(run.Completed, 3000, done("ＳＴＡＧＥ.ÜBERSICHT_ЖУРНАЛ_🚀🚀🚀", 0, 2500, engine.Counts{Inserted: 1}), done("A.B", 500, 3000, engine.Counts{})),
		},
		"hostile": {over(run.Failed, 500, progress.Node{
			Name: "RAW.\x1b[31mRED\x07\u202e", State: run.NodeFailed, Started: start(), Ended: after(500),
			Problem: &run.Problem{Message: "first\x1b]0;owned\x07 line\r\n\tsecond\x9b2J line", Hint: "do\nthis"},
		})},
		"unchanged":      {over(run.Completed, 250, leftOut("RAW.ORDERS"), leftOut("CORE.FCT_ORDER"))},
		"one-unchanged":  {over(run.Completed, 250, leftOut("RAW.ORDERS"))},
		"partly-changed": {over(run.Completed, 250, leftOut("RAW.ORDERS"), done("CORE.FCT_ORDER", 0, 250, engine.Counts{Inserted: 1}))},
		"crowded":        {crowd()},
		"long-statement": {at(9_000, far("CORE.FCT_ORDER", engine.Progress{State: "running", CompletedParts: 12, TotalParts: 1040, ReadRows: 7_654_321}),
			far("MART.REVENUE", engine.Progress{State: "queued"}))},
	}
}

// crowd is a run with more running nodes than a terminal has lines.
func crowd() progress.Snapshot {
	s := at(60_000)
	for i := range 30 {
		s.Nodes = append(s.Nodes, node("STAGE.STG_"+string(rune('A'+i%26)), run.NodeRunning, i*1000, 0))
	}
	return s
}

// far is a node whose statement has some progress.
func far(name string, p engine.Progress) progress.Node {
	running := stage("Insert rows", run.NodeRunning)
	running.Progress = &p
	return node(name, run.NodeRunning, 0, 0, running)
}

func at(milliseconds int, nodes ...progress.Node) progress.Snapshot {
	return progress.Snapshot{Status: run.Running, Started: start(), At: after(milliseconds), Nodes: nodes}
}

func over(status run.Status, milliseconds int, nodes ...progress.Node) progress.Snapshot {
	s := at(milliseconds, nodes...)
	s.Status, s.Ended = status, s.At
	return s
}

// leftOut is a node that a run with only-changed did not build.
func leftOut(name string) progress.Node {
	return progress.Node{ID: "id of " + name, Name: name, State: run.NodeComplete, Started: start(), Ended: start(), IsLeftOut: true}
}

func waiting(name string) progress.Node {
	return progress.Node{ID: "id of " + name, Name: name, State: run.NodeWaiting}
}

func node(name string, state run.NodeState, began, ended int, stages ...progress.Stage) progress.Node {
	n := progress.Node{ID: "id of " + name, Name: name, Type: "Stage", State: state, Started: after(began), Stages: stages}
	if ended > 0 {
		n.Ended = after(ended)
	}
	return n
}

func stage(name string, state run.NodeState) progress.Stage {
	return progress.Stage{Name: name, Kind: plan.SQL, State: state}
}

func done(name string, began, ended int, counts engine.Counts) progress.Node {
	s := stage("Insert rows", run.NodeComplete)
	s.Started, s.Ended, s.Counts = after(began), after(ended), counts
	return node(name, run.NodeComplete, began, ended, s)
}

func failed(name string, began, ended int) progress.Node {
	n := node(name, run.NodeFailed, began, ended, stage("Empty the table", run.NodeComplete), stage("Insert rows", run.NodeFailed))
	n.Stages[0].Counts = engine.Counts{Deleted: 99} // was rolled back
	n.Problem = &run.Problem{Message: "the column ORDER_ID is null\nin line 3", Hint: "Filter such rows out."}
	return n
}

func tested(name string, began, ended int) progress.Node {
	n := done(name, began, ended, engine.Counts{Inserted: 5})
	n.FailedTests = 1
	n.Stages = append(n.Stages, test("E-mail is unique"))
	return n
}

func halted(name string, began, ended int) progress.Node {
	n := node(name, run.NodeFailed, began, ended, test("Order id is not null"))
	n.FailedTests = 1
	n.Problem = n.Stages[0].Problem
	n.Stages[0].FailingRows = &engine.Rows{
		Columns: []engine.Column{{Name: "order_id"}, {Name: "note"}},
		Values:  [][]any{{nil, "é"}, {int64(7), "a text that is much longer than any cell of the table"}, {1.5, true}, {}, {1}, {2}},
	}
	return n
}

func test(name string) progress.Stage {
	return progress.Stage{
		Name: name, Kind: plan.Test, State: run.NodeFailed,
		Problem: &run.Problem{Message: "2 rows failed"},
	}
}

func skipped(name string) progress.Node {
	n := waiting(name)
	n.State, n.Problem = run.NodeSkipped, &run.Problem{Message: "STAGE.STG_ORDERS failed"}
	return n
}
