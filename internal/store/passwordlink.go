package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/passwordlink"
)

// PasswordLinks stores the links with which people choose a password.
type PasswordLinks struct{ db *DB }

// PasswordLinks returns the store of links.
func (db *DB) PasswordLinks() *PasswordLinks { return &PasswordLinks{db} }

const passwordLinkColumns = `organization_id, user_id, purpose, token_hash, created_at, expires_at`

func scanPasswordLink(scan scanner) (link passwordlink.Link, err error) {
	var createdAt, expiresAt int64
	err = scan(&link.Organization, &link.User, &link.Purpose, &link.Hash, &createdAt, &expiresAt)
	link.CreatedAt, link.ExpiresAt = fromMoment(createdAt), fromMoment(expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		return link, passwordlink.NotValid()
	}
	return link, err
}

// Create stores the link that draft returns, in place of the user's link with the same purpose, and deletes expired links. The
// entry has neither the secret nor its hash.
func (s *PasswordLinks) Create(
	ctx context.Context, by account.Actor, id ids.User, draft func(account.User, []passwordlink.Link) (passwordlink.Link, error),
) (link passwordlink.Link, err error) {
	err = s.db.writeUser(ctx, by, id, audit.On(audit.Reset, audit.User, string(id)), func(t *tx, user account.User) error {
		t.quiet = true
		if _, err := t.ExecContext(ctx, `DELETE FROM password_links WHERE expires_at <= $1`, moment(t.now)); err != nil {
			return err
		}
		existing, err := queryAll(ctx, t, scanPasswordLink, `SELECT `+passwordLinkColumns+` FROM password_links WHERE user_id = $1 ORDER BY purpose`, id)
		if err != nil {
			return err
		}
		if link, err = draft(user, existing); err != nil {
			return err
		}
		t.auditLink(user, link)
		_, err = t.ExecContext(ctx, `INSERT INTO password_links (`+passwordLinkColumns+`) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (user_id, purpose) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
			link.Organization, link.User, link.Purpose, link.Hash, moment(link.CreatedAt), moment(link.ExpiresAt))
		return err
	})
	return link, err
}

func (t *tx) auditLink(user account.User, link passwordlink.Link) {
	verb := map[passwordlink.Purpose]audit.Verb{
		passwordlink.Invitation: audit.Invite, passwordlink.Reset: audit.Reset, passwordlink.Recovery: audit.Recover,
	}[link.Purpose]
	t.audit.Action = audit.ActionOf(audit.User, verb)
	t.auditName(user.Email)
	t.auditChanges(nil, audit.Fields{{Name: "expiresAt", Value: link.ExpiresAt.UTC()}})
}

// Find returns a link that has not expired.
func (s *PasswordLinks) Find(ctx context.Context, hash string) (passwordlink.Link, error) {
	link, err := scanPasswordLink(s.db.reader.QueryRowContext(ctx, `SELECT `+passwordLinkColumns+` FROM password_links
		WHERE token_hash = $1 AND expires_at > $2`, hash, moment(s.db.now())).Scan)
	return link, translate(err)
}

// Use deletes a link and changes its user. Of two requests that use it at the same time one succeeds, because both lock the user.
func (s *PasswordLinks) Use(
	ctx context.Context, by account.Actor, link passwordlink.Link, change func(*account.User) error,
) (after account.User, err error) {
	entry := audit.On(audit.Password, audit.User, string(link.User))
	err = s.db.writeUser(ctx, by, link.User, entry, func(t *tx, before account.User) error {
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM password_links WHERE token_hash = $1 AND expires_at > $2`, link.Hash, moment(t.now)))
		if err != nil {
			return err
		}
		if missing || before.Status != account.UserActive {
			return passwordlink.NotValid()
		}
		after = before
		if err := change(&after); err != nil {
			return err
		}
		t.auditUser(before, after)
		t.audit.By.Credential = audit.ByLink
		return replaceUser(ctx, t, before, after)
	})
	return after, err
}

// Refuse records a request for a recovery that sends nothing.
func (s *PasswordLinks) Refuse(ctx context.Context, refusal account.Refusal) error {
	by, entry, err := s.db.SignIns().refusal(ctx, refusal)
	if err != nil {
		return err
	}
	by.User = "" // nobody is signed in
	entry.Action = audit.ActionOf(audit.User, audit.Recover)
	return s.db.refuse(ctx, by, entry)
}

// deletePasswordLinks deletes the links of a user, with the user's other credentials.
func deletePasswordLinks(ctx context.Context, t *tx, user ids.User) error {
	_, err := t.ExecContext(ctx, `DELETE FROM password_links WHERE user_id = $1`, user)
	return err
}
