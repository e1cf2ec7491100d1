package duckdb

import (
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
)

// knownSchemas remembers which schemas exist, because every run prepares the same ones. All statements of a DuckDB come from this
// process, so it knows when a schema may have been dropped: then it forgets all of them.
//
//	Prepare: begin ─▶ CREATE SCHEMA ─▶ add, unless something was forgotten meanwhile
//	DROP SCHEMA, DETACH ─▶ forget; while the transaction of a DROP SCHEMA is open, CREATE SCHEMA waits for its end
type knownSchemas struct {
	mu     sync.Mutex
	known  map[engine.Schema]bool
	losses int // how often schemas were forgotten
}

// begin returns what add needs, before the schema is created.
func (k *knownSchemas) begin() (losses int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.losses
}

// add adds a schema that exists.
func (k *knownSchemas) add(schema engine.Schema, losses int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.losses != losses {
		return // it may be the schema that was dropped
	}
	if k.known == nil {
		k.known = map[engine.Schema]bool{}
	}
	k.known[schema] = true
}

// hasAll reports whether all schemas are known to exist.
func (k *knownSchemas) hasAll(schemas []engine.Schema) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, schema := range schemas {
		if !k.known[schema] {
			return false
		}
	}
	return true
}

// forget forgets all schemas.
func (k *knownSchemas) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.losses++
	clear(k.known)
}

// mayDropSchema reports whether a statement may drop or rename a schema.
func mayDropSchema(statement string) bool {
	first, _ := sqltext.LeadingWords(statement)
	return (first == "DROP" || first == "ALTER") && strings.Contains(strings.ToLower(statement), "schema")
}
