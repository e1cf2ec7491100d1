package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
)

// assemble splits the rendered text into stages. A stage without a statement is dropped.
func (g *rendering) assemble(text string) []Stage {
	pieces := g.marker.split(g.marker.unprotect(text))
	stages := make([]Stage, 0, len(pieces))
	for _, p := range pieces {
		sql := statement(p.text)
		if isBlankSQL(sql) {
			continue
		}
		stage := Stage{Type: SQLStage, ContinueOnFailure: true}
		switch {
		case p.number >= 0 && p.number < len(g.stages):
			stage = g.stages[p.number]
		case len(pieces) > 1:
			g.warnBeforeFirst(sql)
		}
		stage.SQL = sql
		stages = append(stages, stage)
	}
	return stages
}

// warnBeforeFirst warns about a statement that belongs to no stage.
func (g *rendering) warnBeforeFirst(sql string) {
	d := diagnostic.Diagnostic{
		Code: diagnostic.TemplateWarning, Severity: diagnostic.Warning,
		Message: fmt.Sprintf("%s has text before its first stage: %s", g.what, snippet(sql)),
		Hint:    "begin it with {{ stage('…') }}, or remove it; it runs as a statement without a name",
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
