package duckdb

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// MarkDead marks an engine's DuckDB as unable to continue.
func MarkDead(e engine.Engine) {
	e.(*embedded).slot.instance.isDead.Store(true)
}

// RunUnchecked runs a statement without the checks for statements of users.
func RunUnchecked(e engine.Engine, statement string) error {
	return e.(*embedded).within(context.Background(), nil, func(ctx context.Context, s *session) error { return s.do(ctx, statement) })
}

// MayCall reports whether a statement may call a function.
func MayCall(statement, function string) bool { return mayCall(statement, function) }

// FindExtension returns the file of an extension that this DuckDB would load from a folder; empty for none.
func FindExtension(folder, name, platform string) string {
	return (&Lake{Extensions: folder}).findExtension(name, platform)
}

// LakeShare returns how many sessions with a label a lake has in a process, and what the DuckDB of each may use.
func LakeShare(t Target) (sessions int, share Target) {
	pool := newLakePool(nil, t)
	return cap(pool.work), t.share(pool.most)
}
