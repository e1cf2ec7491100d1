package cli

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/render"
)

// sqlScript writes stages as one text for a SQL shell. What is not SQL is in comments.
func sqlScript(rendered []renderedTemplate, isTransactional bool) string {
	var out strings.Builder
	for i, r := range rendered {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString("-- " + oneLine(r.Node) + ", " + r.Template + "\n")
		if isTransactional {
			out.WriteString("BEGIN TRANSACTION;\n")
		}
		for _, stage := range r.Stages {
			writeStage(&out, stage)
		}
		if isTransactional {
			out.WriteString("COMMIT;\n")
		}
	}
	return out.String()
}

// isTransactional reports whether the stages of a node can be one transaction, as they are meant to be: the present moment
// is the same in all of them, and a failure leaves nothing half done.
func isTransactional(compiled *compiler.Compilation) bool {
	words, ok := dialect.Lookup(compiled.Project.Manifest.Platform)
	return ok && words.Capabilities().TransactionalDDL
}

func writeStage(out *strings.Builder, stage render.Stage) {
	if title := stageTitle(stage); title != "" {
		out.WriteString("-- " + title + "\n")
	}
	sql := strings.TrimRight(stage.SQL, "; \t\r\n")
	out.WriteString(sql)
	if strings.Contains(sql[strings.LastIndexByte(sql, '\n')+1:], "--") {
		out.WriteByte('\n') // a comment at the end would swallow the semicolon
	}
	out.WriteString(";\n")
}

// stageTitle says what a stage is, as far as that is not plain.
func stageTitle(stage render.Stage) string {
	parts := []string{}
	if stage.Type == render.TestStage {
		parts = append(parts, "test")
	}
	if stage.Phase != render.NoPhase {
		parts = append(parts, string(stage.Phase)+" phase")
	}
	if stage.Name != "" {
		parts = append(parts, oneLine(stage.Name))
	}
	return strings.Join(parts, ": ")
}

// oneLine keeps a name from ending the comment that it stands in.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
