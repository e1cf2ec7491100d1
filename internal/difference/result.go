package difference

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// Compare returns what has to happen so that the database becomes what the project says.
func Compare(in Input) *Result {
	f := newFacts(in)
	ds := decideAll(f)
	o := orderSteps(f, ds.changes())
	r := &Result{Changes: []Change{}, Drift: ds.drift(), States: []NewState{}, Queries: ds.queries()}
	steps := o.freeze(r)
	o.describeChanges(r, steps)
	r.Issues = check(ds, o)
	return r
}

// Result is what Compare returns.
type Result struct {
	Changes []Change `json:"changes"` // in the order of the phases: deleted, altered, added, and those without a step
	Issues  Issues   `json:"issues"`
	Drift   []Drift  `json:"drift"`
	// Plan is what a deploy executes. It is meaningful only if no issue blocks it.
	Plan plan.Plan `json:"plan"`
	// States are the states of the nodes after the plan.
	States []NewState `json:"states"`
	// Queries are those whose columns the engine has to describe to infer the types of columns that have no written type.
	// Comparing again with their descriptions returns a better result.
	Queries []string `json:"-"`
	// Scope is how the plan was limited; nil if it was not.
	Scope *Scope `json:"scope,omitempty"`
}

// NewState is the state of a node after a step of the plan.
type NewState struct {
	Node  transform.NodeID `json:"node"`
	State *State           `json:"state,omitempty"` // nil: the node is no longer deployed
	// Step is the id of the node in the plan whose completion makes the state true. It is empty if the deploy as a whole does.
	// A node may have several new states; of those whose steps are done, the last in the list counts.
	Step string `json:"step,omitempty"`
}

// IsEmpty reports whether there is nothing to do and no state to store.
func (r *Result) IsEmpty() bool { return len(r.Changes) == 0 && len(r.States) == 0 }

// drift returns the drift of all decided nodes.
func (ds *decisions) drift() []Drift {
	list := []Drift{}
	for _, d := range ds.all {
		if d.drift != "" {
			ref := transform.NodeRef{Location: d.deployed.Location, Name: d.deployed.Name}
			list = append(list, Drift{Node: d.id(), Name: ref.String(), Object: d.qualified(d.deployed.ObjectRef()), Message: d.drift})
		}
	}
	return list
}

func (ds *decisions) queries() []string {
	var list []string
	for _, d := range ds.all {
		if d.query != "" {
			list = append(list, d.query)
		}
	}
	return slices.Compact(list)
}

// freeze makes the plan, and returns the steps of each node for people. It omits steps without statements.
func (o *order) freeze(r *Result) map[transform.NodeID][]Step {
	position := make(map[*step]int, len(o.sorted))
	shown := make(map[transform.NodeID][]Step, len(o.changes))
	for _, s := range o.sorted {
		if len(s.script.stages) == 0 {
			continue
		}
		position[s] = len(r.Plan.Nodes)
		var upstream []int
		for _, before := range o.after[s] {
			if at, ok := position[before]; ok {
				upstream = append(upstream, at)
			}
		}
		slices.Sort(upstream)
		state := o.byNode[s.node].mainState()
		r.Plan.Nodes = append(r.Plan.Nodes, plan.Node{
			ID: s.id, Name: state.Name, Location: state.Location, Type: state.Type, Schema: s.at.Schema,
			Upstream: slices.Compact(upstream), Stages: s.script.stages, MoreSchemas: s.moreSchemas(),
		})
		offset := 0
		for _, part := range s.all() {
			if statements := part.script.statements(); len(statements) > 0 {
				shown[part.node] = append(shown[part.node], Step{
					ID: string(s.id), Phase: part.phase, Object: o.qualified(part.at), Offset: offset, Statements: statements,
				})
				offset += len(statements)
			}
		}
	}
	return shown
}

// describeChanges adds the changes and the new states.
func (o *order) describeChanges(r *Result, steps map[transform.NodeID][]Step) {
	planned := map[string]bool{}
	for _, id := range r.Plan.IDs() {
		planned[string(id)] = true
	}
	for _, d := range o.changes {
		state := d.mainState()
		change := Change{
			Node: d.id(), Name: state.Name, Location: state.Location, Type: state.Type, Object: d.object(), Action: d.action,
			Columns: d.columns, Steps: steps[d.id()], Losses: d.losses, Description: d.describe(),
		}
		change.Impact, change.HasMoreImpact = d.impact()
		change.Category, change.Reason = d.categorize(change.Impact)
		r.Changes = append(r.Changes, change)
		for _, state := range o.statesOf(d) {
			if !planned[state.Step] {
				state.Step = "" // no statement has to be executed for it
			}
			r.States = append(r.States, state)
		}
	}
	sortChanges(r)
}

// sortChanges puts the changes into the order of the phases, then of the plan.
func sortChanges(r *Result) {
	number := make(map[string]int, len(r.Plan.Nodes))
	for i := range r.Plan.Nodes {
		number[string(r.Plan.Nodes[i].ID)] = i
	}
	position := func(change *Change) int {
		if len(change.Steps) == 0 {
			return len(number)
		}
		return number[change.Steps[len(change.Steps)-1].ID]
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Action.number(), b.Action.number()), cmp.Compare(position(&a), position(&b)))
	})
}

// CountQueries returns the queries for numbers of rows that the result needs, each once. Each returns one number. The queries whose
// answers may unblock the plan come first.
func (r *Result) CountQueries() []string {
	var stops, losses []string
	for _, issue := range r.Issues.Blocking {
		if issue.OnlyWithRows != "" {
			stops = append(stops, issue.OnlyWithRows)
		}
	}
	for i := range r.Changes {
		for _, d := range r.Changes[i].Losses {
			if d.Rows == nil && !slices.Contains(stops, d.CountQuery) {
				losses = append(losses, d.CountQuery)
			}
		}
	}
	slices.Sort(stops)
	slices.Sort(losses)
	return slices.Concat(slices.Compact(stops), slices.Compact(losses))
}

// SetCounts adds the numbers of rows, by query. It removes issues that only tables with rows have, for tables without. What was
// not counted stays unknown.
func (r *Result) SetCounts(rows map[string]int64) {
	for i := range r.Changes {
		destroys := r.Changes[i].Losses
		for k := range destroys {
			if n, known := rows[destroys[k].CountQuery]; known {
				destroys[k].Rows = &n
			}
		}
	}
	r.Issues.Blocking = slices.DeleteFunc(r.Issues.Blocking, func(issue Issue) bool {
		n, known := rows[issue.OnlyWithRows]
		return issue.OnlyWithRows != "" && known && n == 0
	})
	for i := range r.Issues.Blocking {
		if _, known := rows[r.Issues.Blocking[i].OnlyWithRows]; known {
			r.Issues.Blocking[i].OnlyWithRows = ""
		}
	}
}
