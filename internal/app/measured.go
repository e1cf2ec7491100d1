package app

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
	"github.com/millrace/millrace/internal/telemetry"
	"github.com/millrace/millrace/internal/webhook"
)

// measuredRuns counts what the runner stores.
type measuredRuns struct {
	runner.Store

	metrics *telemetry.Metrics
}

// Claim records how long runs waited. A takeover is not a wait.
func (s measuredRuns) Claim(ctx context.Context, claimant run.ClaimRequest) ([]*run.ClaimedRun, error) {
	claimed, err := s.Store.Claim(ctx, claimant)
	for _, one := range claimed {
		if one.Lease.Epoch == 1 {
			s.metrics.ObserveRunWait(time.Since(one.Run.CreatedAt))
		}
	}
	return claimed, err
}

// Save counts the nodes that ended.
func (s measuredRuns) Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error {
	err := s.Store.Save(ctx, lease, results)
	if err == nil {
		s.countNodes(results)
	}
	return err
}

func (s measuredRuns) countNodes(results []run.NodeResult) {
	for i := range results {
		if results[i].State.IsOver() {
			s.metrics.CountNodeEnded(string(results[i].State))
		}
	}
}

// SaveAndFinish counts the run and its last nodes.
func (s measuredRuns) SaveAndFinish(ctx context.Context, lease run.Lease, results []run.NodeResult, outcome run.Outcome) error {
	err := s.Store.SaveAndFinish(ctx, lease, results, outcome)
	if err == nil {
		s.countNodes(results)
		s.metrics.CountRunEnded(string(outcome.Status))
	}
	return err
}

// measuredSchedules records how late firings are claimed.
type measuredSchedules struct {
	scheduler.Store

	metrics *telemetry.Metrics
}

// ClaimReady records the lateness of first attempts that a due time caused; others have waited on purpose.
func (s measuredSchedules) ClaimReady(ctx context.Context, lease schedule.ClaimRequest, limit int) ([]schedule.Attempt, error) {
	attempts, err := s.Store.ClaimReady(ctx, lease, limit)
	for i := range attempts {
		if firing := &attempts[i].Firing; firing.Cause == schedule.ByTime && firing.Attempt == 1 && attempts[i].Refusals == 0 {
			s.metrics.ObserveLateness(lease.Now.Sub(firing.Due))
		}
	}
	return attempts, err
}

// measuredOutbox counts the attempts to deliver events.
type measuredOutbox struct {
	webhook.Outbox

	metrics *telemetry.Metrics
}

// Report counts the attempt.
func (s measuredOutbox) Report(ctx context.Context, lease webhook.Lease, result webhook.AttemptResult) error {
	err := s.Outbox.Report(ctx, lease, result)
	if err == nil {
		s.metrics.CountDelivery(result.State == webhook.Delivered)
	}
	return err
}
