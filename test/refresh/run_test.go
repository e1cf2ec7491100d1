package refresh_test

import (
	"fmt"
	"sync"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// results are the last results of the nodes of a run, by name.
type results map[string]run.NodeResult

// journal keeps the last result of each node.
type journal struct {
	mu    sync.Mutex
	names map[transform.NodeID]string
	last  results
}

func (j *journal) Record(result run.NodeResult) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.last[j.names[result.Node]] = result
}

func newJournal(p plan.Plan) *journal {
	j := &journal{names: map[transform.NodeID]string{}, last: results{}}
	for i := range p.Nodes {
		j.names[p.Nodes[i].ID] = p.Nodes[i].Name
	}
	return j
}

// nextLabel returns the label of a new run.
func (s *fixture) nextLabel() engine.Label {
	return engine.Label{WorkID: fmt.Sprintf("%s/%d", s.t.Name(), s.runs.Add(1)), Epoch: 1}
}

// execute executes a plan as a new run until it ends, with any outcome.
func (s *fixture) execute(p plan.Plan, changes ...func(*execute.Request)) (results, run.Outcome) {
	s.t.Helper()
	journal := newJournal(p)
	request := execute.Request{Plan: p, Engine: s.engine, Label: s.nextLabel(), Parallelism: 4, Journal: journal}
	for _, change := range changes {
		change(&request)
	}
	outcome, isOver := execute.Execute(s.t.Context(), request)
	if !isOver {
		s.t.Fatal("the run did not end")
	}
	return journal.last, outcome
}

// install creates the objects of a project; every node must complete.
func (s *fixture) install(c *compiler.Compilation) {
	s.t.Helper()
	p, err := planner.Install(c)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mustComplete(s.execute(p))
}

// plan returns the plan of a refresh of all nodes.
func (s *fixture) plan(c *compiler.Compilation) plan.Plan {
	s.t.Helper()
	p, warnings, err := planner.Refresh(c, "", "")
	if err != nil || len(warnings) > 0 {
		s.t.Fatalf("%v, %v", warnings, err)
	}
	return p
}

// refresh loads every node of a project; every node must complete.
func (s *fixture) refresh(c *compiler.Compilation) results {
	s.t.Helper()
	return s.mustComplete(s.execute(s.plan(c)))
}

func (s *fixture) mustComplete(got results, outcome run.Outcome) results {
	s.t.Helper()
	for name, result := range got {
		if result.State != run.NodeComplete {
			s.t.Errorf("%s is %s: %+v", name, result.State, result.Problem)
		}
	}
	if outcome != (run.Outcome{Status: run.Completed}) {
		s.t.Fatalf("the run ended as %+v", outcome)
	}
	return got
}
