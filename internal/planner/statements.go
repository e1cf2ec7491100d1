package planner

import (
	"strings"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
)

// statements takes a stage apart. People write several statements into one stage, and engines take one at a time. A test
// stays whole: it is one query.
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
