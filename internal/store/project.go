package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// Projects stores projects.
type Projects struct{ db *DB }

// Projects returns the store of projects.
func (db *DB) Projects() *Projects { return &Projects{db} }

const projectColumns = `id, organization_id, name, description, platform, git_account, git_repo, git_branch, created_at`

func scanProject(scan scanner) (project.Project, error) {
	var p project.Project
	var createdAt int64
	err := scan(&p.ID, &p.Organization, &p.Name, &p.Description, &p.Platform, &p.GitAccount, &p.GitRepo, &p.GitBranch, &createdAt)
	p.CreatedAt = fromMoment(createdAt)
	return p, err
}

// Create stores a project with its first workspace and makes the actor its administrator.
func (s *Projects) Create(ctx context.Context, by account.Actor, p project.Project, workspace project.Workspace) error {
	return s.db.write(ctx, by, audit.On(audit.Create, audit.Project, string(p.ID)).In(p.ID, 0), func(t *tx) error {
		t.auditName(p.Name)
		t.auditChanges(nil, projectFields(p))
		if err := t.checkGitAccount(ctx, by, project.Project{}, p); err != nil {
			return err
		}
		return insertProject(ctx, t, by.User, p, workspace)
	})
}

func insertProject(ctx context.Context, t *tx, owner ids.User, p project.Project, workspace project.Workspace) error {
	_, err := t.ExecContext(ctx, `INSERT INTO projects (`+projectColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		p.ID, p.Organization, p.Name, p.Description, p.Platform, p.GitAccount, p.GitRepo, p.GitBranch, moment(p.CreatedAt))
	if err != nil {
		return err
	}
	if _, err := insertWorkspace(ctx, t, p.Organization, workspace); err != nil {
		return err
	}
	return upsertProjectRole(ctx, t, p.Organization, owner, account.ProjectGrant{Project: p.ID, Role: account.ProjectAdministrator})
}

// Find returns a project.
func (s *Projects) Find(ctx context.Context, organization ids.Organization, id ids.Project) (project.Project, error) {
	p, err := findProject(ctx, s.db.reader, organization, id, "")
	return p, translate(err)
}

func findProject(ctx context.Context, q querier, organization ids.Organization, id ids.Project, lock string) (project.Project, error) {
	row := q.QueryRowContext(ctx, `SELECT `+projectColumns+` FROM projects WHERE organization_id = $1 AND id = $2`+lock, organization, id)
	p, err := scanProject(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.Project{}, project.ProjectNotFound(string(id))
	}
	return p, err
}

// List returns a page of the projects that the caller can see.
func (s *Projects) List(ctx context.Context, sees account.Visibility, request page.Request) (page.Result[project.Project], error) {
	return fetch(ctx, s.db, list{
		columns: `p.id, p.organization_id, p.name, p.description, p.platform, p.git_account, p.git_repo, p.git_branch, p.created_at`,
		from:    `projects p WHERE ` + visibleProjects,
		args:    visibleArgs(sees),
		id:      column{sql: "p.id"},
		fields:  project.ProjectOrder,
		order: map[string]column{
			"name": {sql: "p.name"}, "id": {sql: "p.id"}, "platformKind": {sql: "p.platform"}, "createdAt": {sql: "p.created_at", number: true},
		},
	}, request, scanProject)
}

// Change reads a project, calls change and stores the result.
func (s *Projects) Change(ctx context.Context, by account.Actor, id ids.Project, change func(*project.Project) error) (project.Project, error) {
	var p project.Project
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.Project, string(id)).In(id, 0), func(t *tx) error {
		var err error
		if p, err = findProject(ctx, t, by.Organization, id, t.dialect.forUpdate); err != nil {
			return err
		}
		before := p
		if err := change(&p); err != nil {
			return err
		}
		t.auditName(p.Name)
		t.auditChanges(projectFields(before), projectFields(p))
		if err := t.checkGitAccount(ctx, by, before, p); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE projects SET name = $1, description = $2, platform = $3, git_account = $4, git_repo = $5,
			git_branch = $6 WHERE id = $7`, p.Name, p.Description, p.Platform, p.GitAccount, p.GitRepo, p.GitBranch, p.ID)
		return err
	})
	return p, err
}

// Delete deletes a project with its workspaces and roles, unless it has environments.
func (s *Projects) Delete(ctx context.Context, by account.Actor, id ids.Project) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Project, string(id)).In(id, 0), func(t *tx) error {
		deleted, err := findProject(ctx, t, by.Organization, id, t.dialect.forUpdate)
		if err != nil {
			return err
		}
		t.auditName(deleted.Name)
		t.auditChanges(projectFields(deleted), nil)
		var environments int
		err = t.QueryRowContext(ctx, `SELECT count(*) FROM environments WHERE project_id = $1`, id).Scan(&environments)
		if err != nil {
			return err
		}
		if environments > 0 {
			return fault.New(fault.Conflict, "project %s has %d environments", id, environments).WithHint("Delete its environments first.")
		}
		_, err = t.ExecContext(ctx, `DELETE FROM projects WHERE id = $1`, id)
		return err
	})
}
