package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
)

// assemble splits the rendered text into stages. Text before the first stage is not executed, and a stage without a
// statement is dropped; one with comments is shown.
func (g *rendering) assemble(text string, variables *scope) *Result {
	pieces := g.marker.split(g.marker.unprotect(text))
	made := &Result{Stages: make([]Stage, 0, len(pieces))}
	for _, p := range pieces {
		sql := statement(p.text)
		isBlank := isBlankSQL(sql)
		stage := Stage{Type: SQLStage, ContinueOnFailure: true}
		switch {
		case p.number >= 0 && p.number < len(g.stages):
			stage = g.stages[p.number]
			stage.Name = g.stageName(stage.Name, variables)
		case len(pieces) > 1:
			if !isBlank {
				g.warnBeforeFirst(sql)
			}
			continue
		case isBlank:
			continue
		}
		stage.SQL = sql
		made.add(stage, isBlank)
	}
	return made
}

// add adds a stage to the result. A blank one is only shown.
func (r *Result) add(stage Stage, isBlank bool) {
	switch {
	case isBlank && stage.SQL == "":
		return
	case isBlank && r.Shown == nil:
		r.Shown = slices.Clone(r.Stages)
	}
	if r.Shown != nil {
		r.Shown = append(r.Shown, stage)
	}
	if !isBlank {
		r.Stages = append(r.Stages, stage)
	}
}

// ShownStages returns the stages to show to people: those that are executed, and those that contain only comments.
func (r *Result) ShownStages() []Stage {
	if r.Shown != nil {
		return r.Shown
	}
	return r.Stages
}

// stageName renders the Jinja in the name of a stage. A name that does not render stays as it is, with a warning.
func (g *rendering) stageName(name string, variables *scope) string {
	written := g.marker.clean(name)
	for number := 2; jinja.HasSyntax(name) && number <= maxPasses; number++ {
		rendered, problem := g.renderOutput(name, number, variables)
		if problem != nil {
			problem.Severity = diagnostic.Warning
			problem.Message = fmt.Sprintf("the name of the stage %q of %s does not render: %s", written, g.what, problem.Message)
			g.warn(*problem)
			return written
		}
		name = rendered
	}
	return strings.TrimSpace(g.marker.clean(name))
}

// warnBeforeFirst warns about a statement that belongs to no stage.
func (g *rendering) warnBeforeFirst(sql string) {
	d := diagnostic.Diagnostic{
		Code: diagnostic.TemplateWarning, Severity: diagnostic.Warning,
		Message: fmt.Sprintf("%s has text before its first stage, which is not executed: %s", g.what, snippet(sql)),
		Hint:    "begin it with {{ stage('…') }} to execute it, or remove it",
	}
	g.warn(d.At(g.template.origin.file, diagnostic.Position{}))
}

// statement trims white space and closing semicolons from both ends of a text.
func statement(text string) string {
	text = strings.TrimSpace(text)
	for strings.HasSuffix(text, ";") {
		text = strings.TrimSpace(strings.TrimSuffix(text, ";"))
	}
	return text
}

// isBlankSQL reports whether a text contains only white space, comments and semicolons.
func isBlankSQL(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\r\n\f\v;")
		switch {
		case text == "":
			return true
		case strings.HasPrefix(text, "--"):
			_, text, _ = strings.Cut(text, "\n")
		case strings.HasPrefix(text, "/*"):
			_, text, _ = strings.Cut(text, "*/")
		default:
			return false
		}
	}
}

// snippet returns the beginning of a text on one line, for messages.
func snippet(text string) string {
	const most = 60
	text = strings.Join(strings.Fields(text[:min(len(text), 4*most)]), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + " …"
	}
	return text
}
