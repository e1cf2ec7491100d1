package scim

import (
	"context"
	"path"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// Group is a group of users at the provider.
type Group struct {
	ID           ids.Group
	Organization ids.Organization
	DisplayName  string
	ExternalID   string
	Members      []Member // in the order of their ids
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// Member is a user in a group.
type Member struct {
	User  ids.User
	Email string
}

// GroupStore stores groups. A change of the members or of the names of a group changes the roles of its members in the same
// transaction: see account.ProviderSettings.RoleOf.
type GroupStore interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Group) (Group, error)
	// List returns groups in the order of their ids.
	List(ctx context.Context, organization ids.Organization, selection Selection) ([]Group, error)
	Count(ctx context.Context, organization ids.Organization) (int, error)
	// Create stores a new group. It returns UnknownMember if a member is no user.
	Create(ctx context.Context, by account.Actor, group Group) (Group, error)
	// Change reads a group, calls change and stores the result, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Group, change func(Group) (Group, error)) (Group, error)
	// Delete deletes a group after check has seen it.
	Delete(ctx context.Context, by account.Actor, id ids.Group, check func(Group) error) error
}

// presentGroup returns a group as clients see it.
func (s *Service) presentGroup(g Group) object {
	shown := object{
		"schemas": []any{groupSchema}, "id": string(g.ID), "displayName": g.DisplayName,
		"meta": s.meta(&groupType, string(g.ID), g.CreatedAt, g.UpdatedAt),
	}
	set(shown, "externalId", g.ExternalID)
	var members []any
	for _, member := range g.Members {
		members = append(members, object{
			"value": string(member.User), "display": member.Email, "type": "User", "$ref": s.location(userType.endpoint + "/" + string(member.User)),
		})
	}
	if members != nil {
		shown["members"] = members
	}
	return shown
}

// readGroup sets what a client may set of a group. The object has the attributes of a resource.
func readGroup(g Group, sent object) (Group, error) {
	g.DisplayName, g.ExternalID = sent.text("displayName"), sent.text("externalId")
	if err := validate.CheckName("displayName", g.DisplayName, maxText); err != nil {
		return g, asInvalidValue(err)
	}
	if err := validate.CheckLine("externalId", g.ExternalID, maxText); err != nil {
		return g, asInvalidValue(err)
	}
	g.Members = nil
	isKnown := map[string]bool{}
	for _, one := range sent.objects("members") {
		id := one.text("value")
		if id == "" {
			id = path.Base(one.text("$ref"))
		}
		if !isKnown[id] {
			g.Members = append(g.Members, Member{User: ids.User(id)})
		}
		isKnown[id] = true
	}
	return g, nil
}
