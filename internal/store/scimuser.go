package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/scim"
)

// SCIMUsers stores users as identity providers describe them.
type SCIMUsers struct{ db *DB }

// SCIMUsers returns the store of users as identity providers describe them.
func (db *DB) SCIMUsers() *SCIMUsers { return &SCIMUsers{db} }

// scimUsers is the SELECT of users with their descriptions, whose columns have names that users has not.
const scimUsers = `SELECT ` + userSelection + `, coalesce(scim_name, email), coalesce(scim_external_id, ''), coalesce(scim_display_name, ''),
	coalesce(scim_formatted_name, ''), coalesce(scim_emails, '[]'), coalesce(scim_updated_at, created_at)
	FROM users LEFT JOIN (SELECT user_id AS scim_user_id, user_name AS scim_name, user_name_key AS scim_name_key, external_id AS scim_external_id,
		display_name AS scim_display_name, formatted_name AS scim_formatted_name, emails AS scim_emails, updated_at AS scim_updated_at
		FROM scim_users) AS described ON scim_user_id = id
	WHERE organization_id = $1 AND status <> 'deleted' AND NOT is_service`

func scanSCIMUser(scan scanner) (scim.User, error) {
	var found scim.User
	var emails []byte
	var updatedAt int64
	user, err := scanUser(func(dest ...any) error {
		return scan(append(dest, &found.UserName, &found.ExternalID, &found.DisplayName, &found.FormattedName, &emails, &updatedAt)...)
	})
	if err != nil {
		return found, err
	}
	found.User, found.UpdatedAt = user, fromMoment(updatedAt)
	return found, json.Unmarshal(emails, &found.Emails)
}

// Find returns a user that is not deleted.
func (s *SCIMUsers) Find(ctx context.Context, organization ids.Organization, id ids.User) (found scim.User, err error) {
	err = s.db.read(ctx, func(q querier) (err error) {
		found, err = findSCIMUser(ctx, q, s.db.dialect, organization, id)
		return err
	})
	return found, err
}

