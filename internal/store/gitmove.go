package store

import (
	"context"
	"database/sql"
	"strings"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/gitrepo"
)

// move changes one reference; no row is affected if its target is not the expected one.
func (s *gitStorage) move(ctx context.Context, t *tx, move gitrepo.Move) (sql.Result, error) {
	switch {
	case move.From == "":
		return t.ExecContext(ctx, `INSERT INTO git_refs (organization_id, project_id, name, target) VALUES ($1, $2, $3, $4)
			ON CONFLICT (organization_id, project_id, name) DO NOTHING`, s.by.Organization, s.project, move.Name, move.To)
	case move.To == "":
		return t.ExecContext(ctx, `DELETE FROM git_refs WHERE organization_id = $1 AND project_id = $2 AND name = $3 AND target = $4`,
			s.by.Organization, s.project, move.Name, move.From)
	default:
		return t.ExecContext(ctx, `UPDATE git_refs SET target = $1 WHERE organization_id = $2 AND project_id = $3 AND name = $4 AND target = $5`,
			move.To, s.by.Organization, s.project, move.Name, move.From)
	}
}

// moveFollower moves the workspace that follows a branch to the new commit, if it was at the old one.
func (s *gitStorage) moveFollower(ctx context.Context, t *tx, move gitrepo.Move) error {
	branch, isBranch := strings.CutPrefix(move.Name, "refs/heads/")
	if s.follower == 0 || !isBranch {
		return nil
	}
	_, err := t.ExecContext(ctx, `UPDATE workspaces SET base_commit = $1, branch = $2
		WHERE organization_id = $3 AND id = $4 AND project_id = $5 AND base_commit = $6`,
		move.To, branch, s.by.Organization, s.follower, s.project, move.From)
	return err
}

// TrustOnFirstUse returns the fingerprint that the project has recorded for an ssh host, after recording this one if there was
// none.
func (s *gitStorage) TrustOnFirstUse(ctx context.Context, host, fingerprint string) (string, error) {
	var known string
	err := s.db.write(ctx, s.by, audit.On(audit.Trust, audit.HostKey, host).In(s.project, 0), func(t *tx) error {
		isKnown, err := affectedNone(t.ExecContext(ctx, `INSERT INTO git_host_keys (organization_id, project_id, host, fingerprint, created_at)
			VALUES ($1, $2, $3, $4, $5) ON CONFLICT (organization_id, project_id, host) DO NOTHING`,
			s.by.Organization, s.project, host, fingerprint, moment(t.now)))
		if err != nil {
			return err
		}
		t.auditChanges(nil, audit.Fields{{Name: "fingerprint", Value: fingerprint}})
		if isKnown {
			t.unchanged()
		}
		return t.QueryRowContext(ctx, `SELECT fingerprint FROM git_host_keys WHERE organization_id = $1 AND project_id = $2 AND host = $3`,
			s.by.Organization, s.project, host).Scan(&known)
	})
	return known, err
}
