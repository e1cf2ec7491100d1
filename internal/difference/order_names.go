package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// nameReuse is a step that takes the name of another node, whose object was gone before.
type nameReuse struct {
	by   *step
	from *decision
}

// releasing returns the step after which another node can take the name that a node had, nil if there is none.
func (o *order) releasing(d *decision) *step {
	if s := find(d.steps, func(s *step) bool { return s.releasesName }); s != nil {
		return s
	}
	if d.observed != nil && (d.desired == nil || d.isMoved() && !d.mayKeepName()) {
		return o.removing(d)
	}
	return nil
}

// mayKeepName reports whether the object may keep its old name when the node gets another one, because only its template
// knows.
func (n *nodeFacts) mayKeepName() bool {
	return n.desired.Strategy == transform.DeployAdvanced || n.desired.Kind == Other && n.deployed.Kind == Other
}

// linkName lets a node take a name after the node that has it released it. It blocks the plan if the name is not released.
func (o *order) linkName(d *decision) {
	main := o.providing(d)
	if d.desired == nil || main == nil || d.observed != nil && !d.isMoved() || o.linkLeftover(d, main) {
		return
	}
	owner, taken := o.deployedAt[o.keyOf(d.target())]
	if !taken || owner == d.id() {
		if d.observed != nil && o.find(d.target()) != nil {
			o.blockTaken(d, "that no node of this environment deployed")
		}
		return
	}
	other := o.byNode[owner]
	if other != nil {
		if s := o.releasing(other); s != nil {
			o.wait(main, s)
			return
		}
	}
	switch {
	case o.find(d.target()) != nil:
		o.blockTaken(d, fmt.Sprintf("of the node with the id %s", owner))
	case other != nil:
		o.reuses = append(o.reuses, nameReuse{by: main, from: other})
	}
}

// linkLeftover lets a node take a name after the leftover of an earlier move was dropped there. It returns false if there is
// none, or if the plan does not drop it.
func (o *order) linkLeftover(d *decision, main *step) bool {
	leaver, isLeft := o.leftoverAt[o.keyOf(d.target())]
	if !isLeft {
		return false
	}
	drop := find(o.steps[leaver], func(s *step) bool { return s.id == leaver+leftSuffix })
	if drop != nil {
		o.wait(main, drop)
	}
	return drop != nil
}

// linkReuses records that a node whose name is taken has no object from then on, until it is recreated, which comes after it.
// If the step that takes the name waits for that anyway, the stored state is true already.
func (o *order) linkReuses() {
	for _, reuse := range o.reuses {
		steps := o.steps[reuse.from.id()]
		isRecreated := slices.ContainsFunc(steps, func(s *step) bool { return s.id == reuse.from.id() && o.waitsFor(reuse.by, s) })
		if isRecreated {
			continue
		}
		o.markObjectGone(reuse.from, reuse.by)
		for _, s := range steps {
			if !o.waitsFor(reuse.by, s) {
				o.wait(s, reuse.by)
			}
		}
	}
}

// waitsFor reports whether a step comes after another, directly or through others.
func (o *order) waitsFor(s, other *step) bool {
	seen := map[*step]bool{}
	var visit func(*step) bool
	visit = func(s *step) bool {
		if s == other {
			return true
		}
		seen[s] = true
		return slices.ContainsFunc(o.after[s], func(before *step) bool { return !seen[before] && visit(before) })
	}
	return visit(s)
}

// markObjectGone records that a node has no object after a step: it was dropped, or it was gone before and another node takes
// its name. A later plan must not mistake what has the name then for the object of the node.
func (o *order) markObjectGone(d *decision, by *step) {
	between := *d.deployed
	between.IsDropped = true
	o.gone[d.id()] = append([]NewState{{Node: d.id(), State: &between, Step: string(by.id)}}, o.gone[d.id()]...)
}

// statesOf returns the new states of a node. Of several states after the same merged step, the last one counts.
func (o *order) statesOf(d *decision) []NewState {
	var list []NewState
	for _, state := range slices.Concat(o.gone[d.id()], d.states) {
		if one, isMerged := o.merged[transform.NodeID(state.Step)]; isMerged {
			state.Step = string(one)
		}
		list = slices.DeleteFunc(list, func(earlier NewState) bool { return state.Step != "" && earlier.Step == state.Step })
		list = append(list, state)
	}
	return list
}

func (o *order) blockTaken(d *decision, whose string) {
	o.issues = append(o.issues, d.about(Issue{
		Code:    CodeNameTaken,
		Message: fmt.Sprintf("%s cannot become %s: the name is taken by an object %s", d.ref(), d.object(), whose),
		Hint:    "Rename the node, or rename or drop the object.",
	}))
}