func findSCIMUser(ctx context.Context, q querier, d dialect, organization ids.Organization, id ids.User) (scim.User, error) {
	found, err := scanSCIMUser(q.QueryRowContext(ctx, scimUsers+` AND id = $2`, organization, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return found, scim.NotFound("User", string(id))
	}
	if err != nil {
		return found, err
	}
	memberships, err := readMemberships(ctx, q, d, userRange{organization, id, id})
	found.Groups = memberships[id]
	return found, err
}

// List returns users in the order of their ids.
func (s *SCIMUsers) List(ctx context.Context, organization ids.Organization, selection scim.Selection) (found []scim.User, err error) {
	id := "id" + s.db.dialect.binaryOrder
	query, args := scimUsers+` AND `+id+` > $2`, []any{organization, selection.After}
	switch selection.Lookup.Field {
	case scim.ByID:
		query, args = query+` AND id = $3`, append(args, selection.Lookup.Value)
	case scim.ByExternalID:
		query, args = query+` AND scim_external_id = $3`, append(args, selection.Lookup.Value)
	case scim.ByUserName:
		query, args = query+` AND coalesce(scim_name_key, email)`+s.db.dialect.binaryOrder+` = $3`, append(args, scim.UserNameKey(selection.Lookup.Value))
	case scim.ByDisplayName: // a filter of users by their name reads all
	}
	query += ` ORDER BY ` + id + ` LIMIT ` + strconv.Itoa(selection.Limit) + ` OFFSET ` + strconv.Itoa(selection.Offset)
	err = s.db.read(ctx, func(q querier) error {
		if found, err = queryAll(ctx, q, scanSCIMUser, query, args...); err != nil || len(found) == 0 {
			return err
		}
		memberships, err := readMemberships(ctx, q, s.db.dialect, userRange{organization, found[0].ID, found[len(found)-1].ID})
		for i := range found {
			found[i].Groups = memberships[found[i].ID]
		}
		return err
	})
	return found, err
}

// Count returns how many users an organization has.
func (s *SCIMUsers) Count(ctx context.Context, organization ids.Organization) (count int, err error) {
	err = s.db.reader.QueryRowContext(ctx,
		`SELECT count(*) FROM users WHERE organization_id = $1 AND status <> 'deleted' AND NOT is_service`, organization).Scan(&count)
	return count, translate(err)
}

// Create stores a new user with the default role.
func (s *SCIMUsers) Create(ctx context.Context, by account.Actor, user scim.User) (scim.User, error) {
	err := s.db.write(ctx, by, audit.On(audit.Create, audit.User, string(user.ID)), func(t *tx) error {
		if err := lockOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		provider, err := identityProviderOrNil(ctx, t, by.Organization)
		if err != nil {
			return err
		}
		user.Role = account.OrganizationMember
		if provider != nil {
			user.Role, _ = provider.RoleOf(nil)
		}
		t.auditName(user.Email)
		t.auditChanges(nil, scimUserFields(user))
		if err := t.requireFreeUserName(ctx, user); err != nil {
			return err
		}
		if err := insertUser(ctx, t, user.User); err != nil {
			return err
		}
		return t.describeUser(ctx, user)
	})
	return user, err
}

// Change reads a user, calls change and stores the result.
func (s *SCIMUsers) Change(
	ctx context.Context, by account.Actor, id ids.User, change func(scim.User) (scim.User, error),
) (after scim.User, err error) {
	err = s.db.writeUser(ctx, by, id, audit.On(audit.Update, audit.User, string(id)), func(t *tx, _ account.User) error {
		if err := lockOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		before, err := findSCIMUser(ctx, t, t.dialect, by.Organization, id)
		if err != nil {
			return err
		}
		t.auditName(before.Email)
		if after, err = change(before); err != nil {
			return err
		}
		changes := audit.Compare(scimUserFields(before), scimUserFields(after))
		if len(changes) == 0 {
			t.unchanged()
			return nil
		}
		t.auditUser(before.User, after.User)
		t.audit.Changes = changes
		return t.replaceSCIMUser(ctx, before, &after)
	})
	if fault.Is(err, fault.NotFound) {
		err = scim.NotFound("User", string(id))
	}
	return after, err
}

// replaceSCIMUser stores a changed user, and what the provider says about it.
func (t *tx) replaceSCIMUser(ctx context.Context, before scim.User, after *scim.User) error {
	if after.Status == account.UserDeleted {
		return replaceUser(ctx, t, before.User, after.User)
	}
	if err := t.requireFreeUserName(ctx, *after); err != nil {
		return err
	}
	if err := replaceUser(ctx, t, before.User, after.User); err != nil {
		return err
	}
	after.UpdatedAt = t.now
	return t.describeUser(ctx, *after)
}

// requireFreeUserName rejects a userName or an address that another user has.
func (t *tx) requireFreeUserName(ctx context.Context, user scim.User) error {
	var others int
	err := t.QueryRowContext(ctx, `SELECT count(*) FROM users u LEFT JOIN scim_users s ON s.user_id = u.id
		WHERE u.organization_id = $1 AND u.id <> $2 AND u.status <> 'deleted' AND (u.email = $3 OR coalesce(s.user_name_key, u.email)`+t.dialect.binaryOrder+` = $4)`,
		user.Organization, user.ID, user.Email, scim.UserNameKey(user.UserName)).Scan(&others)
	if err == nil && others > 0 {
		return scim.Taken(user.UserName)
	}
	return err
}

// describeUser stores what the provider says about a user.
func (t *tx) describeUser(ctx context.Context, user scim.User) error {
	emails, err := json.Marshal(append([]scim.Email{}, user.Emails...))
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `INSERT INTO scim_users
		(organization_id, user_id, user_name, user_name_key, external_id, display_name, formatted_name, emails, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (user_id) DO UPDATE SET user_name = excluded.user_name,
		user_name_key = excluded.user_name_key, external_id = excluded.external_id, display_name = excluded.display_name,
		formatted_name = excluded.formatted_name, emails = excluded.emails, updated_at = excluded.updated_at`,
		user.Organization, user.ID, user.UserName, scim.UserNameKey(user.UserName), user.ExternalID, user.DisplayName, user.FormattedName,
		string(emails), moment(user.UpdatedAt))
	return err
}

// applyToSCIM applies a change of a user to what identity providers see: its time, or that the user no longer exists.
func (t *tx) applyToSCIM(ctx context.Context, after account.User) error {
	if after.Status != account.UserDeleted {
		_, err := t.ExecContext(ctx, `UPDATE scim_users SET updated_at = $1 WHERE user_id = $2`, moment(t.now), after.ID)
		return err
	}
	_, err := t.ExecContext(ctx, `UPDATE scim_groups SET updated_at = $1 WHERE id IN (SELECT group_id FROM scim_group_members WHERE user_id = $2)`,
		moment(t.now), after.ID)
	if err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `DELETE FROM scim_group_members WHERE user_id = $1`, after.ID); err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `DELETE FROM scim_users WHERE user_id = $1`, after.ID)
	return err
}

func scimUserFields(u scim.User) audit.Fields {
	return append(userFields(u.User),
		audit.Field{Name: "userName", Value: u.UserName},
		audit.Field{Name: "externalId", Value: u.ExternalID},
		audit.Field{Name: "displayName", Value: u.DisplayName},
		audit.Field{Name: "formattedName", Value: u.FormattedName},
		audit.Field{Name: "emails", Value: u.Emails})
}
