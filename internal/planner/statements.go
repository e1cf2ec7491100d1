package planner

import (
	"strings"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
)

// statements splits a stage, because users write several statements into one stage and engines execute one at a time. A test is
// one query and is not split.
func statements(s render.Stage) []string {
	if s.Type == render.TestStage || !strings.Contains(s.SQL, ";") {
		return []string{s.SQL}
	}
	found := sqltext.Split(s.SQL)
	texts := make([]string, len(found))
	for i, statement := range found {
		texts[i] = statement.Text
	}
	return texts
}
