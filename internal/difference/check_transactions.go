package difference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/staging"
)

// checkTransactions warns of what an engine without full transactions cannot promise: that a step changes an object completely or
// not at all, and that every statement of a node takes effect once.
func (c *checker) checkTransactions() {
	if !c.dialect.PublishesByStatement() {
		return
	}
	for _, d := range c.changes {
		for _, s := range d.steps {
			c.warnSingly(d, s)
		}
		if d.desired != nil && len(d.steps) > 0 {
			c.warnRepeated(d)
		}
	}
}

// warnSingly warns of a step whose statements take effect one by one.
func (c *checker) warnSingly(d *decision, s *step) {
	statements := 0
	for i := range s.script.stages {
		if s.script.stages[i].Kind != plan.Test {
			statements++
		}
	}
	if statements < 2 {
		return
	}
	c.issues.Warnings = append(c.issues.Warnings, d.about(Issue{
		Code: CodeNotAtomic,
		Message: fmt.Sprintf("the %d statements that change %s take effect one by one, because the engine has no transactions over several statements",
			statements, d.qualified(s.at)),
		Hint: "If one of them fails, those before it stay. Make a new plan then: it starts from what exists, and stops if it finds rows under a temporary name.",
	}))
}

// warnRepeated warns of statements of a node that a retry or a new owner of the run repeats.
func (c *checker) warnRepeated(d *decision) {
	if d.node == nil || d.node.Run == nil {
		return
	}
	node := &plan.Node{Name: d.desired.Object, Schema: d.desired.Schema}
	for i := range d.node.Run.Stages {
		stage := &d.node.Run.Stages[i]
		for _, text := range statementsOf(stage) {
			planned := plan.Stage{Name: stage.Name, Kind: plan.SQL, SQL: text, ContinueOnFailure: stage.ContinueOnFailure}
			if stage.Type == render.TestStage {
				planned.Kind = plan.Test
			}
			node.Stages = append(node.Stages, planned)
		}
	}
	var names []string
	for _, at := range staging.Analyze(c.dialect, node).AtLeastOnce(node) {
		names = append(names, node.Stages[at].Name)
	}
	if len(names) == 0 {
		return
	}
	c.issues.Warnings = append(c.issues.Warnings, d.about(Issue{
		Code:    CodeAtLeastOnce,
		Message: fmt.Sprintf("statements of %s take effect at least once, not exactly once: %s", d.ref(), strings.Join(names, ", ")),
		Hint:    "A retry, or a new owner of the run after a crash, repeats them. Write them so that a repetition does no harm.",
	}))
}
