package difference

import "github.com/millrace/millrace/internal/transform"

// leavers are the deployed nodes by where something of theirs has to be dropped yet.
func (c *comparison) leavers() map[objectKey]transform.NodeID {
	if c.leftAt == nil {
		c.leftAt = map[objectKey]transform.NodeID{}
		for id, state := range c.Stored {
			if c.isDeployedElsewhere(&state) {
				continue
			}
			for _, left := range state.Leftovers {
				c.leftAt[c.warehouse.spotOf(left)] = id
			}
		}
	}
	return c.leftAt
}

// dropLeft drops what an earlier plan left in another database. Its rows are in the new table, so nothing is lost.
func (w *nodePlan) dropLeft() {
	if w.before == nil || len(w.before.Leftovers) == 0 {
		return
	}
	s := w.step(DeletePhase, leftSuffix, w.before.Leftovers[0])
	for _, left := range w.before.Leftovers {
		if _, isTaken := w.occupants()[w.warehouse.spotOf(left)]; !isTaken && w.warehouse.find(left) != nil && w.holder(left) == "" && !w.isDeployedElsewhere(w.before) {
			w.dropCopied(s, left)
		}
	}
	if w.change.Action == "" {
		w.setAction(Alter)
		w.setStateAfter(w.after, s)
		return
	}
	if len(s.script.stages) > 0 {
		between := *w.before // should the deploy end there, others may have taken the name, and it must not be dropped again
		between.Leftovers = nil
		w.states = append([]NewState{{Node: w.id(), State: &between, Step: string(s.id)}}, w.states...)
	}
	for _, waiting := range []*step{w.gives, w.drops} {
		if waiting != nil {
			waiting.after = append(waiting.after, s)
		}
	}
}

// waitForLeft lets a node take a name after what an earlier move left there was dropped. It is false when there is no such
// thing, or it is not dropped.
func (w *nodePlan) waitForLeft() bool {
	leaver, isLeft := w.leavers()[w.warehouse.spotOf(w.goal())]
	if !isLeft {
		return false
	}
	for _, other := range w.works {
		for _, s := range other.steps {
			if s.id == leaver+leftSuffix {
				w.gives.after = append(w.gives.after, s)
				return true
			}
		}
	}
	return false
}
