package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backup"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// rowsOfOrganization is the condition that a row of a table belongs to organization $1; empty if the table has no rows of
// organizations. A test checks that every table has organization_id or is named here.
func rowsOfOrganization(table backup.Table) string {
	switch table.Name {
	case "organizations":
		return ` WHERE id = $1`
	case "trusted_networks":
		return ` WHERE user_id IN (SELECT id FROM users WHERE organization_id = $1)`
	}
	if hasColumns(table, []string{"organization_id"}) {
		return ` WHERE organization_id = $1`
	}
	return ""
}

// All returns all organizations.
func (s *Organizations) All(ctx context.Context) ([]account.Organization, error) {
	all, err := queryAll(ctx, s.db.reader, scanOrganization, `SELECT `+organizationColumns+` FROM organizations ORDER BY id`)
	return all, translate(err)
}

func scanOrganization(scan scanner) (o account.Organization, err error) {
	var createdAt int64
	err = scan(&o.ID, &o.Name, &o.Subdomain, &createdAt)
	o.CreatedAt = fromMoment(createdAt)
	return o, err
}

// FindAny returns the organization with an id, a subdomain or a name.
func (s *Organizations) FindAny(ctx context.Context, reference string) (account.Organization, error) {
	found, err := queryAll(ctx, s.db.reader, scanOrganization,
		`SELECT `+organizationColumns+` FROM organizations WHERE id = $1 OR subdomain = $2 OR name = $3 ORDER BY id`, reference, reference, reference)
	switch {
	case err != nil:
		return account.Organization{}, translate(err)
	case len(found) == 0:
		return account.Organization{}, fault.New(fault.NotFound, "organization %s was not found", reference).WithHint("Pass its id, its subdomain or its name.")
	case len(found) > 1:
		return account.Organization{}, fault.New(fault.Conflict, "%d organizations have the name %s", len(found), reference).WithHint("Pass the subdomain.")
	}
	return found[0], nil
}

// Delete deletes an organization with all its rows, in one transaction, and returns how many there were. The log of the
// installation gets an entry, because the organization's own log is deleted too. It refuses to delete the only organization.
func (s *Organizations) Delete(ctx context.Context, id ids.Organization) (deleted int64, err error) {
	version, _, err := s.db.schemaVersion(ctx, s.db.reader)
	if err != nil {
		return 0, translate(err)
	}
	tables, err := schemaAt(ctx, version)
	if err != nil {
		return 0, translate(err)
	}
	err = s.db.write(ctx, byOperator(), audit.On(audit.Delete, audit.Organization, string(id)), func(t *tx) error {
		organization, err := t.lockForDeletion(ctx, id)
		if err != nil {
			return err
		}
		deleted, err = t.deleteOrganization(ctx, id, tables)
		if err := inUse(err, organization); err != nil {
			return err
		}
		t.auditName(organization.Name)
		t.auditChanges(audit.Fields{
			{Name: "name", Value: organization.Name}, {Name: "subdomain", Value: organization.Subdomain}, {Name: "rows", Value: deleted},
		}, nil)
		return nil
	})
	return deleted, err
}

// inUse returns the error of a deletion. A row that was added meanwhile refers to a row that is gone.
func inUse(err error, organization account.Organization) error {
	if !isDangling(err) {
		return err
	}
	return fault.Wrap(err, fault.Conflict, "organization %s is in use: a server has just written rows of it", organization.Name).
		WithHint("Nothing was deleted. Stop its runs and schedules, or the servers and workers, and try again.")
}

// byOperator returns the actor of what an operator does on the command line to the installation as a whole. Its entries are in the
// chain without an organization.
func byOperator() account.Actor { return account.Actor{} }

