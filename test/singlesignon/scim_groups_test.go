package singlesignon_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// role returns the role of a user in the organization.
func (c *scimClient) role(user string) string {
	c.t.Helper()
	return strings.TrimPrefix(c.Get(c.boss.Token, "/api/v1/users/"+user).Want(http.StatusOK).Field("organizationRole"), "organization")
}

func (c *scimClient) wantRole(user, want string) {
	c.t.Helper()
	if got := c.role(user); got != want {
		c.t.Errorf("the role is %s, want %s", got, want)
	}
}

// members returns the first parts of the addresses of the members of a group, in order.
func (c *scimClient) members(group string) string {
	c.t.Helper()
	var found struct{ Members []struct{ Display string } }
	c.send(http.MethodGet, "/Groups/"+group, nil).Want(http.StatusOK).JSON(&found)
	var names []string
	for _, member := range found.Members {
		names = append(names, strings.TrimSuffix(member.Display, "@acme.example"))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func (c *scimClient) wantMembers(group, want string) {
	c.t.Helper()
	if got := c.members(group); got != want {
		c.t.Errorf("the members are %q, want %q", got, want)
	}
}

// The life of a group.
func TestSCIMGroup(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		c := newSCIM(t, database)
		ann, bob, cat := c.newUser("ann@acme.example"), c.newUser("bob@acme.example"), c.newUser("cat@acme.example")
		id := c.newGroup("Tour Guides", ann, bob)
		for _, step := range []struct {
			operation object
			want      string
		}{
			{object{"op": "add", "path": "members", "value": asMembers([]string{cat})}, "ann bob cat"},
			{object{"op": "remove", "path": `members[value eq "` + ann + `"]`}, "bob cat"},
			{object{"op": "Remove", "path": "members", "value": asMembers([]string{bob})}, "cat"},
			{object{"op": "replace", "value": object{"members": asMembers([]string{ann, bob})}}, "ann bob"},
			{object{"op": "remove", "path": "members"}, ""},
			{object{"op": "Add", "path": "members", "value": asMembers([]string{ann, ann})}, "ann"},
		} {
			c.patch("/Groups/"+id, step.operation).Want(http.StatusOK)
			c.wantMembers(id, step.want)
		}
		c.findGroup(id, ann)
		c.send(http.MethodPut, "/Groups/"+id, object{"displayName": "Guides", "externalId": "g1", "members": asMembers([]string{bob, cat})}).Want(http.StatusOK)
		c.wantMembers(id, "bob cat")
		c.wantProblem(c.patch("/Groups/"+id, object{"op": "add", "path": "members", "value": asMembers([]string{"nobody"})}), http.StatusBadRequest, "invalidValue")
		c.wantProblem(c.send(http.MethodPost, "/Groups", object{"externalId": "x"}), http.StatusBadRequest, "invalidValue")
		c.send(http.MethodDelete, "/Users/"+bob, nil).Want(http.StatusNoContent)
		c.wantMembers(id, "cat")
		c.send(http.MethodDelete, "/Groups/"+id, nil).Want(http.StatusNoContent)
		c.wantProblem(c.send(http.MethodGet, "/Groups/"+id, nil), http.StatusNotFound, "")
	})
}

// findGroup finds the group Tour Guides by its name, by its member, and without its members.
func (c *scimClient) findGroup(id, member string) {
	c.t.Helper()
	if found := c.list("/Groups", `displayName eq "tour guides"`); found.TotalResults != 1 || found.Resources[0]["id"] != id {
		c.t.Errorf("found %+v", found)
	}
	if found := c.list("/Users", `groups.display eq "Tour Guides"`); found.TotalResults != 1 || found.Resources[0]["id"] != member {
		c.t.Errorf("the users of the group are %+v", found)
	}
	var without scimList
	c.send(http.MethodGet, "/Groups?excludedAttributes=members", nil).Want(http.StatusOK).JSON(&without)
	version := c.send(http.MethodGet, "/Groups/"+id, nil).Header.Get("ETag")
	if meta, _ := without.Resources[0]["meta"].(map[string]any); without.Resources[0]["members"] != nil || meta["version"] != version {
		c.t.Errorf("without members: %v, want the version %s", without.Resources[0], version)
	}
}

