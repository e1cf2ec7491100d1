package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
)

// maxStages limits the stages of one render.
const maxStages = 10_000

// stageFunction implements stage(name, continue_on_failure=true, type="sql", phase=…), which begins a stage.
func (g *rendering) stageFunction(args jinja.Arguments) (jinja.Value, error) {
	return g.beginStage(args, SQLStage)
}

// testStageFunction implements test_stage(name, continue_on_failure=…), which begins a stage that is a test. The default is
// true, unless the project has haltOnTestFailure.
func (g *rendering) testStageFunction(args jinja.Arguments) (jinja.Value, error) {
	return g.beginStage(args, TestStage)
}

// beginStage records a stage and returns the mark of its beginning. Public projects call the first argument stage_name
// as well as name.
func (g *rendering) beginStage(args jinja.Arguments, as StageType) (jinja.Value, error) {
	first := "name"
	if _, given := args.Lookup("stage_name", -1); given {
		first = "stage_name"
	}
	bound, err := args.Bind(first, "continue_on_failure?", "type?", "phase?")
	if err != nil {
		return jinja.Value{}, err
	}
	if len(g.stages) >= maxStages {
		return jinja.Value{}, functionError(fmt.Sprintf("more than %d stages", maxStages), "create fewer stages; a node usually has a handful")
	}
	stage := Stage{Name: bound[0].String(), Type: as}
	if stage.Type, err = stageType(bound[2], as); err != nil {
		return jinja.Value{}, err
	}
	stage.ContinueOnFailure = isOn(bound[1], stage.Type != TestStage || !g.haltsOnTest)
	if stage.Phase, err = phase(bound[3]); err != nil {
		return jinja.Value{}, err
	}
	g.stages = append(g.stages, stage)
	return jinja.String(g.marker.stage(len(g.stages) - 1)), nil
}

// isOn reports whether an option is on. It is on unless it is set to false; fallback counts if it is not set.
func isOn(value jinja.Value, fallback bool) bool {
	if value.IsUndefined() || value.IsNone() {
		return fallback
	}
	return value.Truth() && !strings.EqualFold(value.String(), "false")
}

// stageType parses the argument type. A test is called test, or sqlTest in public projects.
func stageType(value jinja.Value, otherwise StageType) (StageType, error) {
	if value.IsUndefined() || value.IsNone() {
		return otherwise, nil
	}
	switch name := value.String(); strings.ToLower(name) {
	case "sql":
		return otherwise, nil
	case "test", "sqltest":
		return TestStage, nil
	default:
		return "", functionError(fmt.Sprintf("there is no type of stages %q", name), "use sql or test")
	}
}

func phase(value jinja.Value) (Phase, error) {
	if value.IsUndefined() || value.IsNone() {
		return NoPhase, nil
	}
	switch p := Phase(strings.ToLower(value.String())); p {
	case NoPhase, CreatePhase, DropPhase, AlterPhase:
		return p, nil
	default:
		return "", functionError(fmt.Sprintf("there is no phase %q", value.String()), "use create, drop or alter")
	}
}
