package store

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/scim"
)

// groupChange is a change of a group. A group that does not exist has no names and no members.
type groupChange struct{ before, after scim.Group }

// isEmpty reports whether nothing has changed.
func (c groupChange) isEmpty() bool {
	return c.before.DisplayName == c.after.DisplayName && c.before.ExternalID == c.after.ExternalID && len(c.added()) == 0 && len(c.removed()) == 0
}

func (c groupChange) added() []ids.User   { return membersWithout(c.after, c.before) }
func (c groupChange) removed() []ids.User { return membersWithout(c.before, c.after) }

// membersWithout returns the members of a group that another one does not have, in order.
func membersWithout(group, other scim.Group) []ids.User {
	members := memberSet(group)
	for _, member := range other.Members {
		delete(members, member.User)
	}
	return slices.Sorted(maps.Keys(members))
}

func memberSet(group scim.Group) map[ids.User]bool {
	members := make(map[ids.User]bool, len(group.Members))
	for _, member := range group.Members {
		members[member.User] = true
	}
	return members
}

// fields returns a deleted group as the audit log shows it.
func (c groupChange) fields() audit.Fields {
	return audit.Fields{
		{Name: "displayName", Value: c.before.DisplayName}, {Name: "externalId", Value: c.before.ExternalID}, {Name: "members", Value: c.removed()},
	}
}

// applyGroupRoles gives the members of a changed group the roles that groupRoles of single sign-on map their groups to. A user
// whose mapped groups stay the same keeps the role. It is the last that a write does, because it appends an entry for each user
// to the audit log.
func (t *tx) applyGroupRoles(ctx context.Context, key audit.Key, changed groupChange) error {
	organization := changed.after.Organization
	provider, err := identityProviderOrNil(ctx, t, organization)
	if err != nil || provider == nil || len(provider.GroupRoles) == 0 {
		return err
	}
	before, after := mappedNames(provider, namesOf(changed.before)), mappedNames(provider, namesOf(changed.after))
	if len(before) == 0 && len(after) == 0 {
		return nil
	}
	others, err := t.otherGroups(ctx, changed.after)
	if err != nil {
		return err
	}
	was, is := memberSet(changed.before), memberSet(changed.after)
	affected := maps.Clone(was)
	maps.Copy(affected, is)
	var entries []audit.Entry
	for _, user := range slices.Sorted(maps.Keys(affected)) {
		rest := mappedNames(provider, others[user])
		if slices.Equal(union(rest, before, was[user]), union(rest, after, is[user])) {
			continue
		}
		role, _ := provider.RoleOf(union(rest, after, is[user]))
		entry, err := t.setMappedRole(ctx, organization, user, role)
		if err != nil {
			return err
		}
		if entry != nil {
			entries = append(entries, *entry)
		}
	}
	return t.appendFurther(ctx, key, entries)
}

// setMappedRole gives a user the role of its groups. Break-glass administrators and the last administrator keep theirs, as at a
// sign-in. It returns the entry for the audit log; nil if nothing has changed.
func (t *tx) setMappedRole(ctx context.Context, organization ids.Organization, id ids.User, role account.OrganizationRole) (*audit.Entry, error) {
	user, err := findUser(ctx, t, organization, id, t.dialect.forUpdate)
	if err != nil {
		return nil, err
	}
	if user.IsBreakGlass || user.Role == role {
		return nil, nil //nolint:nilnil // nothing has changed
	}
	changed := user
	changed.Role = role
	switch err := replaceUser(ctx, t, user, changed); {
	case fault.Is(err, fault.Conflict):
		return nil, nil //nolint:nilnil // the last administrator
	case err != nil:
		return nil, err
	}
	entry := audit.On(audit.Update, audit.User, string(id))
	entry.Object.Name, entry.Changes = user.Email, audit.Compare(userFields(user), userFields(changed))
	return &entry, nil
}

// appendFurther appends entries of what a write has changed in addition to its object.
func (t *tx) appendFurther(ctx context.Context, key audit.Key, entries []audit.Entry) error {
	main := t.audit
	defer func() { t.audit = main }()
	for _, entry := range entries {
		entry.Organization, entry.By, entry.At = main.Organization, main.By, main.At
		t.audit = &entry
		if err := t.appendEntry(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// otherGroups returns the names of the groups of users, without one group.
func (t *tx) otherGroups(ctx context.Context, group scim.Group) (map[ids.User][]string, error) {
	type row struct {
		scim.Group

		user ids.User
	}
	rows, err := queryAll(ctx, t, func(scan scanner) (found row, err error) {
		return found, scan(&found.user, &found.DisplayName, &found.ExternalID)
	}, `SELECT m.user_id, g.display_name, g.external_id FROM scim_group_members m JOIN scim_groups g ON g.id = m.group_id
		WHERE g.organization_id = $1 AND g.id <> $2`, group.Organization, group.ID)
	names := map[ids.User][]string{}
	for _, found := range rows {
		names[found.user] = append(names[found.user], namesOf(found.Group)...)
	}
	return names, err
}

// groupNames returns the names of all groups of a user, as groupRoles may contain them.
func groupNames(ctx context.Context, t *tx, organization ids.Organization, user ids.User) ([]string, error) {
	memberships, err := readMemberships(ctx, t, t.dialect, userRange{organization, user, user})
	var names []string
	for _, group := range memberships[user] {
		names = append(names, namesOf(scim.Group{DisplayName: group.DisplayName, ExternalID: group.ExternalID})...)
	}
	return names, err
}

// namesOf returns by what groupRoles may name a group: its name, or its id at the provider, which Entra ID sends at a sign-in.
func namesOf(group scim.Group) []string {
	var names []string
	for _, name := range []string{group.DisplayName, group.ExternalID} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// mappedNames returns the names that groupRoles contain.
func mappedNames(provider *account.IdentityProvider, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.ContainsFunc(provider.GroupRoles, func(mapping account.GroupRole) bool { return mapping.Group == name })
	})
}

// union returns names, with more if they apply, in order and each once.
func union(names, more []string, applies bool) []string {
	all := slices.Clone(names)
	if applies {
		all = append(all, more...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
