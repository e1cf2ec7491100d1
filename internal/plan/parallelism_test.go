package plan_test

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
)

func TestParallelismHasLimits(t *testing.T) {
	t.Parallel()
	for nodes, isValid := range map[int]bool{
		-1: false, 0: false, 1: true, plan.DefaultParallelism: true, plan.MaxParallelism: true, plan.MaxParallelism + 1: false,
	} {
		if err := plan.CheckParallelism(nodes); isValid && err != nil || !isValid && !fault.Is(err, fault.Invalid) {
			t.Errorf("parallelism %d: %v", nodes, err)
		}
	}
}
