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
	// pollShare is the wait before the next request as a multiple of the last response time, so that watchers of a
	// large run do not overload the server.
	pollShare = 4
	// outageTimeout is how long a server may be unreachable. Runs survive a restart of their server, so watching does too.
	outageTimeout = time.Minute
)

// poller reads the state of a run from a server again and again.
type poller struct {
	server *client.Client
	run    string

	last    progress.Snapshot
	wait    time.Duration
	outages time.Time // when the server became unreachable; zero if it responds
}

// Next returns immediately the first time, and waits before each later request.
func (p *poller) Next(ctx context.Context) (progress.Snapshot, error) {
	if err := backoff.Sleep(ctx, p.wait); err != nil {
		return progress.Snapshot{}, err
	}
	began := time.Now()
	found, err := fetchRun(ctx, p.server, p.run)
	if err != nil {
		return p.endure(ctx, err)
	}
	p.wait = max(pollPace, pollShare*time.Since(began))
	p.last, p.outages = found, time.Time{}
	return p.last, nil
}

// endure returns the last snapshot again while the server is unreachable, and an error after a time limit. It does not
// wait for a run that it has never read.
func (p *poller) endure(ctx context.Context, err error) (progress.Snapshot, error) {
	if ctx.Err() != nil {
		return progress.Snapshot{}, ctx.Err()
	}
	refused, answered := errors.AsType[*client.ServerError](err)
	mayPass := isUnreachable(err) || answered && refused.Kind == client.KindLimit
	if p.outages.IsZero() {
		p.outages = time.Now()
	}
	if !mayPass || p.last.At.IsZero() || time.Since(p.outages) > outageTimeout {
		return progress.Snapshot{}, err
	}
	p.wait = pollPace
	if answered {
		p.wait = max(p.wait, min(refused.RetryAfter, outageTimeout))
	}
	s := p.last
	s.At, s.Note = time.Now(), "the server does not respond; retrying"
	return s, nil
}
