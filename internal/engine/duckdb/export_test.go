package duckdb

import "github.com/millrace/millrace/internal/engine"

// MarkDead lets an engine's DuckDB be taken for one that cannot go on.
func MarkDead(e engine.Engine) {
	e.(*embedded).folder.instance.isDead.Store(true)
}
