package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Connections stores connections.
type Connections struct{ db *DB }

// Connections returns the store of connections.
func (db *DB) Connections() *Connections { return &Connections{db} }

const connectionColumns = `c.id, c.organization_id, c.name, c.platform, c.settings, c.sealed_secret, c.is_default, c.all_projects, c.created_at,
	c.worker_label, c.max_runs`

func scanConnection(scan scanner) (project.Connection, error) {
	var c project.Connection
	var settings []byte
	var createdAt int64
	err := scan(&c.ID, &c.Organization, &c.Name, &c.Platform, &settings, &c.SealedSecret, &c.IsDefault, &c.AllProjects, &createdAt,
		&c.WorkerLabel, &c.MaxRuns)
	if err != nil {
		return c, err
	}
	c.CreatedAt = fromMoment(createdAt)
	return c, json.Unmarshal(settings, &c.Settings)
}

// Create stores a connection.
func (s *Connections) Create(ctx context.Context, by account.Actor, connection project.Connection) error {
	return s.db.write(ctx, by, audit.On(audit.Create, audit.Connection, string(connection.ID)), func(t *tx) error {
		t.auditName(connection.Name)
		t.auditChanges(nil, connectionFields(connection))
		return insertConnection(ctx, t, connection)
	})
}

func insertConnection(ctx context.Context, t *tx, c project.Connection) error {
	settings, err := settingsJSON(c)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `INSERT INTO connections (id, organization_id, name, platform, settings, sealed_secret, is_default,
		all_projects, created_at, worker_label, max_runs) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		c.ID, c.Organization, c.Name, c.Platform, settings, c.SealedSecret, c.IsDefault, c.AllProjects, moment(c.CreatedAt), c.WorkerLabel, c.MaxRuns)
	if err != nil {
		return err
	}
	return t.setConnectionProjects(ctx, c, nil)
}

func settingsJSON(c project.Connection) (string, error) {
	if c.Settings == nil {
		c.Settings = map[string]any{}
	}
	raw, err := json.Marshal(c.Settings)
	return string(raw), err
}

// Find returns a connection.
func (s *Connections) Find(ctx context.Context, organization ids.Organization, id ids.Connection) (project.Connection, error) {
	c, err := findConnection(ctx, s.db.reader, organization, id, "")
	return c, translate(err)
}

func findConnection(ctx context.Context, q querier, organization ids.Organization, id ids.Connection, lock string) (project.Connection, error) {
	row := q.QueryRowContext(ctx, `SELECT `+connectionColumns+` FROM connections c WHERE c.organization_id = $1 AND c.id = $2`+lock, organization, id)
	c, err := scanConnection(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.Connection{}, project.ConnectionNotFound(string(id))
	}
	if err != nil {
		return c, err
	}
	return c, addProjects(ctx, q, organization, &c)
}

// Default returns the connection of environments that name none.
func (s *Connections) Default(ctx context.Context, organization ids.Organization) (project.Connection, error) {
	c, err := defaultConnection(ctx, s.db.reader, organization)
	return c, translate(err)
}

func defaultConnection(ctx context.Context, q querier, organization ids.Organization) (project.Connection, error) {
	row := q.QueryRowContext(ctx, `SELECT `+connectionColumns+` FROM connections c WHERE c.organization_id = $1 AND c.is_default`, organization)
	c, err := scanConnection(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.Connection{}, project.ConnectionNotFound("default")
	}
	if err != nil {
		return c, err
	}
	return c, addProjects(ctx, q, organization, &c)
}

// BindDataFolder binds an embedded connection to the first data folder that uses it, and returns the id of that folder.
// The column home stores it.
func (s *Connections) BindDataFolder(ctx context.Context, organization ids.Organization, id ids.Connection, dataFolderID string) (string, error) {
	bound, err := findDataFolder(ctx, s.db.reader, organization, id)
	if err != nil || bound != "" {
		return bound, translate(err)
	}
	err = s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		_, err := t.ExecContext(ctx, `UPDATE connections SET home = $1 WHERE organization_id = $2 AND id = $3 AND home = ''`, dataFolderID, organization, id)
		if err != nil {
			return err
		}
		bound, err = findDataFolder(ctx, t, organization, id)
		return err
	})
	return bound, err
}

func findDataFolder(ctx context.Context, q querier, organization ids.Organization, id ids.Connection) (string, error) {
	var dataFolderID string
	err := q.QueryRowContext(ctx, `SELECT home FROM connections WHERE organization_id = $1 AND id = $2`, organization, id).Scan(&dataFolderID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", project.ConnectionNotFound(string(id))
	}
	return dataFolderID, err
}

func unknownConnection(e project.Environment) error {
	return fault.New(fault.Invalid, "connection %s was not found", e.Settings.Connection).
		WithHint("GET /api/v1/connections lists the connections. Leave it out to use the default connection.")
}

// List returns a page of the connections of an organization, or of those that projects of the user may use.
func (s *Connections) List(ctx context.Context, sees account.Visibility, request page.Request) (page.Result[project.Connection], error) {
	result, err := fetch(ctx, s.db, list{
		columns: connectionColumns,
		from:    `connections c WHERE ` + visibleConnections,
		args:    visibleArgs(sees),
		id:      column{sql: "c.id"},
		fields:  project.ConnectionOrder,
		order: map[string]column{
			"name": {sql: "c.name"}, "id": {sql: "c.id"}, "platformKind": {sql: "c.platform"}, "createdAt": {sql: "c.created_at", number: true},
		},
	}, request, scanConnection)
	if err != nil {
		return result, err
	}
	listed := make([]*project.Connection, len(result.Items))
	for i := range result.Items {
		listed[i] = &result.Items[i]
	}
	return result, translate(addProjects(ctx, s.db.reader, sees.Organization, listed...))
}

// Change reads a connection, calls change and stores the result.
func (s *Connections) Change(ctx context.Context, by account.Actor, id ids.Connection, change func(*project.Connection) error) (project.Connection, error) {
	var c project.Connection
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.Connection, string(id)), func(t *tx) error {
		var err error
		if c, err = findConnection(ctx, t, by.Organization, id, t.dialect.forUpdate); err != nil {
			return err
		}
		before, err := settingsJSON(c)
		if err != nil {
			return err
		}
		earlier, projects := c, c.Projects
		fields := connectionFields(c)
		if err := change(&c); err != nil {
			return err
		}
		t.auditName(c.Name)
		t.auditChanges(fields, connectionFields(c))
		settings, err := settingsJSON(c)
		if err != nil {
			return err
		}
		if settings != before {
			if err := t.requireIdle(ctx, c); err != nil {
				return err
			}
			if err := t.incrementVersions(ctx, c); err != nil {
				return err
			}
		}
		_, err = t.ExecContext(ctx, `UPDATE connections SET name = $1, settings = $2, sealed_secret = $3, all_projects = $4,
			worker_label = $5, max_runs = $6 WHERE id = $7`, c.Name, settings, c.SealedSecret, c.AllProjects, c.WorkerLabel, c.MaxRuns, c.ID)
		if err != nil {
			return err
		}
		if err := t.admitConnection(ctx, by, earlier, c); err != nil {
			return err
		}
		return t.setConnectionProjects(ctx, c, projects)
	})
	return c, err
}

// incrementVersions makes the plans of all environments that use a connection stale, because the connection has new
// settings.
func (t *tx) incrementVersions(ctx context.Context, c project.Connection) error {
	_, err := t.ExecContext(ctx, `UPDATE environments SET version = version + 1 WHERE organization_id = $1
		AND (connection_id = $2 OR ($3 AND connection_id IS NULL))`, c.Organization, c.ID, c.IsDefault)
	return err
}

// Delete deletes a connection, unless it is the default one or an environment uses it.
func (s *Connections) Delete(ctx context.Context, by account.Actor, id ids.Connection) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Connection, string(id)), func(t *tx) error {
		c, err := findConnection(ctx, t, by.Organization, id, t.dialect.forUpdate)
		if err != nil {
			return err
		}
		t.auditName(c.Name)
		t.auditChanges(connectionFields(c), nil)
		if c.IsDefault {
			return fault.New(fault.Conflict, "connection %s is the default connection of the organization", id).
				WithHint("Environments without a connection use it, so it cannot be deleted.")
		}
		var users int
		err = t.QueryRowContext(ctx, `SELECT count(*) FROM environments WHERE organization_id = $1 AND connection_id = $2`, by.Organization, id).Scan(&users)
		if err != nil {
			return err
		}
		if users > 0 {
			return fault.New(fault.Conflict, "connection %s is used by %d environments", id, users).
				WithHint("Assign another connection to them first.")
		}
		if err := t.requireIdle(ctx, c); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM connections WHERE id = $1`, id)
		return err
	})
}

// requireIdle rejects new settings and a delete of a connection while runs use it: a worker that takes over such a run
// would search for its publications in another database.
func (t *tx) requireIdle(ctx context.Context, c project.Connection) error {
	var live int
	err := t.QueryRowContext(ctx, `SELECT count(*) FROM runs n WHERE n.organization_id = $1 AND n.connection_id = $2 AND `+liveRuns,
		c.Organization, c.ID).Scan(&live)
	if err == nil && live > 0 {
		err = fault.New(fault.Conflict, "%d runs that have not ended use connection %s", live, c.ID).
			WithHint("Cancel them, or wait until they end.")
	}
	return err
}

// nullable returns an optional reference as it is stored: NULL for "".
func nullable[T ~string](id T) any {
	if id == "" {
		return nil
	}
	return string(id)
}
