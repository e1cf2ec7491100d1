package execute_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/execute/simengine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

type silence struct{}

func (silence) Record(run.NodeResult) {}

// BenchmarkNodes is what a node costs beside what its statements cost: a simulated engine answers at once.
func BenchmarkNodes(b *testing.B) {
	for name, chained := range map[string]bool{"wide": false, "chain": true} {
		b.Run(name, func(b *testing.B) {
			var work plan.Plan
			for i := range b.N {
				node := plan.Node{
					ID: transform.NodeID(fmt.Sprint(i)), Name: fmt.Sprint("N", i), Location: "L",
					Stages: []plan.Stage{{Name: "load", Kind: plan.SQL, SQL: fmt.Sprint("SET t", i, " x")}},
				}
				if chained && i > 0 {
					node.Upstream = []int{i - 1}
				}
				work.Nodes = append(work.Nodes, node)
			}
			server := simengine.NewServer(nil)
			server.Mutations.SkipEpochCheck = true // marks are looked for in the whole ledger there
			b.ReportAllocs()
			b.ResetTimer()
			outcome, ok := execute.Execute(b.Context(), execute.Request{
				Plan: work, Engine: server.Connect(simengine.NoFaults{}), Label: engine.Label{WorkID: "bench", Epoch: 1},
				Parallelism: 4, Journal: silence{},
			})
			if !ok || outcome.Status != run.Completed {
				b.Fatal(outcome, ok)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// shape is a kind of trivial nodes.
type shape struct {
	name       string
	statements []string // with a %d for the number of the table
}

func shapes() []shape {
	return []shape{
		{"replaced", []string{`CREATE OR REPLACE TABLE "millrace"."STG"."T%d" AS SELECT 1 AS n, 'x' AS t`}},
		{"refilled", []string{`DELETE FROM "millrace"."STG"."T%d"`, `INSERT INTO "millrace"."STG"."T%d" SELECT 1 AS n, 'x' AS t`}},
		{"appended", []string{`INSERT INTO "millrace"."STG"."T%d" SELECT 1 AS n, 'x' AS t`}},
	}
}

// BenchmarkTables works on tables in DuckDB four at once, as nodes and by bare statements.
func BenchmarkTables(b *testing.B) {
	for _, shape := range shapes() {
		statements := func(i int) (all []string) {
			for _, statement := range shape.statements {
				all = append(all, fmt.Sprintf(statement, i))
			}
			return all
		}
		b.Run(shape.name+"/nodes", func(b *testing.B) {
			on := openDuckDB(b)
			var work plan.Plan
			for i := range b.N {
				work.Nodes = append(work.Nodes, node(fmt.Sprint("T", i), statements(i)...))
			}
			b.ResetTimer()
			outcome, _ := execute.Execute(b.Context(), execute.Request{
				Plan: work, Engine: on, Label: engine.Label{WorkID: "bench", Epoch: 1}, Parallelism: 4, Journal: silence{},
			})
			if outcome.Status != run.Completed {
				b.Fatal(outcome)
			}
		})
		b.Run(shape.name+"/bare", func(b *testing.B) {
			on := openDuckDB(b)
			b.ResetTimer()
			fourAtOnce(b, on, statements)
		})
	}
}

// openDuckDB opens an engine with the tables that the shapes fill.
func openDuckDB(b *testing.B) engine.Engine {
	b.Helper()
	opened, err := duckdb.New(duckdb.Options{}).Open(b.Context(), engine.Connection{Kind: "duckdb", Folder: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = opened.Close() })
	if err := opened.Prepare(b.Context(), []engine.Schema{{Name: "STG"}}); err != nil {
		b.Fatal(err)
	}
	fourAtOnce(b, opened, func(i int) []string {
		return []string{fmt.Sprintf(`CREATE TABLE "millrace"."STG"."T%d" AS SELECT 1 AS n, 'x' AS t`, i)}
	})
	return opened
}

// fourAtOnce sends statements as they are.
func fourAtOnce(b *testing.B, on engine.Engine, statements func(i int) []string) {
	b.Helper()
	var next atomic.Int64
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			session, err := on.Session(b.Context(), engine.Label{WorkID: "bench", Epoch: 1})
			if err != nil {
				b.Error(err)
				return
			}
			defer session.Close() //nolint:errcheck // nothing depends on it
			for i := int(next.Add(1)) - 1; i < b.N; i = int(next.Add(1)) - 1 {
				for _, statement := range statements(i) {
					if _, err := session.Exec(b.Context(), statement); err != nil {
						b.Error(err)
					}
				}
			}
		})
	}
	group.Wait()
}
