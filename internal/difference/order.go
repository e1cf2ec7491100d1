package difference

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// order puts the steps of all decisions into an order: phase by phase and, within a phase, in the order of the graph, unless a
// step has to wait for another.
//
//	split    a view is dropped in a step of its own where others need that
//	link     steps wait for what they read, for readers to be dropped, and for names
//	sort     a step comes after the steps that it waits for
//	merge    where views block changes, the steps between the drop and the create of a view become one transaction
type order struct {
	*facts

	changes []*decision
	byNode  map[transform.NodeID]*decision
	steps   map[transform.NodeID][]*step // of each node, once views are split
	after   map[*step][]*step            // what each step waits for
	split   map[transform.NodeID]bool    // the views that are dropped in a step of their own
	readBy  map[objectKey][]*decision    // by view: the changing nodes that it reads according to the engine
	rank    map[transform.NodeID]int     // the position of a node in the graph; 0 for a deleted node
	gone    map[transform.NodeID][]NewState
	reuses  []nameReuse
	merged  map[transform.NodeID]transform.NodeID // by the id of a step: that of the step that it became a part of
	sorted  []*step
	issues  []Issue // that block the plan
}

// orderSteps orders the steps of decisions.
func orderSteps(f *facts, changes []*decision) *order {
	o := &order{
		facts: f, changes: changes, byNode: make(map[transform.NodeID]*decision, len(changes)),
		steps: make(map[transform.NodeID][]*step, len(changes)), after: map[*step][]*step{}, split: map[transform.NodeID]bool{},
		readBy: map[objectKey][]*decision{}, rank: map[transform.NodeID]int{}, gone: map[transform.NodeID][]NewState{},
	}
	if len(changes) == 0 {
		return o
	}
	o.index()
	for _, d := range changes {
		o.splitView(d)
	}
	o.linkAll()
	o.sort()
	o.mergeSteps()
	return o
}

func (o *order) index() {
	for i, key := range o.in.Desired.Graph.Order() {
		o.rank[transform.NodeID(key)] = i
	}
	for _, d := range o.changes {
		o.byNode[d.id()], o.steps[d.id()] = d, d.steps
		if d.observed != nil {
			for i := range d.observed.Dependents {
				key := d.dependentKey(&d.observed.Dependents[i])
				o.readBy[key] = append(o.readBy[key], d)
			}
		}
	}
}

// removing returns the step that drops or changes the object of a node, nil if there is none.
func (o *order) removing(d *decision) *step { return removing(o.steps[d.id()]) }

// providing returns the step that others wait for, nil if there is none.
func (o *order) providing(d *decision) *step { return providing(o.steps[d.id()]) }

// wait lets a step wait for another.
func (o *order) wait(s, before *step) { o.after[s] = append(o.after[s], before) }

// splitView drops a view in a step of its own, if the engine would not let what it reads change otherwise, if others wait for
// its name, or if it moves to another database, because a transaction writes to one.
func (o *order) splitView(d *decision) {
	main := o.providing(d)
	if d.observed == nil || !d.observed.IsView || main == nil || !main.removes || main.drops == 0 {
		return
	}
	blocksUpstream := o.dialect.Capabilities().ViewsBlockChanges && o.readsReplaced(d)
	if !d.changesDatabase() && !o.displaced[d.id()] && !blocksUpstream {
		return
	}
	drop := &step{id: d.id() + dropSuffix, node: d.id(), phase: DeletePhase, at: d.start, removes: true}
	create := *main
	drop.script, create.script = main.script.split(main.drops)
	create.phase, create.drops, create.removes = AddPhase, 0, false
	create.after = append(slices.Clone(main.after), drop)
	steps := append(slices.Clone(d.steps), drop)
	steps[slices.Index(steps, main)] = &create
	o.steps[d.id()], o.split[d.id()] = steps, true
	if d.deployed != nil {
		o.markObjectGone(d, drop)
	}
}

// readsReplaced reports whether anything is replaced that the node reads until now.
func (o *order) readsReplaced(d *decision) bool {
	return slices.ContainsFunc(o.reads(d), func(up *decision) bool { return up.replaces })
}

// reads returns the changing nodes that a node was deployed to read, or that it reads according to the engine.
func (o *order) reads(d *decision) []*decision {
	var list []*decision
	if d.deployed != nil {
		for _, id := range d.deployed.Upstream {
			if up, ok := o.byNode[id]; ok && up != d {
				list = append(list, up)
			}
		}
	}
	for _, up := range o.readBy[o.keyOf(d.source)] {
		if up != d && !slices.Contains(list, up) {
			list = append(list, up)
		}
	}
	return list
}

