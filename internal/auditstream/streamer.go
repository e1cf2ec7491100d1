package auditstream

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/ids"
)

// Store reads the entries to send and stores how far they were sent.
type Store interface {
	// Claim makes a server the one that sends to a destination, for a time. It returns false if another server is.
	Claim(ctx context.Context, destination, owner string, length time.Duration) (bool, error)
	// Pending returns entries that were not sent to a destination, in the order of their numbers for each organization.
	Pending(ctx context.Context, destination string, limit int) ([]audit.Entry, error)
	// Advance records that the entries of an organization up to this one were sent.
	Advance(ctx context.Context, destination string, sent audit.Entry) error
}

const (
	batchSize = 200
	interval  = time.Second
	maxPause  = time.Minute
	// leaseLength is longer than a batch takes.
	leaseLength = 3 * sendTimeout
)

// Streamer sends new entries of the audit log to a destination.
type Streamer struct {
	store       Store
	sender      Sender
	destination string
	owner       string
	logger      *slog.Logger
}

// New returns a streamer; Run starts it. The name identifies the destination in the state database.
func New(store Store, sender Sender, name string, logger *slog.Logger) *Streamer {
	return &Streamer{store: store, sender: sender, destination: name, owner: ids.New[string](), logger: logger}
}

// Run sends entries until the context ends. It logs the first error and the recovery, not every attempt.
func (s *Streamer) Run(ctx context.Context) {
	defer func() { _ = s.sender.Close() }() // everything that was sent is recorded
	pause, isFailing := interval, false
	for ctx.Err() == nil {
		sent, err := s.Send(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			if !isFailing {
				s.logger.WarnContext(ctx, "audit entries not sent", "error", err.Error())
			}
			pause, isFailing = min(2*pause, maxPause), true
		case err == nil && isFailing:
			s.logger.InfoContext(ctx, "audit entries sent again")
			pause, isFailing = interval, false
		}
		if sent == 0 || err != nil {
			_ = backoff.Sleep(ctx, pause) // the loop checks the context
		}
	}
}

// Send sends the entries that wait, one batch of each organization, and returns how many. It sends nothing while another
// server does.
func (s *Streamer) Send(ctx context.Context) (sent int, err error) {
	claimed, err := s.store.Claim(ctx, s.destination, s.owner, leaseLength)
	if err != nil || !claimed {
		return 0, err
	}
	entries, err := s.store.Pending(ctx, s.destination, batchSize)
	if err != nil {
		return 0, err
	}
	for len(entries) > 0 {
		count := 1
		for count < len(entries) && entries[count].Organization == entries[0].Organization {
			count++
		}
		if err := s.sender.Send(ctx, entries[:count]); err != nil {
			return sent, err
		}
		if err := s.store.Advance(ctx, s.destination, entries[count-1]); err != nil {
			return sent, err
		}
		sent += count
		entries = entries[count:]
	}
	return sent, nil
}
