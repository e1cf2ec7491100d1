package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/transform"
)

// decideDelete decides about a deployed node that the project does not deploy any more.
func decideDelete(n *nodeFacts) *decision {
	d := &decision{nodeFacts: n, action: Delete, replaces: true}
	switch {
	case n.isElsewhere && !n.deployed.IsDropped:
		d.reportElsewhere()
	case n.deployed.IsDropped:
	case n.deployed.Strategy == transform.DeployAdvanced:
		d.deleteByTemplate()
	case n.deployed.Kind == Other:
		d.warn(Issue{
			Code:    CodeNothingToDrop,
			Message: fmt.Sprintf("%s is not dropped: only its node type knew how to drop it", d.object()),
			Hint:    "Drop it manually when it is no longer needed.",
		})
	case n.drift != "":
		d.warnDrift()
	case n.deployed.Kind == Table || n.deployed.Kind == View:
		s := d.step(DeletePhase, "", n.source)
		s.removes = true
		d.dropObserved(s)
		d.setStateAfter(nil, s)
		d.dropLeftovers()
	}
	if len(d.states) == 0 {
		d.setStateAfter(nil, nil)
	}
	return d
}

// deleteByTemplate runs the statements by which the type of the node drops its object.
func (d *decision) deleteByTemplate() {
	stages, ok := d.dropStages()
	if !ok {
		return
	}
	s := d.step(DeletePhase, "", d.source)
	s.removes = true
	s.script.addPlanned(stages)
	s.script.markDestructive(0)
	if d.observed != nil && !d.observed.IsView {
		d.losesTable(d.source)
	}
	d.setStateAfter(nil, s)
}
