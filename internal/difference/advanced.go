package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/render"
)

// decideAdvanced is for a node whose type decides by itself how it changes: its create template sees what was deployed and
// what is wanted.
func (w *nodePlan) decideAdvanced() {
	isGone := w.before != nil && (w.before.Kind == Table || w.before.Kind == View || w.isDeployedElsewhere(w.before)) && w.there == nil
	switch {
	case w.before == nil:
		w.setAction(Add)
		w.advance(w.node.Create.Stages, AddPhase)
	case isGone:
		w.setAction(Recreate)
		w.advance(w.node.Create.Stages, AddPhase)
	case w.isOtherText() || alwaysDeployed(w.node):
		w.alterAdvanced()
	}
}

func (w *nodePlan) alterAdvanced() {
	if w.Previous == nil {
		w.stopUnknown()
		return
	}
	_, previous, ok := w.Previous(w.node.ID)
	if !ok {
		w.stopUnknown()
		return
	}
	if w.isRemapped(previous.Node) {
		w.remake()
		return
	}
	result, found := w.Desired.Renderer.Render(render.Request{Node: w.node.Node, Current: previous.Node, Template: render.Create})
	if result == nil {
		w.stopRendering(found)
		return
	}
	if len(result.Stages) == 0 {
		return // nothing to do; what is known about the node may have changed
	}
	w.setAction(Alter)
	w.isReplaced = true
	w.advance(result.Stages, AlterPhase)
}

// advance makes steps of the stages of a template, one for each phase that they name. The last one completes the node.
func (w *nodePlan) advance(stages []render.Stage, otherwise Phase) {
	phases := map[Phase][]render.Stage{}
	for _, stage := range stages {
		phase := phaseOf(stage.Phase, otherwise)
		phases[phase] = append(phases[phase], stage)
	}
	order := []Phase{DeletePhase, AlterPhase, AddPhase}
	suffix := map[Phase]string{DeletePhase: dropSuffix, AlterPhase: alterSuffix}
	var last *step
	for i, phase := range order {
		if len(phases[phase]) == 0 {
			continue
		}
		isLast := true
		for _, later := range order[i+1:] {
			isLast = isLast && len(phases[later]) == 0
		}
		name := suffix[phase]
		if isLast {
			name = ""
		}
		s := w.step(phase, name, w.goal())
		s.script.addStages(phases[phase])
		if w.there == nil && (w.change.Action == Add || w.change.Action == Recreate) {
			w.forbidReplace(s, 0)
		}
		w.markDropping(s, 0)
		if last != nil {
			s.after = append(s.after, last)
		} else {
			w.drops = s
		}
		last = s
	}
	w.gives, w.isCreating = last, true
	w.setStateAfter(w.after, last)
}

// markDropping marks what a template takes away from statement number from on. A table that is there is named with it: how
// much of it is lost only the template knows.
func (w *nodePlan) markDropping(s *step, from int) {
	if s.script.markDropping(from) && w.there != nil && !w.there.IsView && len(w.change.Destroys) == 0 {
		w.destroysTable(w.origin)
	}
}

// phaseOf is the part of the deploy that a stage asks for.
func phaseOf(asked render.Phase, otherwise Phase) Phase {
	switch asked {
	case render.DropPhase:
		return DeletePhase
	case render.AlterPhase:
		return AlterPhase
	case render.CreatePhase:
		return AddPhase
	default:
		return otherwise
	}
}

// stopUnknown is for a node that cannot be compared with what was deployed.
func (w *nodePlan) stopUnknown() {
	w.block(Issue{
		Code:    CodePreviousGone,
		Message: fmt.Sprintf("how %s was deployed is not known any more, and its type needs it to change the node", w.change.Ref()),
		Hint:    "Drop the object by hand, and deploy the node under another id.",
	})
}

// stopRendering is for a template that fails for what was deployed.
func (w *nodePlan) stopRendering(found []diagnostic.Diagnostic) {
	for _, d := range found {
		if d.Severity == diagnostic.Error {
			w.block(Issue{Code: string(d.Code), Message: d.Message, Hint: d.Hint})
		}
	}
}
