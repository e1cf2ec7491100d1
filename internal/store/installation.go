package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Installation stores the organizations for operators.
type Installation struct{ db *DB }

// Installation returns the store of organizations for operators.
func (db *DB) Installation() *Installation { return &Installation{db} }

// IsOperator reports whether a user is an active administrator and an operator.
func (s *Installation) IsOperator(ctx context.Context, user ids.User) (is bool, err error) {
	err = s.db.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+activeOperators+` AND o.user_id = $1)`, user).Scan(&is)
	return is, translate(err)
}

const (
	administeredColumns = `o.id, o.name, o.subdomain, o.created_at,
		coalesce(q.max_runs, 0), coalesce(q.max_storage_bytes, 0), coalesce(q.max_users, 0),
		(SELECT count(*) FROM users u WHERE u.organization_id = o.id AND u.status <> 'deleted'),
		(SELECT count(*) FROM projects p WHERE p.organization_id = o.id),
		(SELECT count(*) FROM environments e WHERE e.organization_id = o.id),
		(SELECT count(*) FROM runs n WHERE n.organization_id = o.id AND ` + liveRuns + ` AND n.status = 'waitingToRun'),
		(SELECT count(*) FROM runs n WHERE n.organization_id = o.id AND ` + liveRuns + ` AND n.status = 'running'),
		(SELECT CAST(coalesce(sum(s.bytes), 0) AS bigint) FROM organization_storage s WHERE s.organization_id = o.id),
		(SELECT coalesce(min(s.measured_at), 0) FROM organization_storage s WHERE s.organization_id = o.id)`
	administeredTables = `organizations o LEFT JOIN organization_quotas q ON q.organization_id = o.id`
)

func scanAdministered(scan scanner) (o installation.Organization, err error) {
	var createdAt, measuredAt int64
	err = scan(&o.ID, &o.Name, &o.Subdomain, &createdAt, &o.Quotas.MaxRuns, &o.Quotas.MaxStorageBytes, &o.Quotas.MaxUsers,
		&o.Use.Users, &o.Use.Projects, &o.Use.Environments, &o.Use.RunsWaiting, &o.Use.RunsRunning, &o.Use.StorageBytes, &measuredAt)
	o.CreatedAt, o.Use.MeasuredAt = fromMoment(createdAt), fromMoment(measuredAt)
	return o, err
}

// List returns a page of the organizations.
func (s *Installation) List(ctx context.Context, request page.Request) (page.Result[installation.Organization], error) {
	return fetch(ctx, s.db, list{
		columns: administeredColumns,
		from:    administeredTables + ` WHERE o.id <> ''`,
		id:      column{sql: "o.id"},
		fields:  installation.OrganizationOrder,
		order: map[string]column{
			"id": {sql: "o.id"}, "name": {sql: "o.name"}, "subdomain": {sql: "o.subdomain"}, "createdAt": {sql: "o.created_at", number: true},
		},
	}, request, scanAdministered)
}

// Find returns an organization.
func (s *Installation) Find(ctx context.Context, id ids.Organization) (installation.Organization, error) {
	found, err := findAdministered(ctx, s.db.reader, id)
	return found, translate(err)
}

