package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/scim"
)

// SCIMGroups stores the groups of identity providers.
type SCIMGroups struct{ db *DB }

// SCIMGroups returns the store of the groups of identity providers.
func (db *DB) SCIMGroups() *SCIMGroups { return &SCIMGroups{db} }

const scimGroupColumns = `organization_id, id, display_name, external_id, created_at, updated_at`

func scanSCIMGroup(scan scanner) (scim.Group, error) {
	var group scim.Group
	var createdAt, updatedAt int64
	err := scan(&group.Organization, &group.ID, &group.DisplayName, &group.ExternalID, &createdAt, &updatedAt)
	group.CreatedAt, group.UpdatedAt = fromMoment(createdAt), fromMoment(updatedAt)
	return group, err
}

func displayNameKey(name string) string { return strings.ToLower(name) }

// Find returns a group with its members.
func (s *SCIMGroups) Find(ctx context.Context, organization ids.Organization, id ids.Group) (found scim.Group, err error) {
	err = s.db.read(ctx, func(q querier) (err error) {
		found, err = findSCIMGroup(ctx, q, s.db.dialect, organization, id)
		return err
	})
	return found, err
}

func findSCIMGroup(ctx context.Context, q querier, d dialect, organization ids.Organization, id ids.Group) (scim.Group, error) {
	found, err := scanSCIMGroup(q.QueryRowContext(ctx, `SELECT `+scimGroupColumns+` FROM scim_groups
		WHERE organization_id = $1 AND id = $2`, organization, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return found, scim.NotFound("Group", string(id))
	}
	if err == nil {
		found.Members, err = readMembers(ctx, q, d, id)
	}
	return found, err
}

func readMembers(ctx context.Context, q querier, d dialect, group ids.Group) ([]scim.Member, error) {
	return queryAll(ctx, q, func(scan scanner) (member scim.Member, err error) { return member, scan(&member.User, &member.Email) },
		`SELECT m.user_id, u.email FROM scim_group_members m JOIN users u ON u.id = m.user_id WHERE m.group_id = $1 ORDER BY m.user_id`+d.binaryOrder, group)
}

// userRange are users of an organization with the ids from first to last.
type userRange struct {
	organization ids.Organization
	first, last  ids.User
}

// readMemberships returns the groups of users.
func readMemberships(ctx context.Context, q querier, d dialect, of userRange) (map[ids.User][]scim.Membership, error) {
	type row struct {
		scim.Membership

		user ids.User
	}
	id := "m.user_id" + d.binaryOrder
	rows, err := queryAll(ctx, q, func(scan scanner) (found row, err error) {
		return found, scan(&found.user, &found.Group, &found.DisplayName, &found.ExternalID)
	}, `SELECT m.user_id, g.id, g.display_name, g.external_id FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
		WHERE m.organization_id = $1 AND `+id+` >= $2 AND `+id+` <= $3 ORDER BY g.id`+d.binaryOrder, of.organization, of.first, of.last)
	all := map[ids.User][]scim.Membership{}
	for _, found := range rows {
		all[found.user] = append(all[found.user], found.Membership)
	}
	return all, err
}

// List returns groups in the order of their ids.
func (s *SCIMGroups) List(ctx context.Context, organization ids.Organization, selection scim.Selection) (found []scim.Group, err error) {
	id := "id" + s.db.dialect.binaryOrder
	query := `SELECT ` + scimGroupColumns + ` FROM scim_groups WHERE organization_id = $1 AND ` + id + ` > $2`
	args := []any{organization, selection.After}
	switch selection.Lookup.Field {
	case scim.ByID:
		query, args = query+` AND id = $3`, append(args, selection.Lookup.Value)
	case scim.ByExternalID:
		query, args = query+` AND external_id = $3`, append(args, selection.Lookup.Value)
	case scim.ByDisplayName:
		query, args = query+` AND display_name_key = $3`, append(args, displayNameKey(selection.Lookup.Value))
	case scim.ByUserName: // groups have none
	}
	query += ` ORDER BY ` + id + ` LIMIT ` + strconv.Itoa(selection.Limit) + ` OFFSET ` + strconv.Itoa(selection.Offset)
	err = s.db.read(ctx, func(q querier) error {
		if found, err = queryAll(ctx, q, scanSCIMGroup, query, args...); err != nil || selection.WithoutMembers {
			return err
		}
		for i := range found {
			if found[i].Members, err = readMembers(ctx, q, s.db.dialect, found[i].ID); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Count returns how many groups an organization has.
func (s *SCIMGroups) Count(ctx context.Context, organization ids.Organization) (count int, err error) {
	err = s.db.reader.QueryRowContext(ctx, `SELECT count(*) FROM scim_groups WHERE organization_id = $1`, organization).Scan(&count)
	return count, translate(err)
}

// Create stores a new group with its members.
func (s *SCIMGroups) Create(ctx context.Context, by account.Actor, group scim.Group) (scim.Group, error) {
	before := scim.Group{ID: group.ID, Organization: group.Organization}
	return s.write(ctx, by, audit.On(audit.Create, audit.Group, string(group.ID)), func(t *tx) (groupChange, error) {
		_, err := t.ExecContext(ctx, `INSERT INTO scim_groups (`+scimGroupColumns+`, display_name_key) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			group.Organization, group.ID, group.DisplayName, group.ExternalID, moment(group.CreatedAt), moment(group.UpdatedAt),
			displayNameKey(group.DisplayName))
		return groupChange{before: before, after: group}, err
	})
}

// Change reads a group, calls change and stores the result.
func (s *SCIMGroups) Change(
	ctx context.Context, by account.Actor, id ids.Group, change func(scim.Group) (scim.Group, error),
) (scim.Group, error) {
	return s.write(ctx, by, audit.On(audit.Update, audit.Group, string(id)), func(t *tx) (groupChange, error) {
		before, err := findSCIMGroup(ctx, t, t.dialect, by.Organization, id)
		if err != nil {
			return groupChange{}, err
		}
		after, err := change(before)
		if err != nil {
			return groupChange{}, err
		}
		changed := groupChange{before: before, after: after}
		if changed.isEmpty() {
			return changed, nil
		}
		_, err = t.ExecContext(ctx, `UPDATE scim_groups SET display_name = $1, display_name_key = $2, external_id = $3, updated_at = $4 WHERE id = $5`,
			after.DisplayName, displayNameKey(after.DisplayName), after.ExternalID, moment(t.now), id)
		return changed, err
	})
}

// Delete deletes a group after check has seen it.
func (s *SCIMGroups) Delete(ctx context.Context, by account.Actor, id ids.Group, check func(scim.Group) error) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Group, string(id)), func(t *tx) error {
		if err := lockOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		before, err := findSCIMGroup(ctx, t, t.dialect, by.Organization, id)
		if err != nil {
			return err
		}
		if err := check(before); err != nil {
			return err
		}
		changed := groupChange{before: before, after: scim.Group{ID: id, Organization: by.Organization}}
		t.auditName(before.DisplayName)
		t.auditChanges(changed.fields(), nil)
		if _, err := t.ExecContext(ctx, `DELETE FROM scim_groups WHERE organization_id = $1 AND id = $2`, by.Organization, id); err != nil {
			return err
		}
		return t.applyGroupRoles(ctx, s.db.audit, changed)
	})
}

// write stores a new or changed group, its members and their roles. store writes the row of the group and returns the change.
func (s *SCIMGroups) write(
	ctx context.Context, by account.Actor, entry audit.Entry, store func(*tx) (groupChange, error),
) (stored scim.Group, err error) {
	err = s.db.write(ctx, by, entry, func(t *tx) error {
		if err := lockOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		changed, err := store(t)
		if err != nil {
			return err
		}
		if changed.isEmpty() {
			t.unchanged()
			stored = changed.before
			return nil
		}
		t.auditGroup(changed)
		if err := t.replaceMembers(ctx, changed); err != nil {
			return err
		}
		if stored, err = findSCIMGroup(ctx, t, t.dialect, by.Organization, changed.after.ID); err != nil {
			return err
		}
		return t.applyGroupRoles(ctx, s.db.audit, changed)
	})
	return stored, err
}

// replaceMembers adds and removes members of a group.
func (t *tx) replaceMembers(ctx context.Context, changed groupChange) error {
	organization, group := changed.after.Organization, changed.after.ID
	for _, user := range changed.added() {
		found, err := findUser(ctx, t, organization, user, "")
		if fault.Is(err, fault.NotFound) || found.IsService {
			return scim.UnknownMember(string(user))
		}
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `INSERT INTO scim_group_members (organization_id, group_id, user_id) VALUES ($1, $2, $3)`, organization, group, user)
		if err != nil {
			return err
		}
	}
	for _, user := range changed.removed() {
		if _, err := t.ExecContext(ctx, `DELETE FROM scim_group_members WHERE group_id = $1 AND user_id = $2`, group, user); err != nil {
			return err
		}
	}
	return nil
}

// auditGroup completes the entry of a new or changed group.
func (t *tx) auditGroup(changed groupChange) {
	before, after := changed.before, changed.after
	t.auditName(after.DisplayName)
	t.auditChanges(
		audit.Fields{{Name: "displayName", Value: before.DisplayName}, {Name: "externalId", Value: before.ExternalID}, {Name: "members", Value: changed.removed()}},
		audit.Fields{{Name: "displayName", Value: after.DisplayName}, {Name: "externalId", Value: after.ExternalID}, {Name: "members", Value: changed.added()}})
}
