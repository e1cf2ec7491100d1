package difference

import (
	"fmt"
	"slices"
)

// nameReuse is a step that takes a name that another node had, and whose object was gone before.
type nameReuse struct {
	by   *step
	from *nodePlan
}

// orderNameReuse notes that those whose names are taken have no object from then on, until they are made anew, which comes
// after it. When the step that takes the name waits for that anyway, what is known about the other is true already.
func (c *comparison) orderNameReuse() {
	for _, t := range c.takings {
		isSettled := slices.ContainsFunc(t.from.steps, func(s *step) bool { return s.id == t.from.id() && t.by.waitsFor(s, map[*step]bool{}) })
		if isSettled {
			continue
		}
		t.from.markObjectGone(t.by)
		for _, s := range t.from.steps {
			if !t.by.waitsFor(s, map[*step]bool{}) {
				s.after = append(s.after, t.by)
			}
		}
	}
}

// waitsFor reports whether another step is done before the step, directly or through others.
func (s *step) waitsFor(other *step, seen map[*step]bool) bool {
	if s == other {
		return true
	}
	seen[s] = true
	return slices.ContainsFunc(s.after, func(before *step) bool { return !seen[before] && before.waitsFor(other, seen) })
}

// markObjectGone notes that after a step the node has no object: it was dropped, or it was gone before and another node has taken
// its name. What is there under the name then must not be taken for the node's own.
func (w *nodePlan) markObjectGone(by *step) {
	between := *w.before
	between.IsDropped = true
	w.states = append([]NewState{{Node: w.id(), State: &between, Step: string(by.id)}}, w.states...)
}

func (w *nodePlan) stopTaken(whose string) {
	w.block(Issue{
		Code:    CodeTaken,
		Message: fmt.Sprintf("%s cannot become %s: there is an object of that name, %s", w.change.Ref(), w.name(), whose),
		Hint:    "Give the node another name, or move the object out of the way.",
	})
}
