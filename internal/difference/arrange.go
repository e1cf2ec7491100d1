package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// linkSteps finds out what has to be done before what, and puts the steps into an order: the phases one after the other, the
// nodes of each in the order of the graph, wherever nothing else decides.
func (c *comparison) linkSteps() {
	for _, w := range c.works {
		w.blockOnDependentViews()
		w.restoreProperties()
		w.splitView()
		w.findFreeing()
	}
	for _, w := range c.works {
		w.waitForUpstream()
		w.waitForReaders()
		w.waitForName()
	}
	c.orderNameReuse()
	c.order()
	c.mergeSteps()
}

// splitView drops a view in a step of its own, ahead, when the engine would not let what it reads be changed otherwise, when
// others wait for its name, or when it goes to another database: a transaction writes to one.
func (w *nodePlan) splitView() {
	if w.there == nil || !w.there.IsView || w.drops == nil || w.drops != w.gives || w.gives.head == 0 {
		return
	}
	if w.after != nil && w.changesDatabase() || w.asides[w.id()] || w.warehouse.words.Capabilities().ViewsBlockChanges && w.readsReplaced() {
		w.split()
	}
}

// readsReplaced reports whether anything that the node reads until now is replaced.
func (w *nodePlan) readsReplaced() bool {
	return slices.ContainsFunc(w.reads(), func(up *nodePlan) bool { return up.isReplaced })
}

// reads are the nodes that something happens to and that the node was deployed to read, or that the engine says it reads.
func (w *nodePlan) reads() []*nodePlan {
	var list []*nodePlan
	if w.before != nil {
		for _, id := range w.before.Upstream {
			if up, ok := w.byID[id]; ok && up != w {
				list = append(list, up)
			}
		}
	}
	for _, up := range w.readByViews()[w.warehouse.spotOf(w.origin)] {
		if up != w && !slices.Contains(list, up) {
			list = append(list, up)
		}
	}
	return list
}

// findFreeing finds the step after which another node can take the name that the node had.
func (w *nodePlan) findFreeing() {
	if w.frees == nil && w.there != nil && (w.after == nil || w.isMoved() && !w.mayKeepName()) {
		w.frees = w.drops
	}
	if w.frees != nil && w.gives != nil && w.frees.id == w.id()+asideSuffix {
		w.gives.after = append(w.gives.after, w.frees)
	}
}

// mayKeepName reports whether the object may stay under its old name when the node gets another one: only its template knows.
func (w *nodePlan) mayKeepName() bool {
	return w.after.Strategy == transform.DeployAdvanced || w.after.Kind == Other && w.before.Kind == Other
}

func (w *nodePlan) split() {
	main := w.gives
	ahead := w.step(DeletePhase, dropSuffix, w.at)
	ahead.script.stages, main.script.stages = main.script.stages[:main.head:main.head], main.script.stages[main.head:]
	ahead.script.destroy, main.script.destroy = main.script.destroy[:main.head:main.head], main.script.destroy[main.head:]
	main.head = 0
	main.phase = AddPhase
	main.after = append(main.after, ahead)
	w.drops, w.isApart = ahead, true
	if w.before != nil {
		w.markObjectGone(ahead)
	}
}

// waitForUpstream lets what is made from a query wait for what it reads.
func (w *nodePlan) waitForUpstream() {
	if !w.isCreating || w.gives == nil {
		return
	}
	for _, id := range w.after.Upstream {
		if up, ok := w.byID[id]; ok && up != w && up.gives != nil {
			w.gives.after = append(w.gives.after, up.gives)
		}
	}
}

// waitForReaders lets an object be dropped or changed after those who read it were dropped: what is deleted, and views,
// where the engine wants that.
func (w *nodePlan) waitForReaders() {
	isView := w.there != nil && w.there.IsView && w.warehouse.words.Capabilities().ViewsBlockChanges && w.drops != w.gives
	if w.drops == nil || w.after != nil && !isView {
		return
	}
	for _, up := range w.reads() {
		if up.isReplaced && up.drops != nil {
			up.drops.after = append(up.drops.after, w.drops)
		}
	}
}

// waitForName lets a node take a name after the one that has it gave it up.
func (w *nodePlan) waitForName() {
	if w.after == nil || w.gives == nil || w.there != nil && !w.isMoved() {
		return
	}
	owner, taken := w.occupants()[w.warehouse.spotOf(w.goal())]
	switch {
	case w.waitForLeft():
	case !taken || owner == w.id():
		if w.there != nil && w.warehouse.find(w.goal()) != nil {
			w.stopTaken("which no node of this environment has")
		}
	case w.byID[owner] != nil && w.byID[owner].frees != nil:
		w.gives.after = append(w.gives.after, w.byID[owner].frees)
	case w.warehouse.find(w.goal()) != nil:
		w.stopTaken(fmt.Sprintf("which belongs to the node with the id %s", owner))
	case w.byID[owner] != nil:
		w.takings = append(w.takings, nameReuse{by: w.gives, from: w.byID[owner]})
	}
}