// Members of a group get the role that groupRoles map it to, at once, and a sign-in without groups keeps it.
func TestSCIMGroupsDecideRole(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		d.connect(object{"groupClaim": "groups", "groupRoles": []object{
			{"group": "data-admins", "organizationRole": "admin"}, {"group": "object-id-of-data", "organizationRole": "organizationContributor"},
		}})
		c := d.scim()
		d.idp.add(ann())
		id := c.newUser(ann().Email)
		c.wantRole(id, "Member")
		data := c.send(http.MethodPost, "/Groups", object{"displayName": "Data", "externalId": "object-id-of-data", "members": asMembers([]string{id})}).
			Want(http.StatusCreated).Field("id")
		c.wantRole(id, "Contributor")
		admins := c.newGroup("Administrators of data")
		add := object{"op": "add", "path": "members", "value": asMembers([]string{id})}
		remove := object{"op": "remove", "path": `members[value eq "` + id + `"]`}
		c.patch("/Groups/"+admins, add).Want(http.StatusOK)
		c.wantRole(id, "Contributor") // the group is not mapped
		b, me := d.signedIn(ann())    // the provider sends no groups
		if me.User.ID != id || me.User.OrganizationRole != "organizationContributor" {
			t.Errorf("after a sign-in the user is %+v", me.User)
		}
		c.patch("/Groups/"+admins, object{"op": "replace", "path": "displayName", "value": "data-admins"}).Want(http.StatusOK)
		c.wantRole(id, "Administrator")
		if got := d.me(b, d.sub("")); got.User.OrganizationRole != "organizationAdministrator" {
			t.Errorf("the open session has the role %s", got.User.OrganizationRole)
		}
		var entries struct {
			Data []struct {
				Action, ID string
				Actor      struct{ Email string }
				Credential struct{ Kind, ID string }
				Changes    []struct{ Field, New string }
			}
		}
		c.Get(c.boss.Token, "/api/v1/auditEntries?actor=scim&objectKind=user&objectID="+id+"&limit=1").Want(http.StatusOK).JSON(&entries)
		if len(entries.Data) != 1 || entries.Data[0].Action != "user.update" || entries.Data[0].Changes[0].New != "organizationAdministrator" ||
			entries.Data[0].Credential.Kind != "scim" || entries.Data[0].Credential.ID == "" {
			t.Errorf("the entry of the role is %+v", entries.Data)
		}

		// The last administrator and break-glass administrators keep the role.
		c.patch("/Groups/"+admins, object{"op": "add", "path": "members", "value": asMembers([]string{d.boss.ID})}).Want(http.StatusOK)
		d.Patch(d.boss.Token, "/api/v1/users/"+d.boss.ID, object{"isBreakGlass": true}).Want(http.StatusOK)
		c.patch("/Groups/"+admins, object{"op": "remove", "path": `members[value eq "` + d.boss.ID + `"]`}).Want(http.StatusOK)
		c.wantRole(d.boss.ID, "Administrator")
		d.Patch(d.boss.Token, "/api/v1/users/"+d.boss.ID, object{"isBreakGlass": false}).Want(http.StatusOK)

		c.patch("/Groups/"+admins, remove).Want(http.StatusOK)
		c.wantRole(id, "Contributor")
		c.send(http.MethodDelete, "/Groups/"+data, nil).Want(http.StatusNoContent)
		c.wantRole(id, "Member")
		c.patch("/Groups/"+admins, object{"op": "add", "path": "members", "value": asMembers([]string{d.boss.ID})}).Want(http.StatusOK)
		c.send(http.MethodDelete, "/Groups/"+admins, nil).Want(http.StatusNoContent)
		c.wantRole(d.boss.ID, "Administrator") // the last one
	})
}
