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

// GitAccounts stores git accounts and their links to projects.
type GitAccounts struct{ db *DB }

// GitAccounts returns the store of git accounts.
func (db *DB) GitAccounts() *GitAccounts { return &GitAccounts{db} }

const gitAccountColumns = `id, organization_id, owner_id, name, username, author_name, author_email, provider, sealed_token, created_at`

func scanGitAccount(scan scanner) (project.GitAccount, error) {
	var a project.GitAccount
	var createdAt int64
	err := scan(&a.ID, &a.Organization, &a.Owner, &a.Name, &a.Username, &a.AuthorName, &a.AuthorEmail, &a.Provider, &a.SealedToken, &createdAt)
	a.CreatedAt = fromMoment(createdAt)
	return a, err
}

// Create stores a git account.
func (s *GitAccounts) Create(ctx context.Context, by account.Actor, a project.GitAccount) error {
	return s.db.write(ctx, by, audit.On(audit.Create, audit.GitAccount, a.ID), func(t *tx) error {
		t.auditName(a.Name)
		t.auditChanges(nil, gitAccountFields(a))
		_, err := t.ExecContext(ctx, `INSERT INTO git_accounts (`+gitAccountColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			a.ID, by.Organization, a.Owner, a.Name, a.Username, a.AuthorName, a.AuthorEmail, a.Provider, a.SealedToken, moment(a.CreatedAt))
		if isDangling(err) {
			return unknownOwner(a.Owner)
		}
		return err
	})
}

func unknownOwner(id ids.User) error {
	return fault.New(fault.NotFound, "user %s was not found", id).WithHint("GET /api/v1/users lists the users.")
}

// Find returns a git account.
func (s *GitAccounts) Find(ctx context.Context, organization ids.Organization, id string) (project.GitAccount, error) {
	a, err := findGitAccount(ctx, s.db.reader, organization, id, "")
	return a, translate(err)
}

func findGitAccount(ctx context.Context, q querier, organization ids.Organization, id, lock string) (project.GitAccount, error) {
	row := q.QueryRowContext(ctx, `SELECT `+gitAccountColumns+` FROM git_accounts WHERE organization_id = $1 AND id = $2`+lock, organization, id)
	a, err := scanGitAccount(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return project.GitAccount{}, project.GitAccountNotFound(id)
	}
	return a, err
}

// List returns a page of the git accounts of a user.
func (s *GitAccounts) List(ctx context.Context, query project.GitAccountQuery) (page.Result[project.GitAccount], error) {
	return fetch(ctx, s.db, list{
		columns: gitAccountColumns,
		from:    `git_accounts WHERE organization_id = $1 AND owner_id = $2`,
		args:    []any{query.Organization, query.Owner},
		id:      column{sql: "id"},
		fields:  project.GitAccountOrder,
		order: map[string]column{
			"id": {sql: "id"}, "gitAccountName": {sql: "name"}, "gitUsername": {sql: "username"}, "createdAt": {sql: "created_at", number: true},
		},
	}, query.Page, scanGitAccount)
}

// Change reads a git account, calls change and stores the result.
func (s *GitAccounts) Change(
	ctx context.Context, by account.Actor, id string, change func(*project.GitAccount) error,
) (project.GitAccount, error) {
	var a project.GitAccount
	err := s.db.write(ctx, by, audit.On(audit.Update, audit.GitAccount, id), func(t *tx) error {
		var err error
		if a, err = findGitAccount(ctx, t, by.Organization, id, t.dialect.forUpdate); err != nil {
			return err
		}
		before := gitAccountFields(a)
		if err := change(&a); err != nil {
			return err
		}
		t.auditName(a.Name)
		t.auditChanges(before, gitAccountFields(a))
		_, err = t.ExecContext(ctx, `UPDATE git_accounts SET name = $1, username = $2, author_name = $3, author_email = $4, provider = $5,
			sealed_token = $6 WHERE organization_id = $7 AND id = $8`,
			a.Name, a.Username, a.AuthorName, a.AuthorEmail, a.Provider, a.SealedToken, by.Organization, id)
		return err
	})
	return a, err
}

// Delete deletes a git account with its links, and removes it from the projects that use it.
func (s *GitAccounts) Delete(ctx context.Context, by account.Actor, id string) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.GitAccount, id), func(t *tx) error {
		deleted, err := findGitAccount(ctx, t, by.Organization, id, "")
		if err != nil {
			return err
		}
		t.auditName(deleted.Name)
		t.auditChanges(gitAccountFields(deleted), nil)
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM git_accounts WHERE organization_id = $1 AND id = $2`, by.Organization, id))
		if missing {
			return project.GitAccountNotFound(id)
		}
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE projects SET git_account = '' WHERE organization_id = $1 AND git_account = $2`, by.Organization, id)
		return err
	})
}
