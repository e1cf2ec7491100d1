package store

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// targetChange is a change of an environment or workspace that is already written. Only the connection and the mappings
// matter.
type targetChange struct {
	by            account.Actor
	id            ids.Environment
	isNew         bool
	before, after project.EnvironmentSettings
	isConfirmed   bool // it may share schemas
}

func (c *targetChange) isMoved() bool { return c.before.Connection != c.after.Connection }

// admitEnvironment admits a new or changed environment; before is nil for a new one.
func (t *tx) admitEnvironment(ctx context.Context, by account.Actor, before *project.Environment, after project.Environment) error {
	change := targetChange{by: by, id: after.ID, isNew: before == nil, after: after.Settings, isConfirmed: after.ConfirmSharedMappings}
	if before != nil {
		change.before = before.Settings
	}
	return t.admit(ctx, &change)
}

// admitWorkspace admits a new or changed workspace; before is nil for a new one.
func (t *tx) admitWorkspace(ctx context.Context, by account.Actor, before *project.Workspace, after project.Workspace) error {
	change := targetChange{by: by, id: ids.Environment(after.ID), isNew: before == nil, isConfirmed: after.ConfirmSharedMappings}
	change.after = project.EnvironmentSettings{Connection: after.Settings.Connection, Mappings: after.Settings.Mappings}
	if before != nil {
		change.before = project.EnvironmentSettings{Connection: before.Settings.Connection, Mappings: before.Settings.Mappings}
	}
	return t.admit(ctx, &change)
}

// admit checks that the project may use the connection, and that no other environment or workspace maps a location to the
// same schema.
func (t *tx) admit(ctx context.Context, change *targetChange) error {
	if !change.isNew && !change.isMoved() && maps.Equal(change.before.Mappings, change.after.Mappings) {
		return nil
	}
	after, err := findRunTarget(ctx, t, change.by.Organization, change.id)
	if err != nil {
		return err
	}
	if change.isNew || change.isMoved() {
		if err := t.useConnection(ctx, change.by, after.Connection, after.Project); err != nil {
			return err
		}
	}
	before := after
	before.Mappings = change.before.Mappings
	if !change.isNew && change.isMoved() {
		if before.Connection, err = targetConnection(ctx, t, change.by.Organization, change.before.Connection); err != nil {
			return err
		}
	}
	compared := project.MappingChange{Before: before, After: after, By: change.by}
	if compared.IsEmpty() {
		return t.recordOwners(ctx, change.by.Organization, &before)
	}
	if err := t.lockMappings(ctx, change.by.Organization); err != nil {
		return err
	}
	if !change.isConfirmed {
		if err := t.checkMappings(ctx, &compared); err != nil {
			return err
		}
	}
	return errors.Join(t.recordOwners(ctx, change.by.Organization, &before), t.recordOwners(ctx, change.by.Organization, &after))
}

// checkMappings checks changed mappings against those of all other targets, and against the owners of databases.
func (t *tx) checkMappings(ctx context.Context, change *project.MappingChange) error {
	others, err := mappedTargets(ctx, t, change.By.Organization)
	if err != nil {
		return err
	}
	if err := change.Check(others); err != nil {
		return err
	}
	owners, err := databaseOwners(ctx, t, change.By.Organization)
	if err != nil {
		return err
	}
	return change.CheckOwners(owners)
}

// admitConnection checks that new settings of a connection do not lead its mappings to schemas that environments or
// workspaces of other connections map.
func (t *tx) admitConnection(ctx context.Context, by account.Actor, before, after project.Connection) error {
	if before.Server() == after.Server() {
		return nil
	}
	if err := t.lockMappings(ctx, after.Organization); err != nil {
		return err
	}
	mapped, err := mappedTargets(ctx, t, after.Organization)
	if err != nil {
		return err
	}
	var moved, others []project.RunTarget
	for i := range mapped {
		if mapped[i].Connection.ID == after.ID {
			moved = append(moved, mapped[i])
		} else {
			others = append(others, mapped[i])
		}
	}
	owners, err := databaseOwners(ctx, t, after.Organization)
	if err != nil {
		return err
	}
	for i := range moved {
		change := project.MappingChange{Before: moved[i], After: moved[i], By: by}
		change.Before.Connection = before
		if err := errors.Join(t.recordOwners(ctx, after.Organization, &change.Before), t.recordOwners(ctx, after.Organization, &moved[i])); err != nil {
			return err
		}
		if err := cmp.Or(change.Check(others), change.CheckOwners(owners)); err != nil {
			return fault.Wrap(err, fault.Conflict, "%s cannot move with its connection: %s", &moved[i], fault.From(err).Message).
				WithHint("Remove the mapping before you change the connection. Map the location again afterwards, with confirmSharedMappings: true.")
		}
	}
	return nil
}

// lockMappings lets changes of mappings in an organization run one after the other, so that two of them do not miss each
// other's mappings. A transaction that has created an environment or workspace has the lock already.
func (t *tx) lockMappings(ctx context.Context, organization ids.Organization) error {
	var locked string
	return t.QueryRowContext(ctx, `SELECT id FROM organizations WHERE id = $1`+t.dialect.forUpdate, organization).Scan(&locked)
}