func findAdministered(ctx context.Context, q querier, id ids.Organization) (installation.Organization, error) {
	found, err := scanAdministered(q.QueryRowContext(ctx, `SELECT `+administeredColumns+` FROM `+administeredTables+` WHERE o.id = $1`, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return found, installation.NotFound(id)
	}
	return found, err
}

// Totals returns numbers of the whole installation.
func (s *Installation) Totals(ctx context.Context) (totals installation.Totals, err error) {
	err = s.db.reader.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM organizations), (SELECT count(*) FROM users WHERE status <> 'deleted'),
		(SELECT count(*) FROM runs n WHERE `+liveRuns+` AND n.status = 'waitingToRun'),
		(SELECT count(*) FROM runs n WHERE `+liveRuns+` AND n.status = 'running'),
		(SELECT CAST(coalesce(sum(bytes), 0) AS bigint) FROM organization_storage), `+s.db.dialect.databaseSize).
		Scan(&totals.Organizations, &totals.Users, &totals.RunsWaiting, &totals.RunsRunning, &totals.StorageBytes, &totals.DatabaseBytes)
	return totals, translate(err)
}

func administeredFields(o installation.Organization) audit.Fields {
	return audit.Fields{
		{Name: "name", Value: o.Name},
		{Name: "subdomain", Value: o.Subdomain},
		{Name: "maxRuns", Value: o.Quotas.MaxRuns},
		{Name: "maxStorageBytes", Value: o.Quotas.MaxStorageBytes},
		{Name: "maxUsers", Value: o.Quotas.MaxUsers},
	}
}

// Create stores an organization with its first administrator and its quotas. The entry is in the log of the operator's
// organization, as for every change by an operator, and in that of the new one.
func (s *Installation) Create(ctx context.Context, by account.Actor, setup project.Setup, quotas installation.Quotas) error {
	return s.db.write(ctx, by, setupEntry(setup), func(t *tx) error {
		if err := t.requireOperator(ctx, by); err != nil {
			return err
		}
		if err := insertSetup(ctx, t, setup); err != nil {
			return err
		}
		fields := administeredFields(installation.Organization{Organization: setup.Organization, Quotas: quotas})
		t.auditChanges(nil, append(fields, audit.Field{Name: "administrator", Value: setup.Administrator.Email}))
		if err := t.setQuotas(ctx, setup.Organization.ID, quotas); err != nil {
			return err
		}
		return t.copyEntry(ctx, s.db.audit, setup.Organization.ID)
	})
}

// copyEntry appends the entry of a write by an operator to the log of the organization that it changes, too. The copy does not say
// who the operator is: that is of another organization.
func (t *tx) copyEntry(ctx context.Context, key audit.Key, organization ids.Organization) error {
	own := t.audit
	if own == nil || own.Organization == organization {
		return nil
	}
	copied := *own
	copied.Organization, copied.By = organization, audit.Subject{}
	t.audit = &copied
	defer func() { t.audit = own }()
	return t.appendEntry(ctx, key)
}

// Change reads an organization, calls change and stores its name, its subdomain and its quotas.
func (s *Installation) Change(
	ctx context.Context, by account.Actor, id ids.Organization, change func(*installation.Organization) error,
) (after installation.Organization, err error) {
	err = s.db.write(ctx, by, audit.On(audit.Update, audit.Organization, string(id)), func(t *tx) error {
		if err := t.requireOperator(ctx, by); err != nil {
			return err
		}
		if _, err := t.lockOrganization(ctx, id); err != nil {
			return err
		}
		before, err := findAdministered(ctx, t, id)
		if err != nil {
			return err
		}
		after = before
		if err := change(&after); err != nil {
			return err
		}
		t.auditName(before.Name)
		t.auditChanges(administeredFields(before), administeredFields(after))
		_, err = t.ExecContext(ctx, `UPDATE organizations SET name = $1, subdomain = $2 WHERE id = $3`, after.Name, after.Subdomain, id)
		if isDuplicate(err) {
			return subdomainTaken(after.Subdomain)
		}
		if err != nil {
			return err
		}
		if before.Quotas != after.Quotas {
			if err := t.setQuotas(ctx, id, after.Quotas); err != nil {
				return err
			}
		}
		return t.copyEntry(ctx, s.db.audit, id)
	})
	return after, err
}

// lockOrganization returns an organization and locks it until the transaction ends.
func (t *tx) lockOrganization(ctx context.Context, id ids.Organization) (account.Organization, error) {
	found, err := scanOrganization(t.QueryRowContext(ctx, `SELECT `+organizationColumns+` FROM organizations WHERE id = $1`+t.dialect.forUpdate, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return found, installation.NotFound(id)
	}
	return found, err
}

// Delete deletes an organization with all its rows, unless runs of it are in progress.
func (s *Installation) Delete(
	ctx context.Context, by account.Actor, id ids.Organization, confirm func(account.Organization) error,
) (deleted int64, err error) {
	version, _, err := s.db.schemaVersion(ctx, s.db.reader)
	if err != nil {
		return 0, translate(err)
	}
	tables, err := schemaAt(ctx, version)
	if err != nil {
		return 0, translate(err)
	}
	err = s.db.write(ctx, by, audit.On(audit.Delete, audit.Organization, string(id)), func(t *tx) error {
		if err := t.requireOperator(ctx, by); err != nil {
			return err
		}
		found, err := t.lockForDeletion(ctx, id)
		if fault.Is(err, fault.NotFound) {
			return installation.NotFound(id)
		}
		if err != nil {
			return err
		}
		if err := confirm(found); err != nil {
			return err
		}
		t.auditName(found.Name)
		t.auditChanges(audit.Fields{{Name: "name", Value: found.Name}, {Name: "subdomain", Value: found.Subdomain}}, nil)
		if err := t.requireNoRuns(ctx, id); err != nil {
			return err
		}
		deleted, err = t.deleteOrganization(ctx, id, tables)
		return inUse(err, found)
	})
	return deleted, err
}

// requireNoRuns rejects a deletion while runs are in progress. Waiting runs are deleted with the organization. A claim increments the
// sequence of the organization, so that none starts a run until the transaction ends.
func (t *tx) requireNoRuns(ctx context.Context, id ids.Organization) error {
	if _, err := t.nextSequence(ctx, id, 1); err != nil {
		return err
	}
	var running int
	err := t.QueryRowContext(ctx, `SELECT count(*) FROM runs WHERE organization_id = $1 AND status = 'running'`, id).Scan(&running)
	if err == nil && running > 0 {
		return fault.New(fault.Conflict, "%d runs of the organization are in progress", running).
			WithHint("Wait until they end, or let an administrator of the organization cancel them.")
	}
	return err
}
