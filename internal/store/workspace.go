package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Workspaces keeps workspaces.
type Workspaces struct{ db *DB }

// Workspaces gives the workspaces of the database.
func (db *DB) Workspaces() *Workspaces { return &Workspaces{db} }

const workspaceColumns = `w.organization_id, w.id, w.project_id, w.name, w.created_at`

func scanWorkspace(scan scanner) (project.Workspace, error) {
	var workspace project.Workspace
	var createdAt int64
	err := scan(&workspace.Organization, &workspace.ID, &workspace.Project, &workspace.Name, &createdAt)
	workspace.CreatedAt = fromMoment(createdAt)
	return workspace, err
}

// Create stores a workspace under the next number.
func (s *Workspaces) Create(ctx context.Context, by account.Actor, workspace project.Workspace) (project.Workspace, error) {
	var created project.Workspace
	err := s.db.write(ctx, by.Credential, func(t *tx) (err error) {
		created, err = insertWorkspace(ctx, t, by.Organization, workspace)
		return err
	})
	return created, err
}

func insertWorkspace(ctx context.Context, t *tx, organization ids.Organization, workspace project.Workspace) (project.Workspace, error) {
	number, err := nextTarget(ctx, t, organization)
	if err != nil {
		return project.Workspace{}, err
	}
	workspace.Organization, workspace.ID = organization, ids.Workspace(number)
	_, err = t.ExecContext(ctx, `INSERT INTO workspaces (organization_id, id, project_id, name, created_at) VALUES ($1, $2, $3, $4, $5)`,
		workspace.Organization, workspace.ID, workspace.Project, workspace.Name, moment(workspace.CreatedAt))
	if isDangling(err) {
		return project.Workspace{}, project.ProjectNotFound(string(workspace.Project))
	}
	return workspace, err
}

// Find gives a workspace.
func (s *Workspaces) Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error) {
	row := s.db.reader.QueryRowContext(ctx, `SELECT `+workspaceColumns+` FROM workspaces w WHERE w.organization_id = $1 AND w.id = $2`,
		organization, id)
	workspace, err := scanWorkspace(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.Workspace{}, project.WorkspaceNotFound(ids.FormatNumber(id))
	}
	return workspace, translate(err)
}

// List gives the workspaces that can be seen.
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

// Delete takes a workspace away.
func (s *Workspaces) Delete(ctx context.Context, by account.Actor, id ids.Workspace) error {
	return s.db.write(ctx, by.Credential, func(t *tx) error {
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM workspaces WHERE organization_id = $1 AND id = $2`, by.Organization, id))
		if missing {
			return project.WorkspaceNotFound(ids.FormatNumber(id))
		}
		return err
	})
}
