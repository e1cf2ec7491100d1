package difference

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/plan"
)

// report puts the result together.
func (c *comparison) report() *Result {
	r := &Result{Changes: []Change{}, Drift: append([]Drift{}, c.drift...), States: []NewState{}}
	c.freeze(r)
	planned := map[string]bool{}
	for _, id := range r.Plan.IDs() {
		planned[string(id)] = true
	}
	for _, w := range c.works {
		w.describe()
		r.Changes = append(r.Changes, w.change)
		for _, state := range c.renumberStates(w.states) {
			if !planned[state.Step] {
				state.Step = "" // nothing has to be done for it
			}
			r.States = append(r.States, state)
		}
	}
	c.sortChanges(r)
	c.collectIssues()
	r.Queries = c.queries
	r.Issues = Issues{Stop: sortIssues(c.issues.Stop), Warn: sortIssues(c.issues.Warn)}
	return r
}

// freeze makes the plan. Steps in which nothing happens are left out of it.
func (c *comparison) freeze(r *Result) {
	position := make(map[*step]int, len(c.steps))
	for _, s := range c.steps {
		if len(s.script.stages) == 0 {
			continue
		}
		position[s] = len(r.Plan.Nodes)
		var upstream []int
		for _, before := range s.after {
			if at, ok := position[before]; ok {
				upstream = append(upstream, at)
			}
		}
		slices.Sort(upstream)
		change := &s.owner.change
		r.Plan.Nodes = append(r.Plan.Nodes, plan.Node{
			ID: s.id, Name: change.Name, Location: change.Location, Type: change.Type, Schema: s.at.Place,
			Upstream: slices.Compact(upstream), Stages: s.script.stages, MoreSchemas: s.beside(),
		})
		c.tellStep(s)
	}
}

// tellStep tells every node what a step does to it.
func (c *comparison) tellStep(s *step) {
	offset := 0
	for _, part := range s.all() {
		if statements := part.script.statements(); len(statements) > 0 {
			change := &part.owner.change
			change.Steps = append(change.Steps, Step{
				ID: string(s.id), Phase: part.phase, Object: c.warehouse.qualified(part.at), Offset: offset, Statements: statements,
			})
			offset += len(statements)
		}
	}
}

// sortChanges puts the changes into the order of the phases, then of the plan.
func (c *comparison) sortChanges(r *Result) {
	number := make(map[string]int, len(r.Plan.Nodes))
	for i := range r.Plan.Nodes {
		number[string(r.Plan.Nodes[i].ID)] = i
	}
	place := func(change *Change) (phase, position int) {
		if len(change.Steps) == 0 {
			return actionNumber(change.Action), len(number)
		}
		last := change.Steps[len(change.Steps)-1]
		return actionNumber(change.Action), number[last.ID]
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int {
		phaseA, positionA := place(&a)
		phaseB, positionB := place(&b)
		return cmp.Or(cmp.Compare(phaseA, phaseB), cmp.Compare(positionA, positionB))
	})
}

// actionNumber is the order in which changes are read.
func actionNumber(a Action) int {
	return slices.Index([]Action{Delete, Alter, Rebuild, Add, Recreate, Adopt, Metadata}, a)
}

func sortIssues(list []Issue) []Issue {
	if list == nil {
		return []Issue{}
	}
	slices.SortStableFunc(list, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(list)
}
