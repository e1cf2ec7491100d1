package retention

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
)

// Plans deletes plans.
type Plans interface {
	// DeleteExpired deletes plans that were created before a time and not deployed, up to a limit.
	DeleteExpired(ctx context.Context, before time.Time, limit int) (deleted int, err error)
	// DeleteStates deletes the states of plans whose deployments have ended for good, up to a limit of plans.
	DeleteStates(ctx context.Context, limit int) (deleted int, err error)
}

// Expiring deletes data whose age alone decides.
type Expiring interface {
	// DeleteExpired deletes what was stored before a time, up to a limit.
	DeleteExpired(ctx context.Context, before time.Time, limit int) (deleted int, err error)
}

// Runs deletes runs.
type Runs interface {
	// DeleteExpired deletes runs, deployments and results of an organization that its rules do not keep, up to a limit. It keeps
	// the last good state of each environment.
	DeleteExpired(ctx context.Context, organization ids.Organization, rules config.Retention, now time.Time, limit int) (deleted int, err error)
}

// Organizations lists organizations.
type Organizations interface {
	All(ctx context.Context) ([]account.Organization, error)
}

// Options configures a Cleaner.
type Options struct {
	Runs          Runs
	Organizations Organizations
	// RunRules returns how long an organization keeps runs.
	RunRules func(account.Organization) config.Retention

	Plans     Plans
	Snapshots Expiring      // project snapshots; it keeps those that something refers to
	KeepPlans time.Duration // how long a plan can be deployed; 0 is forever
	AuditLog  Expiring      // entries of the audit log; the limit is that of each organization
	KeepAudit time.Duration // how long an entry of the audit log is kept; 0 is forever
	Logger    *slog.Logger
}

// Cleaner deletes expired data.
type Cleaner struct{ Options }

// New returns a cleaner; Run starts it.
func New(options Options) *Cleaner { return &Cleaner{options} }

const (
	interval      = time.Hour
	shortInterval = time.Minute // while there is more to delete
	// maxRows limits the rows of each kind that a pass deletes.
	maxRows = 500
	// maxEntries limits the entries of the audit log that a pass deletes of each organization; they are small.
	maxEntries = 10_000
	// snapshotGrace is far longer than planning takes, because a plan is stored after its project snapshot.
	snapshotGrace = 24 * time.Hour
)

// Run cleans until the context ends.
func (c *Cleaner) Run(ctx context.Context) {
	for ctx.Err() == nil {
		pause := interval
		if c.Clean(ctx, time.Now()) {
			pause = shortInterval
		}
		_ = backoff.Sleep(ctx, pause) // the loop checks the context
	}
}

// Clean deletes expired data once and reports whether there may be more. It logs errors; the next pass tries again.
func (c *Cleaner) Clean(ctx context.Context, now time.Time) (more bool) {
	deleted, err := c.delete(ctx, now)
	if deleted != (counts{}) {
		c.Logger.InfoContext(ctx, "expired data deleted", "plans", deleted.plans, "planStates", deleted.states, "snapshots", deleted.snapshots,
			"runs", deleted.runs, "auditEntries", deleted.entries)
	}
	if err != nil && ctx.Err() == nil {
		c.Logger.WarnContext(ctx, "expired data not deleted", "error", err.Error())
	}
	return err == nil && (max(deleted.plans, deleted.states, deleted.snapshots, deleted.runs) >= maxRows || deleted.entries >= maxEntries)
}

// counts is the number of rows of each kind that a pass deleted.
type counts struct{ plans, states, snapshots, runs, entries int }

// delete deletes runs and plans first, because that releases their project snapshots. An error of one kind does not stop the
// others.
func (c *Cleaner) delete(ctx context.Context, now time.Time) (deleted counts, err error) {
	var failed [5]error
	deleted.runs, failed[4] = c.deleteRuns(ctx, now)
	if c.KeepPlans > 0 {
		deleted.plans, failed[0] = c.Plans.DeleteExpired(ctx, now.Add(-c.KeepPlans), maxRows)
	}
	deleted.states, failed[1] = c.Plans.DeleteStates(ctx, maxRows)
	deleted.snapshots, failed[2] = c.Snapshots.DeleteExpired(ctx, now.Add(-snapshotGrace), maxRows)
	if c.KeepAudit > 0 {
		deleted.entries, failed[3] = c.AuditLog.DeleteExpired(ctx, now.Add(-c.KeepAudit), maxEntries)
	}
	return deleted, errors.Join(failed[:]...)
}

// deleteRuns deletes the runs that organizations keep no longer.
func (c *Cleaner) deleteRuns(ctx context.Context, now time.Time) (deleted int, err error) {
	if c.Runs == nil {
		return 0, nil
	}
	organizations, err := c.Organizations.All(ctx)
	if err != nil {
		return 0, err
	}
	for _, organization := range organizations {
		some, err := c.Runs.DeleteExpired(ctx, organization.ID, c.RunRules(organization), now, maxRows-deleted)
		deleted += some
		if err != nil || deleted >= maxRows {
			return deleted, err
		}
	}
	return deleted, nil
}
