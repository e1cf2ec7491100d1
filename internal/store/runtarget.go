package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// RunTargets finds environments and workspaces, for the engines that they use.
type RunTargets struct{ db *DB }

// RunTargets returns the store of run targets.
func (db *DB) RunTargets() *RunTargets { return &RunTargets{db} }

const (
	environmentTargets = `SELECT e.id, e.project_id, e.name, coalesce(e.connection_id, ''), e.own_file, e.mappings, e.connection_user,
		e.sealed_secret FROM environments e WHERE e.organization_id = $1`
	workspaceTargets = `SELECT w.id, w.project_id, w.name, w.connection_id, w.own_file, w.mappings, '', '' FROM workspaces w
		WHERE w.organization_id = $1`
)

// Find returns the environment or workspace with a number.
func (s *RunTargets) Find(ctx context.Context, organization ids.Organization, id ids.Environment) (project.RunTarget, error) {
	at, err := findRunTarget(ctx, s.db.reader, organization, id)
	return at, translate(err)
}

func findRunTarget(ctx context.Context, q querier, organization ids.Organization, id ids.Environment) (project.RunTarget, error) {
	at, err := scanRunTarget(q.QueryRowContext(ctx, environmentTargets+` AND e.id = $2`, organization, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		at, err = scanRunTarget(q.QueryRowContext(ctx, workspaceTargets+` AND w.id = $2`, organization, id).Scan)
		at.IsWorkspace = true
	}
	if errors.Is(err, sql.ErrNoRows) {
		return project.RunTarget{}, project.EnvironmentNotFound(ids.FormatNumber(id))
	}
	if err != nil {
		return at, err
	}
	at.Connection, err = targetConnection(ctx, q, organization, at.Connection.ID)
	return at, err
}

// scanRunTarget reads a target with the id of its connection.
func scanRunTarget(scan scanner) (project.RunTarget, error) {
	var at project.RunTarget
	var mappings []byte
	err := scan(&at.ID, &at.Project, &at.Name, &at.Connection.ID, &at.OwnFile, &mappings, &at.ConnectionUser, &at.SealedSecret)
	if err != nil {
		return at, err
	}
	return at, json.Unmarshal(mappings, &at.Mappings)
}

// targetConnection returns the connection of an environment or workspace.
func targetConnection(ctx context.Context, q querier, organization ids.Organization, id ids.Connection) (project.Connection, error) {
	if id == "" {
		return defaultConnection(ctx, q, organization)
	}
	c, err := findConnection(ctx, q, organization, id, "")
	if fault.Is(err, fault.NotFound) {
		return c, fault.New(fault.Invalid, "connection %s was not found", id).
			WithHint("GET /api/v1/connections lists the connections. Leave it out to use the default connection.")
	}
	return c, err
}

// Mapped returns all environments and workspaces with mappings.
func (s *RunTargets) Mapped(ctx context.Context, organization ids.Organization) ([]project.RunTarget, error) {
	var mapped []project.RunTarget
	err := s.db.read(ctx, func(q querier) (err error) {
		mapped, err = mappedTargets(ctx, q, organization)
		return err
	})
	return mapped, err
}

func mappedTargets(ctx context.Context, q querier, organization ids.Organization) ([]project.RunTarget, error) {
	connections, err := connectionsByID(ctx, q, organization)
	if err != nil {
		return nil, err
	}
	mapped, err := queryAll(ctx, q, scanRunTarget, environmentTargets+` AND e.mappings <> '{}'`, organization)
	if err != nil {
		return nil, err
	}
	workspaces, err := queryAll(ctx, q, scanRunTarget, workspaceTargets+` AND w.mappings <> '{}'`, organization)
	for i := range workspaces {
		workspaces[i].IsWorkspace = true
	}
	mapped = append(mapped, workspaces...)
	for i := range mapped {
		mapped[i].Connection = connections[mapped[i].Connection.ID]
	}
	return mapped, err
}

// connectionsByID returns the connections of an organization; the default one also under an empty id.
func connectionsByID(ctx context.Context, q querier, organization ids.Organization) (map[ids.Connection]project.Connection, error) {
	all, err := queryAll(ctx, q, scanConnection, `SELECT `+connectionColumns+` FROM connections c WHERE c.organization_id = $1`, organization)
	connections := make(map[ids.Connection]project.Connection, len(all)+1)
	for _, c := range all {
		connections[c.ID] = c
		if c.IsDefault {
			connections[""] = c
		}
	}
	return connections, err
}
