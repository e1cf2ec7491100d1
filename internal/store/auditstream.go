package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
)

// AuditStreams stores how far the audit log was sent to a destination.
type AuditStreams struct{ db *DB }

// AuditStreams returns the store of audit streams.
func (db *DB) AuditStreams() *AuditStreams { return &AuditStreams{db} }

// Claim makes a server the one that sends to a destination, for a time. It returns false if another server is.
func (s *AuditStreams) Claim(ctx context.Context, destination, owner string, length time.Duration) (claimed bool, err error) {
	err = s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		missed, err := affectedNone(t.ExecContext(ctx, `INSERT INTO audit_stream_leases (destination, owner, lease_until)
			VALUES ($1, $2, `+t.dialect.clock+` + $3) ON CONFLICT (destination) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until
			WHERE audit_stream_leases.owner = excluded.owner OR audit_stream_leases.lease_until < `+t.dialect.clock,
			destination, owner, length.Milliseconds()))
		claimed = !missed
		return err
	})
	return claimed && err == nil, err
}

// maxStreamed is how many organizations one query returns entries of.
const maxStreamed = 20

// Pending returns what was not sent to a destination, at most limit entries of each organization: first the organizations whose
// next entry is the oldest, so that a busy one does not keep the others waiting.
func (s *AuditStreams) Pending(ctx context.Context, destination string, limit int) ([]audit.Backlog, error) {
	type position struct {
		organization   ids.Organization
		sequence, base int64
		isNew          bool // nothing was sent to the destination
	}
	positions, err := queryAll(ctx, s.db.reader, func(scan scanner) (p position, err error) {
		return p, scan(&p.organization, &p.sequence, &p.base, &p.isNew)
	}, `SELECT p.organization_id, p.sent, p.base_sequence, p.is_new FROM (
			SELECT c.organization_id, c.sequence, c.base_sequence, coalesce(s.sequence, 0) AS sent, s.sequence IS NULL AS is_new,
				CASE WHEN coalesce(s.sequence, 0) > c.base_sequence THEN s.sequence ELSE c.base_sequence END AS before
			FROM audit_chains c LEFT JOIN audit_streams s ON s.destination = $1 AND s.organization_id = c.organization_id) AS p
		LEFT JOIN audit_entries a ON a.organization_id = p.organization_id AND a.sequence = p.before + 1
		WHERE p.sequence > p.before ORDER BY a.at IS NULL, a.at, p.organization_id LIMIT $2`, destination, maxStreamed)
	if err != nil {
		return nil, translate(err)
	}
	var pending []audit.Backlog
	for _, p := range positions {
		backlog := audit.Backlog{Organization: p.organization}
		if !p.isNew {
			backlog.Lost = max(0, p.base-p.sequence)
		}
		backlog.Entries, err = queryAll(ctx, s.db.reader, scanEntry, `SELECT `+auditColumns+` FROM audit_entries a
			WHERE a.organization_id = $1 AND a.sequence > $2 ORDER BY a.sequence LIMIT $3`, p.organization, p.sequence, limit)
		if err != nil {
			return nil, translate(err)
		}
		if len(backlog.Entries) > 0 { // somebody may have removed them
			pending = append(pending, backlog)
		}
	}
	return pending, nil
}

// Advance records that the entries of an organization up to a number were sent to a destination.
func (s *AuditStreams) Advance(ctx context.Context, destination string, sent audit.Entry) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		_, err := t.ExecContext(ctx, `INSERT INTO audit_streams (destination, organization_id, sequence) VALUES ($1, $2, $3)
			ON CONFLICT (destination, organization_id) DO UPDATE SET sequence = excluded.sequence WHERE audit_streams.sequence < excluded.sequence`,
			destination, sent.Organization, sent.Sequence)
		return err
	})
}
