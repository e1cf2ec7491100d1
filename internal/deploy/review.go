package deploy

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// review compares a stored plan with the plan that would be made now.
type review struct {
	made, again *Plan
	steps       plan.Plan // what is to be executed
	isRest      bool      // some steps of the plan were completed before
}

// check rejects a plan that has changed since it was made, is blocked, or has unconfirmed losses.
func (r review) check(isConfirmed bool) error {
	if r.again.Version != r.made.Version || r.again.Connection != r.made.Connection {
		return staleFault(r.made)
	}
	same, err := r.isSame()
	if err != nil {
		return err
	}
	if !same {
		return fault.New(fault.Conflict, "the database of environment %d has changed since plan %s was made", r.made.Environment, r.made.ID).
			WithHint("Make a new plan to see the differences.")
	}
	if stop := r.again.Result.Issues.Blocking; len(stop) > 0 {
		return fault.New(fault.Conflict, "plan %s cannot be deployed any more: %s", r.made.ID, stop[0].Message).
			WithHint("%s. Then make a new plan.", strings.TrimSuffix(stop[0].Hint, "."))
	}
	now := r.losses(r.again)
	if len(now) > 0 && !isConfirmed {
		return fault.New(fault.Invalid, "the plan destroys data: %s", listLosses(now)).
			WithHint("Review the plan, and send confirmDestructive to confirm it.")
	}
	return r.checkLosses(now)
}

// checkLosses rejects losses that are more than the plan lists.
func (r review) checkLosses(now []difference.Loss) error {
	more := newLosses(r.losses(r.made), now)
	if len(more) == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "more data would be destroyed than plan %s lists: %s", r.made.ID, listLosses(more)).
		WithHint("Make a new plan to see what would be lost now.")
}

// losses returns what the steps destroy according to a plan.
func (r review) losses(of *Plan) []difference.Loss {
	left := make(map[string]bool, len(r.steps.Nodes))
	for i := range r.steps.Nodes {
		left[string(r.steps.Nodes[i].ID)] = true
	}
	var list []difference.Loss
	for i := range of.Result.Changes {
		change := &of.Result.Changes[i]
		if !r.isRest || slices.ContainsFunc(change.Steps, func(s difference.Step) bool { return left[s.ID] }) {
			list = append(list, change.Losses...)
		}
	}
	return list
}

// isSame reports whether planning again returns the same statements. After a part of a plan was executed, the new plan must
// contain the remaining steps. It may omit views that are only recreated because of what they read; they are still recreated.
func (r review) isSame() (bool, error) {
	if !r.isRest {
		return isEqual(withoutNames(r.again.Result.Plan.Nodes), withoutNames(r.steps.Nodes))
	}
	planned := make(map[transform.NodeID]plan.Node, len(r.again.Result.Plan.Nodes))
	for _, step := range r.again.Result.Plan.Nodes {
		planned[step.ID] = step
	}
	rebuilt := rebuiltBy(r.made)
	for _, step := range r.steps.Nodes {
		again, isPlanned := planned[step.ID]
		if !isPlanned && rebuilt[step.ID] {
			continue
		}
		again.Upstream, step.Upstream = nil, nil // steps do not wait for completed ones
		if same, err := isEqual(withoutNames([]plan.Node{again}), withoutNames([]plan.Node{step})); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// withoutNames returns steps without the names of their statements, which are for people and may change with a version.
func withoutNames(steps []plan.Node) []plan.Node {
	list := slices.Clone(steps)
	for i := range list {
		list[i].Stages = slices.Clone(list[i].Stages)
		for k := range list[i].Stages {
			list[i].Stages[k].Name = ""
		}
	}
	return list
}

// rebuiltBy returns the steps that only recreate unchanged views.
func rebuiltBy(p *Plan) map[transform.NodeID]bool {
	steps := map[transform.NodeID]bool{}
	for i := range p.Result.Changes {
		for _, step := range p.Result.Changes[i].Steps {
			id := transform.NodeID(step.ID)
			others, isKnown := steps[id]
			steps[id] = p.Result.Changes[i].Action == difference.Rebuild && (others || !isKnown)
		}
	}
	return steps
}

// isEqual compares the JSON of two values, because one of them was stored.
func isEqual(one, other any) (bool, error) {
	a, err := json.Marshal(one)
	if err != nil {
		return false, err
	}
	b, err := json.Marshal(other)
	return bytes.Equal(a, b), err
}
