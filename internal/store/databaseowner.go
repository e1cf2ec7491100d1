package store

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// databaseOwners returns which projects have used which databases of embedded engines.
func databaseOwners(ctx context.Context, q querier, organization ids.Organization) ([]project.DatabaseOwner, error) {
	scan := func(scan scanner) (o project.DatabaseOwner, err error) {
		return o, scan(&o.Server, &o.Database, &o.Project)
	}
	return queryAll(ctx, q, scan, `SELECT server, database_name, project_id FROM database_owners WHERE organization_id = $1`, organization)
}

// recordOwners records that the project of a target uses the databases that its mappings lead to.
func (t *tx) recordOwners(ctx context.Context, organization ids.Organization, target *project.RunTarget) error {
	for _, owned := range target.OwnedDatabases() {
		_, err := t.ExecContext(ctx, `INSERT INTO database_owners (organization_id, server, database_name, project_id) VALUES ($1, $2, $3, $4)
			ON CONFLICT (organization_id, server, database_name, project_id) DO NOTHING`, organization, owned.Server, owned.Database, owned.Project)
		if err != nil {
			return err
		}
	}
	return nil
}

// recordOwnersOf does the same for a target that is about to be deleted.
func (t *tx) recordOwnersOf(ctx context.Context, organization ids.Organization, id ids.Environment) error {
	target, err := findRunTarget(ctx, t, organization, id)
	if fault.Is(err, fault.NotFound) {
		return nil // its deletion reports it
	}
	if err != nil {
		return err
	}
	return t.recordOwners(ctx, organization, &target)
}
