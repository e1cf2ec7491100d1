package planner

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
)

// stages returns the statements of a node: those that create it, then those that load it.
func (b *builder) stages(n *compiler.Node) ([]plan.Stage, error) {
	isUndescribed := n.IsSource && n.HasOnlyErrors(diagnostic.ColumnsMissing) // it has no columns of its own
	if n.HasErrors() && !isUndescribed || n.Type == nil {
		return nil, brokenFault(b.compilation, n)
	}
	var stages []plan.Stage
	if b.request.Create != nil && b.request.Create(n) {
		made, err := b.freeze(n, n.Create)
		if err != nil {
			return nil, err
		}
		stages = append(stages, made...)
	}
	if b.request.WithoutRun {
		return stages, nil
	}
	filled, err := b.freeze(n, n.Run)
	return append(stages, filled...), err
}

// freeze returns the stages of one template as the compiler rendered it.
func (b *builder) freeze(n *compiler.Node, result *render.Result) ([]plan.Stage, error) {
	if result == nil {
		return nil, brokenFault(b.compilation, n)
	}
	stages := make([]plan.Stage, 0, len(result.Stages))
	for _, s := range result.Stages {
		if strings.TrimSpace(s.SQL) == "" {
			continue
		}
		for _, text := range statements(s) {
			stages = append(stages, plan.Stage{Name: s.Name, Kind: kindOf(s.Type), ContinueOnFailure: s.ContinueOnFailure, SQL: text})
		}
	}
	if len(stages) > maxStages {
		return nil, fault.New(fault.Invalid, "node %s has %d statements", n.Ref(), len(stages)).
			WithHint("Use at most %d statements per node. Split the node, or combine statements.", maxStages)
	}
	return stages, nil
}

// maxStages limits the statements of one template, because each of them has a result of its own.
const maxStages = 1_000

func kindOf(t render.StageType) plan.StageKind {
	if t == render.TestStage {
		return plan.Test
	}
	return plan.SQL
}
