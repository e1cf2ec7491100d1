package execute_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/run"
)

// tracedEngine records the statements of its sessions.
type tracedEngine struct {
	engine.Engine

	mu   sync.Mutex
	sent []string
}

func (e *tracedEngine) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	opened, err := e.Engine.Session(ctx, label)
	return &tracedSession{Session: opened, engine: e}, err
}

// take returns the first words of the statements since the last call.
func (e *tracedEngine) take() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	taken := strings.Join(e.sent, ", ")
	e.sent = nil
	return taken
}

func (e *tracedEngine) add(statement string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	first, _, _ := strings.Cut(statement, " ")
	e.sent = append(e.sent, first)
}

type tracedSession struct {
	engine.Session

	engine *tracedEngine
}

func (s *tracedSession) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	s.engine.add(statement)
	return s.Session.Exec(ctx, statement)
}

func (s *tracedSession) Query(ctx context.Context, query string, limit int) (engine.Rows, error) {
	s.engine.add(query)
	return s.Session.Query(ctx, query, limit)
}

// TestPreparedEngineNeedsOneStatement: on an embedded engine that has the schemas and the ledger, a run begins with the query for its
// publications and nothing else. A schema or a ledger that was dropped is created again.
func TestPreparedEngineNeedsOneStatement(t *testing.T) {
	t.Parallel()
	s := openSite(t, duckdb.New(duckdb.Options{}), engine.Connection{Kind: "duckdb", Folder: t.TempDir()})
	traced := &tracedEngine{Engine: s.Engine}
	s.Engine = traced
	p := planOf(node("A", `CREATE TABLE IF NOT EXISTS "STG"."A" (n INTEGER)`, `INSERT INTO "STG"."A" VALUES (1)`))
	drop := func(statement string) {
		t.Helper()
		s.again(p)
		session := s.session()
		defer session.Close() //nolint:errcheck // the next session would fail
		if _, err := session.Exec(t.Context(), s.located(statement)); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name   string
		before func()
		want   string
		rows   int64
	}{
		{"the first run", func() {}, "SELECT, CREATE, SELECT, CREATE, INSERT, INSERT", 1},
		{"the same run again", func() {}, "SELECT", 1},
		{"another run", func() { s.again(p) }, "SELECT, CREATE, INSERT, INSERT", 2},
		{"a run after the schema was dropped", func() { drop(`DROP SCHEMA "STG" CASCADE`) }, "SELECT, CREATE, INSERT, INSERT", 1},
	} {
		step.before()
		traced.take()
		s.execute(p, run.Completed)
		if got := traced.take(); got != step.want {
			t.Errorf("%s sent %s, want %s", step.name, got, step.want)
		}
		s.holds(`SELECT count(*) FROM "STG"."A"`, step.rows)
	}
}
