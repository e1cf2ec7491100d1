package duckdb

import "github.com/millrace/millrace/internal/engine"

// MarkDead marks an engine's DuckDB as unable to continue.
func MarkDead(e engine.Engine) {
	e.(*embedded).folder.instance.isDead.Store(true)
}
