package duckdb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
)

// BenchmarkTransaction runs one small transaction, four at a time, through the engine and directly through the driver.
// The difference is the overhead of the engine.
func BenchmarkTransaction(b *testing.B) {
	for _, statement := range []struct{ name, text string }{
		{"table", "CREATE OR REPLACE TABLE bench.s.t%d AS SELECT 1 AS a, 'x' AS b"},
		{"insert", "INSERT INTO bench.s.fixed SELECT %d, 'x'"},
	} {
		b.Run(statement.name+"/engine", func(b *testing.B) { atOnce(b, statement.text, throughEngine(b)) })
		b.Run(statement.name+"/driver", func(b *testing.B) { atOnce(b, statement.text, throughDriver(b)) })
	}
}

// BenchmarkQuery runs a query without rows, as most tests of data do.
func BenchmarkQuery(b *testing.B) {
	const query = "SELECT a FROM bench.s.fixed WHERE a IS NULL /* %d */"
	b.Run("engine", func(b *testing.B) {
		e := openBench(b)
		s, err := e.Session(b.Context(), engine.Label{WorkID: "bench", Epoch: 1})
		check(b, err)
		for b.Loop() {
			_, err := s.Query(b.Context(), query, 100)
			check(b, err)
		}
	})
	b.Run("driver", func(b *testing.B) {
		db := openDriver(b)
		for b.Loop() {
			var a int
			if err := db.QueryRowContext(b.Context(), query).Scan(&a); !errors.Is(err, sql.ErrNoRows) {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSession opens and closes a session of an idle engine, which is when an engine with databases checks most.
func BenchmarkSession(b *testing.B) {
	for name, databases := range map[string]*engine.Databases{
		"all files": nil,
		"scoped":    {Own: "environments/1", Mapped: []engine.MappedDatabase{{Name: "a"}, {Name: "b", ReadOnly: true}}},
	} {
		b.Run(name, func(b *testing.B) {
			e, err := duckdb.New(duckdb.Options{}).Open(b.Context(), engine.Connection{Kind: "duckdb", Folder: b.TempDir(), Databases: databases})
			check(b, err)
			b.Cleanup(func() { _ = e.Close() })
			check(b, e.Prepare(b.Context(), []engine.Schema{{Name: "s"}, {Database: "a", Name: "s"}}))
			for b.Loop() {
				s, err := e.Session(b.Context(), engine.Label{WorkID: "bench", Epoch: 1})
				check(b, err)
				check(b, s.Close())
			}
		})
	}
}

// atOnce runs the statements of a benchmark on four goroutines, each with its own number.
func atOnce(b *testing.B, statement string, run func(ctx context.Context, statement string) error) {
	b.Helper()
	const workers = 4
	var next atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	for range workers {
		all.Go(func() {
			for {
				n := next.Add(1)
				if n > int64(b.N) {
					return
				}
				if err := run(b.Context(), fmt.Sprintf(statement, n)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

func openBench(b *testing.B) engine.Engine {
	b.Helper()
	e, err := duckdb.New(duckdb.Options{}).Open(b.Context(), engine.Connection{Kind: "duckdb", Folder: b.TempDir()})
	check(b, err)
	b.Cleanup(func() { _ = e.Close() })
	check(b, e.Prepare(b.Context(), []engine.Schema{{Database: "bench", Name: "s"}}))
	s, err := e.Session(b.Context(), engine.Label{WorkID: "bench", Epoch: 1})
	check(b, err)
	_, err = s.Exec(b.Context(), "CREATE TABLE bench.s.fixed (a BIGINT, b VARCHAR)")
	check(b, err)
	check(b, s.Close())
	return e
}

func throughEngine(b *testing.B) func(context.Context, string) error {
	b.Helper()
	e := openBench(b)
	return func(ctx context.Context, statement string) error {
		s, err := e.Session(ctx, engine.Label{WorkID: "bench", Epoch: 1})
		if err != nil {
			return err
		}
		if err := s.Begin(ctx); err != nil {
			return err
		}
		if _, err := s.Exec(ctx, statement); err != nil {
			return err
		}
		return errors.Join(s.Commit(ctx), s.Close())
	}
}

func openDriver(b *testing.B) *sql.DB {
	b.Helper()
	db, err := sql.Open("duckdb", "")
	check(b, err)
	b.Cleanup(func() { _ = db.Close() })
	for _, statement := range []string{
		"ATTACH '" + filepath.Join(b.TempDir(), "bench.duckdb") + "' AS bench",
		"CREATE SCHEMA bench.s",
		"CREATE TABLE bench.s.fixed (a BIGINT, b VARCHAR)",
	} {
		_, err := db.ExecContext(b.Context(), statement)
		check(b, err)
	}
	return db
}

func throughDriver(b *testing.B) func(context.Context, string) error {
	b.Helper()
	db := openDriver(b)
	return func(ctx context.Context, statement string) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
		return tx.Commit()
	}
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
