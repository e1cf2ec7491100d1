package auditstream

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Store reads the entries to send and stores how far they were sent.
type Store interface {
	// Claim makes a server the one that sends to a destination, for a time. It returns false if another server is.
	Claim(ctx context.Context, destination, owner string, length time.Duration) (bool, error)
	// Pending returns what was not sent to a destination, at most limit entries of each organization.
	Pending(ctx context.Context, destination string, limit int) ([]audit.Backlog, error)
	// Advance records that the entries of an organization up to this one were sent.
	Advance(ctx context.Context, destination string, sent audit.Entry) error
}

const (
	batchSize = 200
	interval  = time.Second
	maxPause  = time.Minute
	// leaseLength is longer than the batch of one organization takes.
	leaseLength = 3 * sendTimeout
)

// Streamer sends new entries of the audit log to a destination.
type Streamer struct {
	store       Store
	sender      Sender
	destination string
	owner       string
	logger      *slog.Logger
	lost        map[ids.Organization]int64 // entries that were reported as lost, so that each loss is reported once
}

// New returns a streamer; Run starts it. The name identifies the destination in the state database.
func New(store Store, sender Sender, name string, logger *slog.Logger) *Streamer {
	return &Streamer{
		store: store, sender: sender, destination: name, owner: ids.New[string](), logger: logger, lost: map[ids.Organization]int64{},
	}
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
				s.logger.WarnContext(ctx, "audit entries not sent", "error", err.Error(), "hint", fault.From(err).Hint)
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
// server does. It claims the destination before each batch, because several batches may take longer than a lease.
func (s *Streamer) Send(ctx context.Context) (sent int, err error) {
	claimed, err := s.store.Claim(ctx, s.destination, s.owner, leaseLength)
	if err != nil || !claimed {
		return 0, err
	}
	pending, err := s.store.Pending(ctx, s.destination, batchSize)
	if err != nil {
		return 0, err
	}
	s.reportLost(ctx, pending)
	for i, backlog := range pending {
		if i > 0 {
			if claimed, err := s.store.Claim(ctx, s.destination, s.owner, leaseLength); err != nil || !claimed {
				return sent, err
			}
		}
		if err := s.sender.Send(ctx, backlog.Entries); err != nil {
			return sent, err
		}
		if err := s.store.Advance(ctx, s.destination, backlog.Entries[len(backlog.Entries)-1]); err != nil {
			return sent, err
		}
		delete(s.lost, backlog.Organization)
		sent += len(backlog.Entries)
	}
	return sent, nil
}

// reportLost warns that the retention deleted entries that the destination does not have.
func (s *Streamer) reportLost(ctx context.Context, pending []audit.Backlog) {
	for _, backlog := range pending {
		if backlog.Lost == s.lost[backlog.Organization] {
			continue
		}
		s.lost[backlog.Organization] = backlog.Lost
		s.logger.WarnContext(ctx, "audit entries deleted before they were sent", "organization", backlog.Organization, "entries", backlog.Lost,
			"hint", "audit_retention is shorter than the outage of audit_stream")
	}
}
