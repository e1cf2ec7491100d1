package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Link makes an account the one that a user uses in a project. The user must own the account.
func (s *GitAccounts) Link(ctx context.Context, by account.Actor, link project.GitLink) error {
	return s.db.write(ctx, by, audit.On(audit.Link, audit.GitAccount, link.Account).In(link.Project, 0), func(t *tx) error {
		t.auditChanges(nil, audit.Fields{{Name: "user", Value: link.User}, {Name: "origin", Value: audit.WithoutCredentials(link.Origin)}})
		missing, err := affectedNone(t.ExecContext(ctx, `INSERT INTO git_links (organization_id, project_id, user_id, account_id, origin)
			SELECT a.organization_id, $1, a.owner_id, a.id, $2 FROM git_accounts a
			WHERE a.organization_id = $3 AND a.id = $4 AND a.owner_id = $5
			ON CONFLICT (organization_id, project_id, user_id) DO UPDATE SET account_id = excluded.account_id, origin = excluded.origin`,
			link.Project, link.Origin, by.Organization, link.Account, link.User))
		if isDangling(err) {
			return project.ProjectNotFound(string(link.Project))
		}
		if missing {
			return project.GitAccountNotFound(link.Account)
		}
		return err
	})
}

// Unlink removes the account of a user from a project.
func (s *GitAccounts) Unlink(ctx context.Context, by account.Actor, link project.GitLink) error {
	return s.db.write(ctx, by, audit.On(audit.Unlink, audit.GitAccount, link.Account).In(link.Project, 0), func(t *tx) error {
		t.auditChanges(audit.Fields{{Name: "user", Value: link.User}}, nil)
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM git_links WHERE organization_id = $1 AND project_id = $2 AND user_id = $3`,
			by.Organization, link.Project, link.User))
		if missing {
			return fault.New(fault.NotFound, "user %s has no git account linked to project %s", link.User, link.Project).
				WithHint("PUT /api/v1/projects/%s/gitAccounts/%s links one.", link.Project, link.User)
		}
		return err
	})
}

// Linked returns the link of a user in a project; its account is empty if there is none.
func (s *GitAccounts) Linked(ctx context.Context, organization ids.Organization, id ids.Project, user ids.User) (project.GitLink, error) {
	link := project.GitLink{Project: id, User: user}
	err := s.db.reader.QueryRowContext(ctx, `SELECT account_id, origin FROM git_links
		WHERE organization_id = $1 AND project_id = $2 AND user_id = $3`, organization, id, user).Scan(&link.Account, &link.Origin)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return link, translate(err)
}

// checkGitAccount checks that a project may use the git account that it newly names, or may use it with a new host: the
// actor owns the account or is an administrator. If the repository changes, the recorded keys of ssh hosts are deleted.
func (t *tx) checkGitAccount(ctx context.Context, by account.Actor, before, after project.Project) error {
	if before.GitRepo != "" && before.GitRepo != after.GitRepo {
		if _, err := t.ExecContext(ctx, `DELETE FROM git_host_keys WHERE organization_id = $1 AND project_id = $2`,
			by.Organization, after.ID); err != nil {
			return err
		}
	}
	isSame := before.GitAccount == after.GitAccount && before.GitOrigin() == after.GitOrigin()
	if after.GitAccount == "" || isSame {
		return nil
	}
	found, err := findGitAccount(ctx, t, by.Organization, after.GitAccount, "")
	isTheirs := found.Owner == by.User || by.Can(account.UsersManage, account.Scope{})
	if fault.Is(err, fault.NotFound) || err == nil && !isTheirs {
		return fault.New(fault.Invalid, "git account %s was not found", after.GitAccount).
			WithHint("It must be one of yours; GET /api/v1/gitAccounts lists them. Leave gitAccountID out to work without one.")
	}
	return err
}
