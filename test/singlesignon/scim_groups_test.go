package singlesignon_test

import (
	"net/http"
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

// The life of a group.
func TestSCIMGroup(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		c := newSCIM(t, database)
		one, two, three := c.newUser("one@acme.example"), c.newUser("two@acme.example"), c.newUser("three@acme.example")
		id := c.newGroup("Tour Guides", one, two)
		members := func() string {
			var group struct {
				Members []struct{ Value, Display, Type string }
			}
			c.send(http.MethodGet, "/Groups/"+id, nil).Want(http.StatusOK).JSON(&group)
			names := map[string]bool{}
			for _, member := range group.Members {
				names[member.Display] = true
			}
			var found []string
			for _, name := range []string{"one@acme.example", "two@acme.example", "three@acme.example"} {
				if names[name] {
					found = append(found, strings.TrimSuffix(name, "@acme.example"))
				}
			}
			return strings.Join(found, " ")
		}
		for _, step := range []struct {
			operation object
			want      string
		}{
			{object{"op": "add", "path": "members", "value": asMembers([]string{three})}, "one two three"},
			{object{"op": "remove", "path": `members[value eq "` + one + `"]`}, "two three"},
			{object{"op": "Remove", "path": "members", "value": asMembers([]string{two})}, "three"},
			{object{"op": "replace", "value": object{"members": asMembers([]string{one, two})}}, "one two"},
			{object{"op": "remove", "path": "members"}, ""},
			{object{"op": "Add", "path": "members", "value": asMembers([]string{one, one})}, "one"},
		} {
			c.patch("/Groups/"+id, step.operation).Want(http.StatusOK)
			if got := members(); got != step.want {
				t.Errorf("after %v the members are %s, want %s", step.operation, got, step.want)
			}
		}
		if found := c.list("/Groups", `displayName eq "tour guides"`); found.TotalResults != 1 || found.Resources[0]["id"] != id {
			t.Errorf("found %+v", found)
		}
		if found := c.list("/Users", `groups.display eq "Tour Guides"`); found.TotalResults != 1 || found.Resources[0]["id"] != one {
			t.Errorf("the users of the group are %+v", found)
		}
		var without scimList
		c.send(http.MethodGet, "/Groups?excludedAttributes=members", nil).Want(http.StatusOK).JSON(&without)
		version := c.send(http.MethodGet, "/Groups/"+id, nil).Header.Get("ETag")
		if meta, _ := without.Resources[0]["meta"].(map[string]any); without.Resources[0]["members"] != nil || meta["version"] != version {
			t.Errorf("without members: %v, want the version %s", without.Resources[0], version)
		}
		c.send(http.MethodPut, "/Groups/"+id, object{"displayName": "Guides", "externalId": "g1", "members": asMembers([]string{two, three})}).Want(http.StatusOK)
		if got := members(); got != "two three" {
			t.Errorf("the members are %s", got)
		}
		c.wantProblem(c.patch("/Groups/"+id, object{"op": "add", "path": "members", "value": asMembers([]string{"nobody"})}), http.StatusBadRequest, "invalidValue")
		c.wantProblem(c.send(http.MethodPost, "/Groups", object{"externalId": "x"}), http.StatusBadRequest, "invalidValue")
		c.send(http.MethodDelete, "/Users/"+two, nil).Want(http.StatusNoContent)
		if got := members(); got != "three" {
			t.Errorf("the members are %s", got)
		}
		c.send(http.MethodDelete, "/Groups/"+id, nil).Want(http.StatusNoContent)
		c.wantProblem(c.send(http.MethodGet, "/Groups/"+id, nil), http.StatusNotFound, "")
	})
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
