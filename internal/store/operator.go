package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
)

// Operators stores who may administer all organizations.
type Operators struct{ db *DB }

// Operators returns the store of operators.
func (db *DB) Operators() *Operators { return &Operators{db} }

// activeOperators are the operators who count: active administrators of their organizations.
const activeOperators = `operators o JOIN users u ON u.id = o.user_id WHERE u.status = 'active' AND u.role = 'administrator'`

// List returns the operators in all organizations.
func (s *Operators) List(ctx context.Context) ([]account.User, error) {
	found, err := queryAll(ctx, s.db.reader, scanUser, `SELECT `+userSelection+` FROM users
		WHERE id IN (SELECT o.user_id FROM `+activeOperators+`) ORDER BY email, id`)
	return found, translate(err)
}

// Set makes a user an operator, or takes it back. by is of the user's organization.
func (s *Operators) Set(ctx context.Context, by account.Actor, id ids.User, isOperator bool) error {
	return s.db.writeUser(ctx, by, id, audit.On(audit.Update, audit.User, string(id)), func(t *tx, user account.User) error {
		if isOperator && !user.RunsOrganization() {
			return fault.New(fault.Conflict, "user %s is no active administrator of the organization", user.Email).
				WithHint("Make the user an administrator first.")
		}
		was, err := t.isOperator(ctx, id, "")
		if err != nil {
			return err
		}
		t.auditName(user.Email)
		t.auditChanges(audit.Fields{{Name: "isOperator", Value: was}}, audit.Fields{{Name: "isOperator", Value: isOperator}})
		switch {
		case was == isOperator:
			t.unchanged()
			return nil
		case isOperator:
			return t.insertOperator(ctx, user)
		default:
			_, err := t.ExecContext(ctx, `DELETE FROM operators WHERE user_id = $1`, id)
			return err
		}
	})
}

func (t *tx) insertOperator(ctx context.Context, user account.User) error {
	_, err := t.ExecContext(ctx, `INSERT INTO operators (organization_id, user_id, created_at) VALUES ($1, $2, $3)`,
		user.Organization, user.ID, moment(t.now))
	return err
}

func (t *tx) isOperator(ctx context.Context, id ids.User, lock string) (bool, error) {
	var found string
	err := t.QueryRowContext(ctx, `SELECT user_id FROM operators WHERE user_id = $1`+lock, id).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// requireOperator rejects an actor who is no operator any more, and keeps the others operators until the transaction ends. The
// guard of the transaction has checked that the role is unchanged.
func (t *tx) requireOperator(ctx context.Context, by account.Actor) error {
	if by.Credential.IsSystem() {
		return nil
	}
	is, err := t.isOperator(ctx, by.User, t.dialect.forUpdate)
	if err == nil && (!is || by.Role != account.OrganizationAdministrator) {
		return installation.NotOperator()
	}
	return err
}
