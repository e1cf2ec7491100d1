package staging

import (
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// Repeatable reports, for each stage of a node, whether the node can run again from its beginning after the stage was sent. That is so
// if the stage has the same effect when it is sent twice, and for changes of a table that the node has created or emptied before.
func Repeatable(d *dialect.Dialect, node *plan.Node) []bool {
	table := nameOf(d, d.Qualify(node.Schema.Database, node.Schema.Name, node.Name))
	repeatable := make([]bool, len(node.Stages))
	isNew := false
	for i := range node.Stages {
		stage := &node.Stages[i]
		s := readStatement(d, stage.SQL)
		isOwn := s.name.is(table)
		isSame := stage.Kind == plan.Test || isIdempotent(&s, stage.SQL)
		repeatable[i] = isSame || isNew && isOwn
		isNew = isNew || isOwn && isSame && (s.replaces || s.verb == "DROP TABLE" || s.isEmptying(stage.SQL))
	}
	return repeatable
}

// isIdempotent reports whether a statement has the same effect when it is sent twice.
func isIdempotent(s *statement, text string) bool {
	first, second := sqltext.LeadingWords(text)
	// The condition of ALTER TABLE IF EXISTS is about the table, and not about what changes.
	isConditional := s.isConditional && first != "ALTER"
	return sqltext.IsReadOnly(text) || first == "CREATE" && second == "OR" || isConditional || s.isEmptying(text) && s.verb == "DELETE"
}