// lockForDeletion locks an organization and the rows that others refer to without being deleted with them. A write that adds a
// row to the organization has ended before, or waits and then finds that the organization is gone.
func (t *tx) lockForDeletion(ctx context.Context, id ids.Organization) (account.Organization, error) {
	organization, err := scanOrganization(t.QueryRowContext(ctx,
		`SELECT `+organizationColumns+` FROM organizations WHERE id = $1`+t.dialect.forUpdate, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return organization, organizationGone(id)
	}
	if err != nil || t.dialect.forUpdate == "" {
		return organization, err
	}
	for _, table := range []string{"users", "projects"} {
		if _, err := t.ExecContext(ctx, `SELECT id FROM `+table+` WHERE organization_id = $1 ORDER BY id`+t.dialect.forUpdate, id); err != nil {
			return organization, err
		}
	}
	return organization, nil
}

func organizationGone(id ids.Organization) error {
	return fault.New(fault.NotFound, "organization %s was not found: it was deleted", id).WithHint("Ask the operator of the server.")
}

func (t *tx) deleteOrganization(ctx context.Context, id ids.Organization, tables []backup.Table) (deleted int64, err error) {
	var others int
	if err := t.QueryRowContext(ctx, `SELECT count(*) FROM organizations WHERE id <> $1`, id).Scan(&others); err != nil {
		return 0, err
	}
	if others == 0 {
		return 0, fault.New(fault.Conflict, "it is the only organization").
			WithHint("To delete everything, stop the servers and remove the data folder or the database.")
	}
	// The head of a chain is locked last, as in all writes, and entries can be deleted once their chain is gone.
	log := []string{"audit_chains", "audit_entries"}
	for _, table := range slices.Backward(tables) { // those that refer to others first
		condition := rowsOfOrganization(table)
		if condition == "" || slices.Contains(log, table.Name) {
			continue
		}
		n, err := countRemoved(t.ExecContext(ctx, `DELETE FROM `+table.Name+condition, id))
		if err != nil {
			return 0, err
		}
		deleted += int64(n)
	}
	for _, table := range log {
		n, err := countRemoved(t.ExecContext(ctx, `DELETE FROM `+table+` WHERE organization_id = $1`, id))
		if err != nil {
			return 0, err
		}
		deleted += int64(n)
	}
	return deleted, nil
}

// WriteOrganization writes the rows of one organization, without credentials: no tokens, sessions and second factors, and empty columns
// instead of password hashes and sealed secrets.
func (s *BackupSource) WriteOrganization(ctx context.Context, w *backup.Writer, id ids.Organization) error {
	if id == "" {
		return fault.New(fault.Internal, "an export is of one organization") // readRows would read the rows of all
	}
	for _, table := range s.Header.Tables {
		err := w.Table(table, func(add func([]any) error) error {
			return readRows(ctx, s.snapshot, table, func(values []any) error {
				for i, column := range table.Columns {
					if isCredential(column.Name) {
						values[i] = ""
					}
				}
				return add(values)
			}, id)
		})
		if err != nil {
			return translate(err)
		}
	}
	return nil
}

// ForOrganization restricts the header to the tables with rows of an organization.
func (s *BackupSource) ForOrganization(id ids.Organization) {
	s.Header.Organization, s.Header.KeyFingerprint = string(id), ""
	s.Header.Tables = slices.DeleteFunc(s.Header.Tables, func(table backup.Table) bool {
		return slices.Contains(credentialTables, table.Name) || rowsOfOrganization(table) == ""
	})
}

// credentialTables have nothing but credentials of users, which an export does not contain.
var credentialTables = []string{
	"tokens", "sessions", "trusted_networks", "password_links", "scim_tokens", "second_factors", "recovery_codes", "sign_in_challenges",
}

// isCredential reports whether a column contains something that opens an account or another system.
func isCredential(column string) bool {
	return strings.HasPrefix(column, "sealed_") || strings.HasSuffix(column, "_hash") || column == "retired_secrets"
}

// FindOrganization returns the organization of the snapshot with an id, a subdomain or a name.
func (s *BackupSource) FindOrganization(ctx context.Context, reference string) (account.Organization, error) {
	return s.db.Organizations().FindAny(ctx, reference)
}
