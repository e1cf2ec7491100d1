package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Workspaces stores workspaces.
type Workspaces struct{ db *DB }

// Workspaces returns the store of workspaces.
func (db *DB) Workspaces() *Workspaces { return &Workspaces{db} }

const workspaceColumns = `w.organization_id, w.id, w.project_id, w.name, w.status, w.created_at, w.branch, w.connection_id, w.mappings,
	w.parameters, w.revision, w.base_commit`

func scanWorkspace(scan scanner) (project.Workspace, error) {
	var w project.Workspace
	var createdAt int64
	var mappings, parameters []byte
	s := &w.Settings
	err := scan(&w.Organization, &w.ID, &w.Project, &w.Name, &w.Status, &createdAt, &s.Branch, &s.Connection, &mappings,
		&parameters, &w.Revision, &w.BaseCommit)
	if err != nil {
		return w, err
	}
	w.CreatedAt = fromMoment(createdAt)
	if string(parameters) != noSettings {
		s.Parameters = parameters
	}
	if string(mappings) != noSettings {
		err = json.Unmarshal(mappings, &s.Mappings)
	}
	return w, err
}

// noSettings is the stored form of empty parameters and mappings.
const noSettings = "{}"

// Create stores a workspace under the next number.
func (s *Workspaces) Create(ctx context.Context, by account.Actor, workspace project.Workspace) (project.Workspace, error) {
	var created project.Workspace
	err := s.db.write(ctx, by, audit.On(audit.Create, audit.Workspace, ""), func(t *tx) (err error) {
		if created, err = insertWorkspace(ctx, t, by.Organization, workspace); err != nil {
			return err
		}
		t.auditObject(workspaceObject(created))
		t.auditChanges(nil, workspaceFields(created))
		err = t.admitWorkspace(ctx, by, nil, created)
		created.ConfirmSharedMappings = false
		return err
	})
	return created, err
}

