package difference

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
)

// IsWritten reports whether a statement of a template about the object of a name says something by itself.
func IsWritten(statement, name string, a *engine.RelationProperty) bool {
	found := &written{name: sqltext.Canonical(name)}
	found.read(statement)
	return found.has(a)
}
