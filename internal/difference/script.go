package difference

import (
	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
)

// script is the statements of one step, in order.
type script struct {
	stages  []plan.Stage
	destroy []bool // by position: whether the statement takes something away
}

func (s *script) add(name, sql string) {
	if sql == "" {
		return // the engine needs no such statement
	}
	s.stages = append(s.stages, plan.Stage{Name: name, Kind: plan.SQL, SQL: sql})
	s.destroy = append(s.destroy, false)
}

// addDestroying adds a statement that takes something away.
func (s *script) addDestroying(name, sql string) {
	before := len(s.stages)
	if s.add(name, sql); len(s.stages) > before {
		s.destroy[before] = true
	}
}

// addPlanned adds statements that were planned before.
func (s *script) addPlanned(stages []plan.Stage) {
	s.stages = append(s.stages, stages...)
	s.destroy = append(s.destroy, make([]bool, len(stages))...)
}

// addStages adds what a template gave. The step fails with any of its statements, whatever the template says: what is
// known about a node afterwards must be true. Only tests may go on.
func (s *script) addStages(stages []render.Stage) {
	for i := range stages {
		stage := &stages[i]
		for _, statement := range statementsOf(stage) {
			planned := plan.Stage{Name: stage.Name, Kind: plan.SQL, SQL: statement}
			if stage.Type == render.TestStage {
				planned.Kind, planned.ContinueOnFailure = plan.Test, stage.ContinueOnFailure
			}
			s.stages = append(s.stages, planned)
			s.destroy = append(s.destroy, false)
		}
	}
}

// markDropping marks the statements, from one on, that say by themselves that they take something away, and reports whether
// there are any.
func (s *script) markDropping(from int) bool {
	isAny := false
	for i := from; i < len(s.stages); i++ {
		if ddl.IsDestructive(s.stages[i].SQL) {
			s.destroy[i], isAny = true, true
		}
	}
	return isAny
}

func (s *script) statements() []Statement {
	list := make([]Statement, len(s.stages))
	for i, stage := range s.stages {
		list[i] = Statement{Name: stage.Name, SQL: stage.SQL, IsDestructive: s.destroy[i]}
	}
	return list
}
