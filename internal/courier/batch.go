package courier

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/webhook"
)

const (
	maxLetters = 50 // of a round
	// roundLength is how long a round goes on. With one more attempt and its report it ends well within the lease.
	roundLength = 20 * time.Second
	leaseLength = 2 * time.Minute
	// maxPause bounds how long the failure of one message holds up others to the same receiver.
	maxPause = time.Minute
)

// sendBatch sends the letters of a round until one fails or the time is up, and gives the lane back.
func (c *Dispatcher) sendBatch(ctx context.Context, round *webhook.Batch) {
	var pausedUntil time.Time
	end := time.Now().Add(roundLength)
	for _, letter := range round.Letters {
		if time.Now().After(end) || ctx.Err() != nil {
			break
		}
		report, delivered := c.deliver(ctx, round, letter)
		if ctx.Err() != nil { // it may have been cut off; whoever has the lane next sends it
			break
		}
		if err := c.report(ctx, round.Lane, report); err != nil {
			c.Logger.WarnContext(ctx, "a message of a webhook may be sent again", "webhook", string(round.Webhook.ID),
				"delivery", string(letter.Delivery), "error", err.Error())
			break
		}
		if !delivered {
			pausedUntil = time.Now().Add(min(webhook.Backoff(letter.Failed+1), maxPause))
			break
		}
	}
	// A process that stops still has a moment to give its lanes back.
	giving, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	if err := c.Store.Release(giving, round.Lane, pausedUntil); err != nil && !webhook.IsLeaseLost(err) {
		c.Logger.WarnContext(ctx, "a webhook stays reserved for a while", "webhook", string(round.Webhook.ID), "error", err.Error())
	}
}

const (
	releaseTimeout = 5 * time.Second
	reportTries    = 5
	reportWait     = 200 * time.Millisecond
)

// report writes down what came of an attempt. It insists a little: what is not written down is sent again.
func (c *Dispatcher) report(ctx context.Context, lane webhook.Lease, report webhook.AttemptResult) error {
	for try := 1; ; try++ {
		err := c.Store.Report(ctx, lane, report)
		if err == nil || webhook.IsLeaseLost(err) || try == reportTries || !fault.Is(err, fault.Unavailable) {
			return err
		}
		sleep(ctx, time.Duration(try)*reportWait)
	}
}

// deliver tries to deliver a letter once, and says what is to become of it.
func (c *Dispatcher) deliver(ctx context.Context, round *webhook.Batch, letter webhook.DueDelivery) (_ webhook.AttemptResult, delivered bool) {
	started := time.Now()
	answer := c.send(ctx, round, letter)
	report := webhook.AttemptResult{Delivery: letter.Delivery, State: webhook.Delivered, GiveUpAt: letter.GiveUpAt, Attempt: webhook.Attempt{
		StartedAt: started, Took: time.Since(started), Status: answer.status, Answer: answer.text, Problem: answer.problem,
	}}
	if answer.problem == "" {
		return report, true
	}
	report.State, report.DueAt = next(letter, answer, time.Now())
	level := c.Logger.DebugContext
	if report.State == webhook.Failed {
		level = c.Logger.InfoContext
	}
	level(ctx, "a message of a webhook was not taken", "webhook", string(round.Webhook.ID), "delivery", string(letter.Delivery),
		"state", string(report.State), "problem", answer.problem)
	return report, false
}

// next is what becomes of a letter that was not taken. The last attempt is at the very end of its time. Waits vary a
// little, so that messages that failed together do not come back together.
func next(letter webhook.DueDelivery, answer answer, now time.Time) (webhook.State, time.Time) {
	if answer.isGone || !now.Before(letter.GiveUpAt) {
		return webhook.Failed, now
	}
	wait := webhook.Backoff(letter.Failed + 1)
	wait += rand.N(wait/10 + 1) //nolint:gosec // needs no secrecy
	due := now.Add(max(wait, answer.retryAfter))
	if due.After(letter.GiveUpAt) {
		due = letter.GiveUpAt
	}
	return webhook.Waiting, due
}
