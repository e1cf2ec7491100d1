package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// decideAdvanced decides about a node whose type decides by itself how it changes: its create template gets the deployed and
// the desired node.
func decideAdvanced(n *nodeFacts) *decision {
	d := newDecision(n)
	isGone := n.deployed != nil && n.observed == nil && (n.deployed.Kind == Table || n.deployed.Kind == View || n.isElsewhere)
	switch {
	case n.deployed == nil:
		d.action = Add
		d.runTemplate(n.node.Create.Stages, AddPhase)
	case isGone:
		d.action = Recreate
		d.runTemplate(n.node.Create.Stages, AddPhase)
	case n.textChanged() || alwaysDeployed(n.node):
		d.alterByTemplate()
	}
	return d
}

func (d *decision) alterByTemplate() {
	_, previous, ok := d.previous()
	if !ok {
		return
	}
	if d.isRemapped(previous.Node) {
		d.createInNewSchema()
		return
	}
	result, found := d.in.Desired.Renderer.Render(render.Request{Node: d.node.Node, Current: previous.Node, Template: render.Create})
	if result == nil {
		d.blockRendering(found)
		return
	}
	if len(result.Stages) == 0 {
		return // no DDL; the stored state may change
	}
	d.action, d.replaces = Alter, true
	d.runTemplate(result.Stages, AlterPhase)
}

// runTemplate adds one step for each phase that the stages of a template name. The last one completes the node.
func (d *decision) runTemplate(stages []render.Stage, otherwise Phase) {
	phases := map[Phase][]render.Stage{}
	for _, stage := range stages {
		phase := phaseOf(stage.Phase, otherwise)
		phases[phase] = append(phases[phase], stage)
	}
	suffix := map[Phase]string{DeletePhase: dropSuffix, AlterPhase: alterSuffix}
	var last *step
	remaining := len(phases)
	for _, phase := range []Phase{DeletePhase, AlterPhase, AddPhase} {
		if len(phases[phase]) == 0 {
			continue
		}
		name := suffix[phase]
		if remaining--; remaining == 0 {
			name = ""
		}
		s := d.step(phase, name, d.target())
		s.runsTemplate, s.removes, s.provides = true, last == nil, remaining == 0
		s.script.addStages(phases[phase])
		if d.observed == nil && (d.action == Add || d.action == Recreate) {
			d.forbidReplace(s, 0)
		}
		d.markDestructive(s, 0)
		if last != nil {
			s.after = append(s.after, last)
		}
		last = s
	}
	d.setStateAfter(d.desired, last)
}

// markDestructive marks the destructive statements of a template, from one on. An existing table counts as lost with them,
// because only the template knows how much of it is.
func (d *decision) markDestructive(s *step, from int) {
	if s.script.markDestructive(from) && d.observed != nil && !d.observed.IsView && len(d.losses) == 0 {
		d.losesTable(d.source)
	}
}

// phaseOf returns the phase of a deploy that a stage names.
func phaseOf(named render.Phase, otherwise Phase) Phase {
	switch named {
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

// isRemapped reports whether the location of a deployed node is mapped to another schema than when it was deployed. The
// template would get the deployed node in the schema of now.
func (n *nodeFacts) isRemapped(previous *transform.Node) bool {
	now := n.in.Desired.Renderer.MappingOf(previous)
	return !n.sameSchema(engine.Schema{Database: now.Database, Name: now.Schema}, n.deployed.Schema)
}

// createInNewSchema runs the template for a new object in the schema of now. The old object stays: only the template knows
// what belongs to it, and the template gets one schema only.
func (d *decision) createInNewSchema() {
	d.action, d.replaces = Alter, true
	d.runTemplate(d.node.Create.Stages, AlterPhase)
	d.losses = nil // the existing object stays
	d.warn(Issue{
		Code: CodeLeftBehind,
		Message: fmt.Sprintf("%s is created as %s, and %s stays with its rows: its node type decides how it changes, and cannot move it",
			d.ref(), d.object(), d.qualified(d.deployed.ObjectRef())),
		Hint: "Copy the rows that you need, and drop it manually when it is no longer needed.",
	})
}

// dropTemplate returns the statements by which the type of a node drops its object, if it decides that by itself. A template
// that fails for it does not block the deploy; deleting the node reports it.
func dropTemplate(c *compiler.Compilation, n *compiler.Node) []plan.Stage {
	if strategyOf(n) != transform.DeployAdvanced {
		return nil
	}
	result, _ := c.Renderer.Render(render.Request{Current: n.Node, Template: render.Create})
	if result == nil {
		return nil
	}
	var s script
	s.addStages(result.Stages)
	return s.stages
}

// dropStages returns the statements that drop a node whose type decides by itself: those stored when it was deployed. If none
// were stored, the deployed files provide them, as long as the location is mapped to the same schema.
func (d *decision) dropStages() ([]plan.Stage, bool) {
	if len(d.deployed.Drop) > 0 {
		return d.deployed.Drop, true
	}
	c, n, ok := d.previous()
	if !ok {
		return nil, false
	}
	if !d.sameSchema(schemaOf(c, n), d.deployed.Schema) {
		d.block(Issue{
			Code: CodePreviousUnknown,
			Message: fmt.Sprintf("%s is %s, and its location is mapped to another schema now: the plan cannot drop it there",
				d.ref(), d.qualified(d.deployed.ObjectRef())),
			Hint: fmt.Sprintf("Map location %s to %s again until the node is deleted, or drop the object manually.",
				d.deployed.Location, d.dialect.Qualify(d.deployed.Schema.Database, d.deployed.Schema.Name, "")),
		})
		return nil, false
	}
	result, found := c.Renderer.Render(render.Request{Current: n.Node, Template: render.Create})
	if result == nil {
		d.blockRendering(found)
		return nil, false
	}
	var s script
	s.addStages(result.Stages)
	return s.stages, true
}

// previous returns the node as it was deployed. It blocks the plan if that is not known.
func (d *decision) previous() (*compiler.Compilation, *compiler.Node, bool) {
	if d.in.Previous != nil {
		if c, n, ok := d.in.Previous(d.id()); ok {
			return c, n, true
		}
	}
	d.block(Issue{
		Code:    CodePreviousUnknown,
		Message: fmt.Sprintf("the deployed definition of %s is not known any more, and its node type needs it to change the node", d.ref()),
		Hint:    "Drop the object manually, and deploy the node under another id.",
	})
	return nil, nil, false
}

// blockRendering reports a template that fails for the deployed node.
func (d *decision) blockRendering(found []diagnostic.Diagnostic) {
	for _, f := range found {
		if f.Severity == diagnostic.Error {
			d.block(Issue{Code: string(f.Code), Message: f.Message, Hint: f.Hint})
		}
	}
}
