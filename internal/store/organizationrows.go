package store

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
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

// Delete deletes an organization with all its rows, in one transaction, and returns how many there were. The triggers of
// append-only tables do not see it. It refuses to delete the only organization.
func (s *Organizations) Delete(ctx context.Context, id ids.Organization) (deleted int64, err error) {
	version, _, err := s.db.schemaVersion(ctx, s.db.reader)
	if err != nil {
		return 0, translate(err)
	}
	tables, err := schemaAt(ctx, version)
	if err != nil {
		return 0, translate(err)
	}
	err = s.db.system(ctx, func(t *tx) (err error) {
		deleted, err = t.deleteOrganization(ctx, id, tables)
		return err
	})
	return deleted, err
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
	l := &loader{dialect: t.dialect, tx: t.Tx}
	enable, err := l.disableTriggers(ctx)
	if err != nil {
		return 0, err
	}
	for _, table := range slices.Backward(tables) { // those that refer to others first
		condition := rowsOfOrganization(table)
		if condition == "" {
			continue
		}
		n, err := countRemoved(t.ExecContext(ctx, `DELETE FROM `+table.Name+condition, id))
		if err != nil {
			return 0, err
		}
		deleted += int64(n)
	}
	return deleted, enable()
}

// WriteOrganization writes the rows of one organization, without credentials: no tokens and sessions, and empty columns
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
		isOfCredentials := slices.Contains([]string{"tokens", "sessions", "trusted_networks", "password_links"}, table.Name)
		return isOfCredentials || rowsOfOrganization(table) == ""
	})
}

// isCredential reports whether a column contains something that opens an account or another system.
func isCredential(column string) bool {
	return strings.HasPrefix(column, "sealed_") || strings.HasSuffix(column, "_hash") || column == "retired_secrets"
}

// FindOrganization returns the organization of the snapshot with an id, a subdomain or a name.
func (s *BackupSource) FindOrganization(ctx context.Context, reference string) (account.Organization, error) {
	return s.db.Organizations().FindAny(ctx, reference)
}
