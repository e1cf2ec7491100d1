package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
)

// script is the statements of one step, in order.
type script struct {
	stages  []plan.Stage
	destroy []bool // by position: whether the statement is destructive
}

func (s *script) add(name, sql string) {
	if sql == "" {
		return // the engine does not need the statement
	}
	s.stages = append(s.stages, plan.Stage{Name: name, Kind: plan.SQL, SQL: sql})
	s.destroy = append(s.destroy, false)
}

// addDestructive adds a statement that deletes rows, columns or an object.
func (s *script) addDestructive(name, sql string) {
	before := len(s.stages)
	if s.add(name, sql); len(s.stages) > before {
		s.destroy[before] = true
	}
}

// addPlanned adds statements of an earlier plan.
func (s *script) addPlanned(stages []plan.Stage) {
	s.stages = append(s.stages, stages...)
	s.destroy = append(s.destroy, make([]bool, len(stages))...)
}

// addStages adds the stages of a template. The step fails if any of its statements fails, whatever the template says, because
// the stored state must be true afterwards. Only a test may fail without failing the step.
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

// markDestructive marks the statements, from one on, whose text is destructive, and reports whether there are any.
func (s *script) markDestructive(from int) bool {
	isAny := false
	for i := from; i < len(s.stages); i++ {
		if ddl.IsDestructive(s.stages[i].SQL) {
			s.destroy[i], isAny = true, true
		}
	}
	return isAny
}

// forbidReplace turns statements, from one on, into statements that create the object of a name only if none exists. It
// removes those that only drop it.
func (s *script) forbidReplace(from int, name string) {
	canonical := sqltext.Canonical(name)
	var out script
	for i := from; i < len(s.stages); i++ {
		stage := s.stages[i]
		text, isNeeded := ddl.WithoutReplace(stage.SQL, canonical)
		if !isNeeded {
			continue
		}
		stage.SQL = text
		out.stages, out.destroy = append(out.stages, stage), append(out.destroy, s.destroy[i])
	}
	s.stages, s.destroy = slices.Concat(s.stages[:from], out.stages), slices.Concat(s.destroy[:from], out.destroy)
}

// insert adds a statement at a position.
func (s *script) insert(at int, name, sql string) {
	s.stages = slices.Insert(s.stages, at, plan.Stage{Name: name, Kind: plan.SQL, SQL: sql})
	s.destroy = slices.Insert(s.destroy, at, false)
}

// split returns the first statements and the rest.
func (s *script) split(at int) (head, rest script) {
	return script{s.stages[:at:at], s.destroy[:at:at]}, script{s.stages[at:], s.destroy[at:]}
}

func (s *script) statements() []Statement {
	list := make([]Statement, len(s.stages))
	for i, stage := range s.stages {
		list[i] = Statement{Name: stage.Name, SQL: stage.SQL, IsDestructive: s.destroy[i]}
	}
	return list
}
