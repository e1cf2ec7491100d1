package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Organizations finds organizations.
type Organizations struct{ db *DB }

// Organizations returns the store of organizations.
func (db *DB) Organizations() *Organizations { return &Organizations{db} }

const organizationColumns = `id, name, subdomain, created_at`

// Find returns an organization by its id.
func (s *Organizations) Find(ctx context.Context, id ids.Organization) (account.Organization, error) {
	return s.find(ctx, `SELECT `+organizationColumns+` FROM organizations WHERE id = $1`, string(id))
}

// FindBySubdomain returns an organization by its subdomain.
func (s *Organizations) FindBySubdomain(ctx context.Context, subdomain string) (account.Organization, error) {
	return s.find(ctx, `SELECT `+organizationColumns+` FROM organizations WHERE subdomain = $1`, subdomain)
}

// HasSeveral reports whether there is more than one organization.
func (s *Organizations) HasSeveral(ctx context.Context) (bool, error) {
	var several bool
	err := s.db.reader.QueryRowContext(ctx, `SELECT COUNT(*) > 1 FROM organizations`).Scan(&several)
	return several, translate(err)
}

// Exists reports whether there is an organization with an id or a name.
func (s *Organizations) Exists(ctx context.Context, idOrName string) (bool, error) {
	var exists bool
	err := s.db.reader.QueryRowContext(ctx, `SELECT COUNT(*) > 0 FROM organizations WHERE id = $1 OR name = $2`, idOrName, idOrName).Scan(&exists)
	return exists, translate(err)
}

func (s *Organizations) find(ctx context.Context, query, key string) (account.Organization, error) {
	var organization account.Organization
	var createdAt int64
	err := s.db.reader.QueryRowContext(ctx, query, key).
		Scan(&organization.ID, &organization.Name, &organization.Subdomain, &createdAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Organization{}, fault.New(fault.NotFound, "organization %s was not found", key).
			WithHint("Check the address of your deployment.")
	}
	organization.CreatedAt = fromMoment(createdAt)
	return organization, translate(err)
}

func insertOrganization(ctx context.Context, t *tx, organization account.Organization) error {
	_, err := t.ExecContext(ctx, `INSERT INTO organizations (`+organizationColumns+`) VALUES ($1, $2, $3, $4)`,
		organization.ID, organization.Name, organization.Subdomain, moment(organization.CreatedAt))
	if isDuplicate(err) {
		return subdomainTaken(organization.Subdomain)
	}
	return err
}

func subdomainTaken(subdomain string) error {
	return fault.New(fault.Conflict, "the subdomain %s is taken", subdomain).WithHint("Choose another name or subdomain.")
}

// nextTarget returns the next number for an environment or workspace of the organization. The row stays locked until
// the transaction ends, so that numbers follow the order of commits.
func nextTarget(ctx context.Context, t *tx, organization ids.Organization) (int64, error) {
	return nextNumber(ctx, t, `UPDATE organizations SET next_target = next_target + 1 WHERE id = $1 RETURNING next_target - 1`, organization)
}

// nextRuns returns the first of the next numbers for runs of the organization. It refuses while the organization stores more than
// its quota; to check that in the same statement costs runs without a quota nothing.
func nextRuns(ctx context.Context, t *tx, organization ids.Organization, count int) (first int64, err error) {
	var stored, quota int64
	err = t.QueryRowContext(ctx, `UPDATE organizations SET next_run = next_run + $2 WHERE id = $1
		RETURNING next_run - $2, `+storedBytes+`, `+storageQuota, organization, count).Scan(&first, &stored, &quota)
	if err != nil {
		return 0, err
	}
	return first, checkStorage(stored, quota)
}

func nextNumber(ctx context.Context, t *tx, query string, organization ids.Organization) (int64, error) {
	var n int64
	return n, t.QueryRowContext(ctx, query, organization).Scan(&n)
}
