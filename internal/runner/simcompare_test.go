package runner_test

import (
	"context"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// compare selects the nodes of a run after a while, with another result each time.
func (p *process) compare(ctx context.Context, _ engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
	random := p.roll("compare", p.name, claimed.Lease.Key.String())
	timer := time.NewTimer(between(random, 0, 4*time.Second))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return plan.Plan{}, fault.Wrap(ctx.Err(), fault.Canceled, "the compare was canceled")
	case <-timer.C:
	}
	if _, isDead := p.pass(); isDead || chance(random, 10) {
		return plan.Plan{}, unreachable()
	}
	selected := plan.Plan{Nodes: slices.Clone(claimed.Plan.Nodes)}
	for i := range selected.Nodes {
		if chance(random, 50) {
			selected.Nodes[i].Stages = nil
		}
	}
	return selected, nil
}
