package cli

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
)

// sqlScript formats stages for a SQL shell. Everything but SQL is in comments.
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

// isTransactional reports whether the engine can run the stages of a node in one transaction. Then the current time is
// the same in all stages, and a failure rolls back all of them.
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
	if len(sqltext.Split(sql)) == 0 { // only comments: there is nothing to execute
		out.WriteByte('\n')
		return
	}
	if strings.Contains(sql[strings.LastIndexByte(sql, '\n')+1:], "--") {
		out.WriteByte('\n') // a comment at the end would include the semicolon
	}
	out.WriteString(";\n")
}

// stageTitle describes a stage; it omits the defaults.
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

// oneLine removes line ends from a name, which would end its comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
