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
			world := simengine.NewWorld(nil)
			b.ReportAllocs()
			b.ResetTimer()
			outcome, ok := execute.Execute(b.Context(), execute.Work{
				Plan: work, Engine: world.Connect(simengine.Fair{}), Label: engine.Label{Owner: "bench", Epoch: 1},
				Parallelism: 4, Journal: silence{},
			})
			if !ok || outcome.Status != run.Completed {
				b.Fatal(outcome, ok)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkTables makes trivial tables in DuckDB, as nodes and as bare statements, four at once.
func BenchmarkTables(b *testing.B) {
	open := func(b *testing.B) engine.Engine {
		b.Helper()
		opened, err := duckdb.New(duckdb.Options{}).Open(b.Context(), engine.Connection{Kind: "duckdb", Folder: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = opened.Close() })
		if err := opened.Prepare(b.Context(), []engine.Place{{Schema: "STG"}}); err != nil {
			b.Fatal(err)
		}
		return opened
	}
	statement := func(i int) string {
		return fmt.Sprintf(`CREATE OR REPLACE TABLE "millrace"."STG"."T%d" AS SELECT %d AS n, 'x' AS t`, i, i)
	}
	for _, chained := range []bool{false, true} {
		b.Run(fmt.Sprintf("nodes, chained %t", chained), func(b *testing.B) {
			on := open(b)
			var work plan.Plan
			for i := range b.N {
				n := node(fmt.Sprint("T", i), statement(i))
				if chained && i > 0 {
					n.Upstream = []int{i - 1}
				}
				work.Nodes = append(work.Nodes, n)
			}
			b.ResetTimer()
			outcome, _ := execute.Execute(b.Context(), execute.Work{
				Plan: work, Engine: on, Label: engine.Label{Owner: "bench", Epoch: 1}, Parallelism: 4, Journal: silence{},
			})
			if outcome.Status != run.Completed {
				b.Fatal(outcome)
			}
		})
	}
	b.Run("bare statements", func(b *testing.B) {
		on := open(b)
		b.ResetTimer()
		var next atomic.Int64
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				session, err := on.Session(b.Context(), engine.Label{Owner: "bench", Epoch: 1})
				if err != nil {
					b.Error(err)
					return
				}
				defer session.Close() //nolint:errcheck // nothing depends on it
				for i := int(next.Add(1)); i <= b.N; i = int(next.Add(1)) {
					if _, err := session.Exec(b.Context(), statement(i)); err != nil {
						b.Error(err)
					}
				}
			})
		}
		group.Wait()
	})
}
