package execute_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/engine"
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
