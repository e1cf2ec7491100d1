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
)

// Users stores users.
type Users struct{ db *DB }

// Users returns the store of users.
func (db *DB) Users() *Users { return &Users{db} }

const userColumns = `id, organization_id, email, first_name, last_name, password_hash, role, status, is_break_glass, created_at, must_change_password,
	is_service`

// userSelection are the columns of a user, and whether the user has a second factor.
const userSelection = userColumns + `, EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.is_active)`

func scanUser(scan scanner) (account.User, error) {
	var user account.User
	var createdAt int64
	err := scan(&user.ID, &user.Organization, &user.Email, &user.FirstName, &user.LastName, &user.PasswordHash, &user.Role,
		&user.Status, &user.IsBreakGlass, &createdAt, &user.MustChangePassword, &user.IsService, &user.HasSecondFactor)
	user.CreatedAt = fromMoment(createdAt)
	return user, err
}

func userNotFound(id ids.User) error {
	return fault.New(fault.NotFound, "user %s was not found", id).WithHint("GET /api/v1/users lists the users.")
}

// Create stores a new user.
func (s *Users) Create(ctx context.Context, by account.Actor, user account.User) error {
	return s.db.write(ctx, by, audit.On(audit.Create, audit.User, string(user.ID)), func(t *tx) error {
		t.auditName(user.Email)
		t.auditChanges(nil, userFields(user))
		return insertUser(ctx, t, user)
	})
}

// insertUser stores a user unless the organization has as many as its quota allows.
func insertUser(ctx context.Context, t *tx, user account.User) error {
	if err := t.admitUser(ctx, user.Organization); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `INSERT INTO users (`+userColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		user.ID, user.Organization, user.Email, user.FirstName, user.LastName, user.PasswordHash, user.Role, user.Status, user.IsBreakGlass,
		moment(user.CreatedAt), user.MustChangePassword, user.IsService)
	return emailTaken(err, user.Email)
}

func emailTaken(err error, email string) error {
	if isDuplicate(err) && account.IsServiceAddress(email) {
		return fault.New(fault.Conflict, "a service account with the address %s already exists", email).WithHint("Use another name.")
	}
	if isDuplicate(err) {
		return fault.New(fault.Conflict, "a user with the address %s already exists", email).WithHint("Use another address.")
	}
	return err
}

// Find returns a user that is not deleted.
func (s *Users) Find(ctx context.Context, organization ids.Organization, id ids.User) (account.User, error) {
	user, err := findUser(ctx, s.db.reader, organization, id, "")
	return user, translate(err)
}

func findUser(ctx context.Context, q querier, organization ids.Organization, id ids.User, lock string) (account.User, error) {
	row := q.QueryRowContext(ctx, `SELECT `+userSelection+` FROM users
		WHERE organization_id = $1 AND id = $2 AND status <> 'deleted'`+lock, organization, id)
	user, err := scanUser(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return account.User{}, userNotFound(id)
	}
	return user, err
}

// List returns a page of the users of an organization that are not deleted.
func (s *Users) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[account.User], error) {
	return fetch(ctx, s.db, list{
		columns: userSelection,
		from:    `users WHERE organization_id = $1 AND status <> 'deleted'`,
		args:    []any{organization},
		id:      column{sql: "id"},
		fields:  account.UserOrder,
		order: map[string]column{
			"id": {sql: "id"}, "email": {sql: "email"}, "firstName": {sql: "first_name"}, "lastName": {sql: "last_name"},
			"status": {sql: "status"},
		},
	}, request, scanUser)
}

// Candidates returns the users that an address may refer to, in one organization or in all. There are few: one per
// organization.
func (s *Users) Candidates(ctx context.Context, organization ids.Organization, email string) ([]account.User, error) {
	rows, err := s.db.reader.QueryContext(ctx, `SELECT `+userSelection+` FROM users
		WHERE email = $1 AND status <> 'deleted' AND ($2 = '' OR organization_id = $2) ORDER BY id LIMIT 20`, email, organization)
	if err != nil {
		return nil, translate(err)
	}
	defer rows.Close()
	var users []account.User
	for rows.Next() {
		user, err := scanUser(rows.Scan)
		if err != nil {
			return nil, translate(err)
		}
		users = append(users, user)
	}
	return users, translate(rows.Err())
}

