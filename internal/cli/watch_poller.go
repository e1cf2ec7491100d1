package cli

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/progress"
)

const (
	pollPace = 300 * time.Millisecond
	// pollShare is how many times as long as an answer took is waited before the next question: a server that has much to
	// say about a run is not kept busy by those who look at it.
	pollShare = 4
	// patience is how long a server may be out of reach. Runs outlive a restart of their server, so watching does too.
	patience = time.Minute
)

// poller is the source of a run on a server: it asks again and again.
type poller struct {
	server *client.Client
	run    string

	last    progress.Snapshot
	reasons map[string]string // of the nodes of the last one
	wait    time.Duration
	outages time.Time // since when nothing answers; zero when something does
}

// Next asks at once the first time, and then after a wait.
func (p *poller) Next(ctx context.Context) (progress.Snapshot, error) {
	if err := backoff.Sleep(ctx, p.wait); err != nil {
		return progress.Snapshot{}, err
	}
	began := time.Now()
	found, err := fetchResults(ctx, p.server, p.run)
	if err != nil {
		return p.endure(ctx, err)
	}
	p.wait = max(pollPace, pollShare*time.Since(began))
	p.last, p.reasons, p.outages = found.Snapshot, found.reasons, time.Time{}
	return p.last, nil
}

// endure gives the last snapshot again while the server is out of reach, and gives up after a while. A run that was never
// seen is not waited for.
func (p *poller) endure(ctx context.Context, err error) (progress.Snapshot, error) {
	if ctx.Err() != nil {
		return progress.Snapshot{}, ctx.Err()
	}
	refused, answered := errors.AsType[*client.ServerError](err)
	mayPass := isUnreachable(err) || answered && refused.Kind == client.KindLimit
	if p.outages.IsZero() {
		p.outages = time.Now()
	}
	if !mayPass || p.last.At.IsZero() || time.Since(p.outages) > patience {
		return progress.Snapshot{}, err
	}
	p.wait = pollPace
	if answered {
		p.wait = max(p.wait, min(refused.RetryAfter, patience))
	}
	s := p.last
	s.At, s.Note = time.Now(), "the server does not answer; trying again"
	return s, nil
}