func insertWorkspace(ctx context.Context, t *tx, organization ids.Organization, workspace project.Workspace) (project.Workspace, error) {
	number, err := nextTarget(ctx, t, organization)
	if err != nil {
		return project.Workspace{}, err
	}
	workspace.Organization, workspace.ID, workspace.Status = organization, ids.Workspace(number), project.Waiting
	if err := t.checkWorkspaceConnection(ctx, workspace); err != nil {
		return project.Workspace{}, err
	}
	if workspace.Settings.Branch, err = t.branchOf(ctx, workspace); err != nil {
		return project.Workspace{}, err
	}
	mappings, parameters, err := workspaceJSON(workspace.Settings)
	if err != nil {
		return project.Workspace{}, err
	}
	_, err = t.ExecContext(ctx, `INSERT INTO workspaces (organization_id, id, project_id, name, status, created_at, branch, connection_id,
		mappings, parameters, own_file) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		workspace.Organization, workspace.ID, workspace.Project, workspace.Name, workspace.Status, moment(workspace.CreatedAt),
		workspace.Settings.Branch, workspace.Settings.Connection, mappings, parameters, project.OwnFile(workspace.Organization, ids.Environment(workspace.ID), true))
	return workspace, err
}

// branchOf returns the branch of a new workspace: the one that it names, or the project's.
func (t *tx) branchOf(ctx context.Context, w project.Workspace) (string, error) {
	p, err := findProject(ctx, t, w.Organization, w.Project, "")
	return cmp.Or(w.Settings.Branch, p.GitBranch, project.DefaultBranch), err
}

func workspaceJSON(s project.WorkspaceSettings) (mappings, parameters string, err error) {
	return environmentJSON(project.EnvironmentSettings{Mappings: s.Mappings, Parameters: s.Parameters})
}

// checkWorkspaceConnection checks that the connection that a workspace names belongs to its organization.
func (t *tx) checkWorkspaceConnection(ctx context.Context, w project.Workspace) error {
	if w.Settings.Connection == "" {
		return nil
	}
	_, err := findConnection(ctx, t, w.Organization, w.Settings.Connection, "")
	if fault.Is(err, fault.NotFound) {
		return fault.New(fault.Invalid, "connection %s was not found", w.Settings.Connection).
			WithHint("GET /api/v1/connections lists the connections.")
	}
	return err
}

// Find returns a workspace.
func (s *Workspaces) Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error) {
	workspace, err := findWorkspace(ctx, s.db.reader, organization, id, "")
	return workspace, translate(err)
}

func findWorkspace(ctx context.Context, q querier, organization ids.Organization, id ids.Workspace, lock string) (project.Workspace, error) {
	row := q.QueryRowContext(ctx, `SELECT `+workspaceColumns+` FROM workspaces w WHERE w.organization_id = $1 AND w.id = $2`+lock,
		organization, id)
	workspace, err := scanWorkspace(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.Workspace{}, project.WorkspaceNotFound(ids.FormatNumber(id))
	}
	return workspace, err
}

// List returns a page of the workspaces that the caller can see.
func (s *Workspaces) List(ctx context.Context, query project.WorkspaceQuery) (page.Result[project.Workspace], error) {
	return fetch(ctx, s.db, list{
		columns: workspaceColumns,
		from:    `workspaces w WHERE ` + visibleWorkspaces + ` AND ($4 = '' OR w.project_id = $4)`,
		args:    append(visibleArgs(query.Sees), query.Project),
		id:      column{sql: "w.id", number: true},
		fields:  project.WorkspaceOrder,
		order: map[string]column{
			"id": {sql: "w.id", number: true}, "name": {sql: "w.name"}, "project": {sql: "w.project_id"},
		},
	}, query.Page, scanWorkspace)
}

// Change reads a workspace, calls change and stores its name and settings.
func (s *Workspaces) Change(ctx context.Context, by account.Actor, id ids.Workspace, change func(*project.Workspace) error) (project.Workspace, error) {
	var w project.Workspace
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.Workspace, ids.FormatNumber(id)), func(t *tx) (err error) {
		if w, err = findWorkspace(ctx, t, by.Organization, id, t.dialect.forUpdate); err != nil {
			return err
		}
		before := w
		before.Settings.Mappings = maps.Clone(w.Settings.Mappings)
		if err := change(&w); err != nil {
			return err
		}
		t.auditObject(workspaceObject(w))
		t.auditChanges(workspaceFields(before), workspaceFields(w))
		if err := t.checkWorkspaceConnection(ctx, w); err != nil {
			return err
		}
		mappings, parameters, err := workspaceJSON(w.Settings)
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE workspaces SET name = $1, branch = $2, connection_id = $3, mappings = $4, parameters = $5
			WHERE organization_id = $6 AND id = $7`,
			w.Name, w.Settings.Branch, w.Settings.Connection, mappings, parameters, w.Organization, w.ID)
		if err != nil {
			return err
		}
		err = t.admitWorkspace(ctx, by, &before, w)
		w.ConfirmSharedMappings = false
		return err
	})
	return w, err
}

// Delete deletes a workspace with its files. It rejects a workspace with runs that have not ended, because they would
// continue and few users could still see them.
func (s *Workspaces) Delete(ctx context.Context, by account.Actor, id ids.Workspace) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Workspace, ids.FormatNumber(id)), func(t *tx) error {
		if _, err := t.lockTarget(ctx, by.Organization, ids.Environment(id)); err != nil {
			return err
		}
		deleted, err := findWorkspace(ctx, t, by.Organization, id, "")
		if err != nil {
			return err
		}
		t.auditObject(workspaceObject(deleted))
		t.auditChanges(workspaceFields(deleted), nil)
		var live int
		err = t.QueryRowContext(ctx, `SELECT count(*) FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns,
			by.Organization, id).Scan(&live)
		if err != nil {
			return err
		}
		if live > 0 {
			return fault.New(fault.Conflict, "workspace %d has %d runs that have not ended", id, live).
				WithHint("Cancel them or wait until they end, then delete it.")
		}
		if err := t.recordOwnersOf(ctx, by.Organization, ids.Environment(id)); err != nil {
			return err
		}
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM workspaces WHERE organization_id = $1 AND id = $2`, by.Organization, id))
		if missing {
			return project.WorkspaceNotFound(ids.FormatNumber(id))
		}
		return err
	})
}