// Change reads a user, calls change and stores the result. It deletes the user's credentials where
// account.RevokesCredentials requires it.
func (s *Users) Change(ctx context.Context, by account.Actor, id ids.User, change func(*account.User) error) (account.User, error) {
	var after account.User
	err := s.db.writeUser(ctx, by, id, audit.On(audit.Update, audit.User, string(id)), func(t *tx, before account.User) error {
		after = before
		if err := change(&after); err != nil {
			return err
		}
		t.auditUser(before, after)
		return replaceUser(ctx, t, before, after)
	})
	return after, err
}

func replaceUser(ctx context.Context, t *tx, before, after account.User) error {
	if before.RunsOrganization() && !after.RunsOrganization() {
		if err := requireAnotherAdministrator(ctx, t, before); err != nil {
			return err
		}
	}
	if before.CanBreakGlass() && !after.CanBreakGlass() {
		if err := requireAnotherBreakGlass(ctx, t, before); err != nil {
			return err
		}
	}
	after.IsBreakGlass = after.CanBreakGlass() // a user who becomes an administrator again is not marked again
	_, err := t.ExecContext(ctx, `UPDATE users SET email = $1, first_name = $2, last_name = $3, password_hash = $4, role = $5,
		status = $6, is_break_glass = $7, must_change_password = $8 WHERE id = $9`,
		after.Email, after.FirstName, after.LastName, after.PasswordHash, after.Role, after.Status, after.IsBreakGlass, after.MustChangePassword, after.ID)
	if err != nil {
		return emailTaken(err, after.Email)
	}
	return applyUserChange(ctx, t, before, after)
}

// applyUserChange applies the consequences of a change of a user.
func applyUserChange(ctx context.Context, t *tx, before, after account.User) error {
	if account.RevokesCredentials(before, after) {
		if err := deleteCredentials(ctx, t, after.ID); err != nil {
			return err
		}
	}
	if before != after {
		if err := t.applyToSCIM(ctx, after); err != nil {
			return err
		}
	}
	// Wrong codes of a second factor count too, and somebody who can reset the password could guess them without end.
	if before.PasswordHash != after.PasswordHash && !before.HasSecondFactor {
		if err := deleteFailures(ctx, t, after.LoginKey()); err != nil {
			return err
		}
	}
	if before.Role != after.Role {
		if err := incrementRolesVersion(ctx, t, after.ID); err != nil {
			return err
		}
	}
	if before.Status == account.UserActive && after.Status != account.UserActive {
		if err := pauseOwned(ctx, t, after); err != nil {
			return err
		}
	}
	if after.Status == account.UserDeleted {
		return deleteRowsOfUser(ctx, t, after.ID)
	}
	return nil
}

// deleteRowsOfUser deletes what a deleted user leaves. The row of the user stays, because other rows name it.
func deleteRowsOfUser(ctx context.Context, t *tx, user ids.User) error {
	if err := deleteExternalIdentities(ctx, t, user); err != nil {
		return err
	}
	if err := deleteSecondFactor(ctx, t, user); err != nil {
		return err
	}
	return deleteRoles(ctx, t, user)
}

// requireAnotherAdministrator rejects a change that removes the last active administrator. It locks the organization,
// so that of two administrators who remove each other one is rejected.
func requireAnotherAdministrator(ctx context.Context, t *tx, leaving account.User) error {
	var locked string
	err := t.QueryRowContext(ctx, `SELECT id FROM organizations WHERE id = $1`+t.dialect.forUpdate, leaving.Organization).Scan(&locked)
	if err != nil {
		return err
	}
	var others int
	err = t.QueryRowContext(ctx, `SELECT count(*) FROM users WHERE organization_id = $1 AND id <> $2 AND role = $3 AND status = $4 AND NOT is_service`,
		leaving.Organization, leaving.ID, account.OrganizationAdministrator, account.UserActive).Scan(&others)
	if err == nil && others == 0 {
		return fault.New(fault.Conflict, "user %s is the last active administrator of the organization", leaving.ID).
			WithHint("Make another user an administrator first.")
	}
	return err
}

func deleteCredentials(ctx context.Context, t *tx, user ids.User) error {
	if _, err := t.ExecContext(ctx, `DELETE FROM tokens WHERE user_id = $1`, user); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `DELETE FROM sessions WHERE user_id = $1`, user); err != nil {
		return err
	}
	if err := deleteChallenges(ctx, t, user); err != nil {
		return err
	}
	if err := deletePasswordLinks(ctx, t, user); err != nil {
		return err
	}
	return distrustNetworks(ctx, t, user)
}
