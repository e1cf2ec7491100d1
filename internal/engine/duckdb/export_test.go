package duckdb

import "github.com/millrace/millrace/internal/engine"

// BreakDown lets an engine's DuckDB be taken for one that cannot go on.
func BreakDown(e engine.Engine) {
	e.(*embedded).folder.instance.isDead.Store(true)
}