// linkAll finds what each step waits for.
func (o *order) linkAll() {
	for _, d := range o.changes {
		for _, s := range o.steps[d.id()] {
			o.after[s] = append(o.after[s], s.after...)
		}
	}
	for _, d := range o.changes {
		if s, main := find(d.steps, func(s *step) bool { return s.releasesName }), o.providing(d); s != nil && main != nil {
			o.wait(main, s)
		}
	}
	for _, d := range o.changes {
		o.linkUpstream(d)
		o.linkReaders(d)
		o.linkName(d)
	}
	o.linkReuses()
}

// linkUpstream lets the create template wait for what the node reads.
func (o *order) linkUpstream(d *decision) {
	main := o.providing(d)
	if main == nil || !main.runsTemplate {
		return
	}
	for _, id := range d.desired.Upstream {
		if up, ok := o.byNode[id]; ok && up != d {
			if s := o.providing(up); s != nil {
				o.wait(main, s)
			}
		}
	}
}

// linkReaders lets an object be dropped or changed after its readers were dropped: deleted nodes and, if the engine requires
// it, views.
func (o *order) linkReaders(d *decision) {
	drop := o.removing(d)
	isView := d.observed != nil && d.observed.IsView && o.dialect.Capabilities().ViewsBlockChanges && drop != o.providing(d)
	if drop == nil || d.desired != nil && !isView {
		return
	}
	for _, up := range o.reads(d) {
		if s := o.removing(up); up.replaces && s != nil {
			o.wait(s, drop)
		}
	}
}

// sort puts the steps into an order. Two steps of one id could not be told apart.
func (o *order) sort() {
	var all []*step
	seen := map[transform.NodeID]bool{}
	for _, d := range o.changes {
		for _, s := range o.steps[d.id()] {
			if seen[s.id] {
				o.issues = append(o.issues, d.about(Issue{
					Code: string(diagnostic.DuplicateID), Message: fmt.Sprintf("the id %s belongs to a node and to a step of another node", s.id),
					Hint: "Give the node another id, without a slash.",
				}))
			}
			seen[s.id] = true
			all = append(all, s)
		}
	}
	o.sorted = o.sortSteps(all)
	if len(o.sorted) < len(all) && !o.hasCycle() {
		o.issues = append(o.issues, Issue{
			Code: string(diagnostic.Cycle), Message: "some of the changes wait for each other, so none can be first",
			Hint: "Deploy them one after the other.",
		})
	}
}

// hasCycle reports whether nodes of the project need each other, which blocks a plan anyway.
func (o *order) hasCycle() bool {
	return slices.ContainsFunc(o.in.Desired.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.Code == diagnostic.Cycle })
}

// sortSteps puts steps after those that they wait for. Of the steps that can be next, it takes the one of the earliest phase
// and node. It omits steps that wait for each other.
func (o *order) sortSteps(all []*step) []*step {
	sorted := make([]*step, 0, len(all))
	waiting, releases := map[*step]int{}, map[*step][]*step{}
	ready := &stepHeap{rank: o.rank}
	for _, s := range all {
		for _, before := range o.after[s] {
			if before != s {
				waiting[s]++
				releases[before] = append(releases[before], s)
			}
		}
		if waiting[s] == 0 {
			heap.Push(ready, s)
		}
	}
	for ready.Len() > 0 {
		s, _ := heap.Pop(ready).(*step)
		sorted = append(sorted, s)
		for _, next := range releases[s] {
			if waiting[next]--; waiting[next] == 0 {
				heap.Push(ready, next)
			}
		}
	}
	return sorted
}

// stepHeap returns the next of the steps that can be done.
type stepHeap struct {
	steps []*step
	rank  map[transform.NodeID]int
}

func (h *stepHeap) Len() int      { return len(h.steps) }
func (h *stepHeap) Swap(i, j int) { h.steps[i], h.steps[j] = h.steps[j], h.steps[i] }

// Less compares by phase, then by the position of the node in the graph.
func (h *stepHeap) Less(i, j int) bool {
	a, b := h.steps[i], h.steps[j]
	return cmp.Or(cmp.Compare(a.phase.number(), b.phase.number()), cmp.Compare(h.rank[a.node], h.rank[b.node]), cmp.Compare(a.id, b.id)) < 0
}

// Push implements heap.Interface.
func (h *stepHeap) Push(x any) {
	if s, ok := x.(*step); ok {
		h.steps = append(h.steps, s)
	}
}

// Pop implements heap.Interface.
func (h *stepHeap) Pop() any {
	last := h.steps[len(h.steps)-1]
	h.steps = h.steps[:len(h.steps)-1]
	return last
}

// number is the position of the phase in a deploy.
func (p Phase) number() int {
	switch p {
	case DeletePhase:
		return 0
	case AlterPhase:
		return 1
	default:
		return 2
	}
}
