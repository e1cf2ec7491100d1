package plan

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/render"
)

// stages are the statements of a node: those that make it, then those that fill it.
func (b *builder) stages(n *compiler.Node) ([]Stage, error) {
	if n.HasErrors() || n.Type == nil {
		return nil, brokenFault(b.compilation, n)
	}
	var stages []Stage
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

// freeze gives the stages of one template as the compiler rendered it.
func (b *builder) freeze(n *compiler.Node, result *render.Result) ([]Stage, error) {
	if result == nil {
		return nil, brokenFault(b.compilation, n)
	}
	stages := make([]Stage, 0, len(result.Stages))
	for _, s := range result.Stages {
		if strings.TrimSpace(s.SQL) == "" {
			continue
		}
		for _, text := range statements(s) {
			stages = append(stages, Stage{Name: s.Name, Kind: kindOf(s.Type), ContinueOnFailure: s.ContinueOnFailure, SQL: text})
		}
	}
	return stages, nil
}

func kindOf(t render.StageType) StageKind {
	if t == render.TestStage {
		return Test
	}
	return SQL
}
