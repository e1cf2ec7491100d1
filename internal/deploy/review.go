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

// review compares a plan that somebody has looked at with the plan that would be made now.
type review struct {
	made, again *Plan
	steps       plan.Plan // what is to be carried out
	isRest      bool      // some steps of the plan were done before
}

// check refuses to carry out what nobody has seen, or has not confirmed.
func (r review) check(isConfirmed bool) error {
	if r.again.Version != r.made.Version || r.again.Connection != r.made.Connection {
		return staleFault(r.made)
	}
	same, err := r.isSame()
	if err != nil {
		return err
	}
	if !same {
		return fault.New(fault.Conflict, "the warehouse of environment %d has changed since plan %s was made", r.made.Environment, r.made.ID).
			WithHint("Make a new plan: it shows what is different.")
	}
	if stop := r.again.Result.Issues.Blocking; len(stop) > 0 {
		return fault.New(fault.Conflict, "plan %s cannot be deployed any more: %s", r.made.ID, stop[0].Message).
			WithHint("%s. Then make a new plan.", strings.TrimSuffix(stop[0].Hint, "."))
	}
	now := r.losses(r.again)
	if len(now) > 0 && !isConfirmed {
		return fault.New(fault.Invalid, "the plan destroys data: %s", listLosses(now)).
			WithHint("Look at the plan, and send confirmDestructive if that is what you want.")
	}
	return r.checkLosses(now)
}

// checkLosses refuses to destroy more than the plan said.
func (r review) checkLosses(now []difference.Loss) error {
	more := newLosses(r.losses(r.made), now)
	if len(more) == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "more would be destroyed than plan %s says: %s", r.made.ID, listLosses(more)).
		WithHint("Make a new plan: it shows what would be lost now.")
}

// losses are what the steps at hand destroy, by what a plan found.
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

// isSame reports whether to plan again gives the same statements. Of a plan that was carried out in part, what is left must
// be planned again; views that are only made anew because of what they read may have been left out, and are still made.
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
		again.Upstream, step.Upstream = nil, nil // what is done is waited for no more
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

// rebuiltBy are the steps that do no more than to make views anew that did not change themselves.
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

// isEqual compares as things are stored: one of them was.
func isEqual(one, other any) (bool, error) {
	a, err := json.Marshal(one)
	if err != nil {
		return false, err
	}
	b, err := json.Marshal(other)
	return bytes.Equal(a, b), err
}
