package deploy_test

import (
	"fmt"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// compare compares a project with the stored states and the catalog.
func (s *fixture) compare(c *compiler.Compilation) *difference.Result {
	s.t.Helper()
	in := difference.Input{
		Desired: c, Stored: s.stored, Previous: s.previous, Snapshot: fmt.Sprintf("snapshot %d", s.runs+1), Connection: s.connection, Others: s.foreign,
		Deployed: func(transform.NodeID) *compiler.Compilation { return s.deployed },
	}
	r, err := deploy.Compare(s.ctx, s.engine, in)
	if err != nil {
		s.t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, query := range r.CountQueries() {
		rows, err := s.session.Query(s.ctx, query, 1)
		if err != nil {
			s.t.Fatalf("%v in a query for the number of rows:\n%s", err, query)
		}
		counts[query], _ = rows.Values[0][0].(int64)
	}
	r.SetCounts(counts)
	return r
}

// previous returns a node as it was deployed.
func (s *fixture) previous(id transform.NodeID) (*compiler.Compilation, *compiler.Node, bool) {
	c, ok := s.compilations[s.stored[id].Snapshot]
	if !ok {
		return nil, nil, false
	}
	n, ok := c.Node(id)
	return c, n, ok
}

// journal stores the last result of each step.
type journal struct {
	mu   sync.Mutex
	last map[transform.NodeID]run.NodeResult
}

func (j *journal) Record(result run.NodeResult) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.last[result.Node] = result
}

func (s *fixture) execute(p plan.Plan) (map[transform.NodeID]run.NodeResult, run.Outcome) {
	s.t.Helper()
	s.runs++
	recorded := &journal{last: map[transform.NodeID]run.NodeResult{}}
	outcome, isOver := execute.Execute(s.ctx, execute.Request{
		Plan: p, Engine: s.engine, Label: engine.Label{WorkID: fmt.Sprintf("%s/%d", s.t.Name(), s.runs), Epoch: 1},
		Parallelism: 4, Journal: recorded,
	})
	if !isOver {
		s.t.Fatal("the run did not end")
	}
	return recorded.last, outcome
}

// storeStates stores the states after the completed steps.
func (s *fixture) storeStates(r *difference.Result, done func(step string) bool) {
	for _, state := range r.States {
		if state.Step != "" && !done(state.Step) || state.Step == "" && !done("") {
			continue
		}
		if state.State == nil {
			delete(s.stored, state.Node)
			continue
		}
		s.stored[state.Node] = *state.State
	}
}

// apply executes a result without blocking issues; every step must complete.
func (s *fixture) apply(c *compiler.Compilation, r *difference.Result) {
	s.t.Helper()
	s.compilations[fmt.Sprintf("snapshot %d", s.runs+1)] = c
	results, outcome := s.execute(r.Plan)
	if outcome != (run.Outcome{Status: run.Completed}) {
		for id, result := range results {
			if result.State != run.NodeComplete {
				s.t.Errorf("%s is %s: %+v", id, result.State, result.Problem)
			}
		}
		s.t.Fatalf("the deployment ended as %+v of\n%s", outcome, printed(r))
	}
	s.storeStates(r, func(string) bool { return true })
	s.deployed = c
}

// deploy compares, executes, and compares again: the second result must be empty.
func (s *fixture) deploy(p *project) *difference.Result {
	s.t.Helper()
	c := s.compile(p)
	r := s.compare(c)
	if len(r.Issues.Blocking) > 0 {
		s.t.Fatalf("the plan has blocking issues:\n%s", printed(r))
	}
	s.apply(c, r)
	s.expectNoChanges(c, r)
	return r
}

func (s *fixture) expectNoChanges(c *compiler.Compilation, done *difference.Result) {
	s.t.Helper()
	again := s.compare(c)
	if !again.IsEmpty() || len(again.Drift) > 0 || len(again.Issues.Blocking) > 0 {
		s.t.Fatalf("after the deployment of\n%s\nthe next plan is not empty:\n%s", printed(done), printed(again))
	}
}

// refreshAll refreshes every node of the project that was deployed last; every node must complete.
func (s *fixture) refreshAll() {
	s.t.Helper()
	filled, _, err := planner.Refresh(s.deployed, "", "")
	if err != nil {
		s.t.Fatal(err)
	}
	results, outcome := s.execute(filled)
	if outcome != (run.Outcome{Status: run.Completed}) {
		for id, result := range results {
			if result.State != run.NodeComplete {
				s.t.Errorf("%s is %s: %+v", id, result.State, result.Problem)
			}
		}
		s.t.Fatalf("the refresh ended as %+v", outcome)
	}
}

// printed returns a plan for review: counts, issues, then the changes with their SQL.
func printed(r *difference.Result) string {
	var b strings.Builder
	counts := map[difference.Action]int{}
	for i := range r.Changes {
		counts[r.Changes[i].Action]++
	}
	fmt.Fprintf(&b, "%d changes, %d steps\n", len(r.Changes), len(r.Plan.Nodes))
	for _, action := range []difference.Action{
		difference.Delete, difference.Alter, difference.Rebuild, difference.Add, difference.Recreate, difference.Adopt, difference.Metadata,
	} {
		if counts[action] > 0 {
			fmt.Fprintf(&b, "  %s %d\n", action, counts[action])
		}
	}
	for _, issue := range r.Issues.Blocking {
		fmt.Fprintf(&b, "STOP %s [%s]: %s\n     %s\n", issue.Name, issue.Code, issue.Message, issue.Hint)
	}
	for _, issue := range r.Issues.Warnings {
		fmt.Fprintf(&b, "WARN %s [%s]: %s\n     %s\n", issue.Name, issue.Code, issue.Message, issue.Hint)
	}
	for i := range r.Changes {
		printChange(&b, &r.Changes[i])
	}
	printOrder(&b, r)
	return b.String()
}

func printChange(b *strings.Builder, c *difference.Change) {
	fmt.Fprintf(b, "\n%s %s (%s)\n  %s\n  %s: %s\n", c.Action, c.Ref(), c.Type, c.Description, c.Category, c.Reason)
	for _, d := range c.Losses {
		rows := "?"
		if d.Rows != nil {
			rows = fmt.Sprint(*d.Rows)
		}
		fmt.Fprintf(b, "  DESTROYS %s %s: %s rows\n", d.What, strings.TrimSpace(d.Object+" "+d.Column), rows)
	}
	for _, i := range c.Impact {
		fmt.Fprintf(b, "  affects %s.%s (%s)\n", i.Name, i.Column, i.How)
	}
	for _, step := range c.Steps {
		fmt.Fprintf(b, "  step %s (%s)\n", step.ID, step.Phase)
		for _, statement := range step.Statements {
			mark := "-"
			if statement.IsDestructive {
				mark = "!"
			}
			fmt.Fprintf(b, "    %s %s\n        %s\n", mark, statement.Name, strings.ReplaceAll(statement.SQL, "\n", "\n        "))
		}
	}
}

// printOrder prints which step waits for which.
func printOrder(b *strings.Builder, r *difference.Result) {
	if len(r.Plan.Nodes) == 0 {
		return
	}
	b.WriteString("\norder\n")
	for _, n := range r.Plan.Nodes {
		fmt.Fprintf(b, "  %s", n.ID)
		for i, up := range n.Upstream {
			if i == 0 {
				b.WriteString(" after")
			}
			fmt.Fprintf(b, " %s", r.Plan.Nodes[up].ID)
		}
		b.WriteString("\n")
	}
}
