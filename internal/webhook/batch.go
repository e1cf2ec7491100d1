package webhook

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
)

const (
	maxDeliveries = 50 // of a batch
	// batchLength is how long a batch sends. With one more attempt and its report it ends well within the lease.
	batchLength = 20 * time.Second
	leaseLength = 2 * time.Minute
	// maxPause limits how long one failed message delays the others to the same receiver.
	maxPause = time.Minute
)

// sendBatch sends the deliveries of a batch until one fails or the time is over, and releases the lease.
func (d *Dispatcher) sendBatch(ctx context.Context, batch *Batch) {
	var pausedUntil time.Time
	end := time.Now().Add(batchLength)
	for _, delivery := range batch.Deliveries {
		if time.Now().After(end) || ctx.Err() != nil {
			break
		}
		result, delivered := d.deliver(ctx, batch, delivery)
		if ctx.Err() != nil { // the attempt may have been cut off; the next owner of the lease sends it
			break
		}
		if err := d.report(ctx, batch.Lease, result); err != nil {
			d.Logger.WarnContext(ctx, "webhook attempt not recorded: the delivery may be sent again", "webhook", string(batch.Webhook.ID),
				"delivery", string(delivery.ID), "error", err.Error())
			break
		}
		if !delivered {
			pausedUntil = time.Now().Add(min(Backoff(delivery.Failed+1), maxPause))
			break
		}
	}
	// A process that stops still releases its leases.
	releasing, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	if err := d.Outbox.Release(releasing, batch.Lease, pausedUntil); err != nil && !IsLeaseLost(err) {
		d.Logger.WarnContext(ctx, "webhook not released: no server sends to it until the lease expires",
			"webhook", string(batch.Webhook.ID), "error", err.Error())
	}
}

const (
	releaseTimeout = 5 * time.Second
	reportAttempts = 5
	reportBackoff  = 200 * time.Millisecond
)

// report records the result of an attempt. It retries the write, because an unrecorded delivery is sent again.
func (d *Dispatcher) report(ctx context.Context, lease Lease, result AttemptResult) error {
	for attempt := 1; ; attempt++ {
		err := d.Outbox.Report(ctx, lease, result)
		if err == nil || IsLeaseLost(err) || attempt == reportAttempts || !fault.Is(err, fault.Unavailable) {
			return err
		}
		_ = backoff.Sleep(ctx, time.Duration(attempt)*reportBackoff) // Report fails if the context has ended
	}
}

// deliver sends a delivery once and returns the result to record.
func (d *Dispatcher) deliver(ctx context.Context, batch *Batch, delivery DueDelivery) (_ AttemptResult, delivered bool) {
	started := time.Now()
	answer := d.send(ctx, batch, delivery)
	result := AttemptResult{Delivery: delivery.ID, State: Delivered, GiveUpAt: delivery.GiveUpAt, Attempt: Attempt{
		StartedAt: started, Took: time.Since(started), Status: answer.status, Answer: answer.text, Problem: answer.problem,
	}}
	if answer.problem == "" {
		return result, true
	}
	result.State, result.DueAt = next(delivery, answer, time.Now())
	level := d.Logger.DebugContext
	if result.State == Failed {
		level = d.Logger.InfoContext
	}
	level(ctx, "webhook delivery failed", "webhook", string(batch.Webhook.ID), "delivery", string(delivery.ID),
		"state", string(result.State), "problem", answer.problem)
	return result, false
}

// next returns the state of a delivery after a failed attempt and the time of the next one. The last attempt is at GiveUpAt.
// The backoff varies at random, so that messages that failed together are not retried together.
func next(delivery DueDelivery, answer answer, now time.Time) (State, time.Time) {
	if answer.isGone || !now.Before(delivery.GiveUpAt) {
		return Failed, now
	}
	wait := Backoff(delivery.Failed + 1)
	wait += rand.N(wait/10 + 1) //nolint:gosec // needs no secrecy
	due := now.Add(max(wait, answer.retryAfter))
	if due.After(delivery.GiveUpAt) {
		due = delivery.GiveUpAt
	}
	return Waiting, due
}
