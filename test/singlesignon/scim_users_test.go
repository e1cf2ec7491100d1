package singlesignon_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// barbara is the user of the examples in RFC 7643, section 8.2, as far as it matters here.
func barbara() object {
	return object{
		"schemas": []string{"urn:ietf:params:scim:schemas:core:2.0:User"}, "externalId": "701984", "userName": "bjensen@acme.example",
		"name":        object{"formatted": "Ms. Barbara J Jensen, III", "familyName": "Jensen", "givenName": "Barbara", "middleName": "Jane"},
		"displayName": "Babs Jensen", "nickName": "Babs", "password": "t1meMa$heen", "title": "Tour Guide", "active": true,
		"emails": []object{{"value": "bjensen@acme.example", "type": "work", "primary": true}, {"value": "babs@jensen.example", "type": "home"}},
		"groups": []object{{"value": "e9e30dba-f08f-4109-8486-d5c6a331660a", "display": "Tour Guides"}},
		"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": object{"employeeNumber": "701984"},
	}
}

// The life of a user: created, found, replaced, patched, deactivated, deleted.
func TestSCIMUser(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		c := newSCIM(t, database)
		id, version := c.createBarbara()
		c.wantProblem(c.send(http.MethodPost, "/Users", barbara()), http.StatusConflict, "uniqueness")
		c.wantProblem(c.send(http.MethodPost, "/Users", object{"userName": "nobody"}), http.StatusBadRequest, "invalidValue")
		c.wantProblem(c.send(http.MethodPost, "/Users", `{"userName"`), http.StatusBadRequest, "invalidSyntax")
		for _, filter := range []string{
			`userName eq "BJensen@acme.example"`, `emails[type eq "home"].value co "jensen" and not (active eq false)`, `externalId eq "701984"`,
		} {
			if found := c.list("/Users", filter); found.TotalResults != 1 || found.Resources[0]["id"] != id {
				t.Errorf("%s: found %+v", filter, found)
			}
		}
		c.wantProblem(c.send(http.MethodGet, "/Users?filter=userName", nil), http.StatusBadRequest, "invalidFilter")
		c.changeBarbara(id, version)
		c.send(http.MethodDelete, "/Users/"+id, nil).Want(http.StatusNoContent)
		c.wantProblem(c.send(http.MethodGet, "/Users/"+id, nil), http.StatusNotFound, "")
		c.wantProblem(c.send(http.MethodDelete, "/Users/"+id, nil), http.StatusNotFound, "")
		if again := c.send(http.MethodPost, "/Users", barbara()).Want(http.StatusCreated).Field("id"); again == id {
			t.Error("a deleted user is back")
		}
	})
}

// createBarbara creates a user, and checks what is stored of it.
func (c *scimClient) createBarbara() (id, version string) {
	c.t.Helper()
	made := c.send(http.MethodPost, "/Users", barbara()).Want(http.StatusCreated)
	id, version = made.Field("id"), made.Header.Get("ETag")
	if location := made.Header.Get("Location"); location != c.URL+"/scim/v2/Users/"+id || made.Header.Get("Content-Type") != "application/scim+json" {
		c.t.Errorf("the response has the location %s and the type %s", location, made.Header.Get("Content-Type"))
	}
	for _, hidden := range []string{"t1meMa$heen", "Tour Guide", "argon2"} {
		if strings.Contains(string(made.Body), hidden) {
			c.t.Errorf("the response has %s: %s", hidden, made.Body)
		}
	}
	got := c.send(http.MethodGet, "/Users/"+id, nil).Want(http.StatusOK)
	if string(got.Body) != string(made.Body) || got.Header.Get("ETag") != version || version == "" {
		c.t.Errorf("created %s\nread %s", made.Body, got.Body)
	}
	c.send(http.MethodGet, "/Users/"+id, nil, "If-None-Match", version).Want(http.StatusNotModified)
	var here struct{ Email, FirstName, LastName, OrganizationRole, Status string }
	c.Get(c.boss.Token, "/api/v1/users/"+id).Want(http.StatusOK).JSON(&here)
	if fmt.Sprint(here) != "{bjensen@acme.example Barbara Jensen organizationMember active}" {
		c.t.Errorf("the user is %+v", here)
	}
	c.Post("", "/api/v1/auth/login", object{"email": here.Email, "password": "t1meMa$heen"}).Want(http.StatusUnauthorized)
	return id, version
}

// changeBarbara replaces, patches and deactivates a user.
func (c *scimClient) changeBarbara(id, version string) {
	c.t.Helper()
	changed := barbara()
	changed["displayName"], changed["emails"] = "Barbara", []object{{"value": "barbara@acme.example", "primary": true}}
	c.wantProblem(c.send(http.MethodPut, "/Users/"+id, changed, "If-Match", `W/"old"`), http.StatusPreconditionFailed, "")
	put := c.send(http.MethodPut, "/Users/"+id, changed, "If-Match", version).Want(http.StatusOK)
	if put.Header.Get("ETag") == version || !strings.Contains(string(put.Body), "barbara@acme.example") {
		c.t.Errorf("replaced: %s", put.Body)
	}
	patched := c.patch("/Users/"+id, object{"op": "Replace", "path": "name.givenName", "value": "Bea"}, object{"op": "remove", "path": "displayName"}).
		Want(http.StatusOK)
	if body := string(patched.Body); !strings.Contains(body, `"givenName":"Bea"`) || strings.Contains(body, "displayName") {
		c.t.Errorf("patched: %s", body)
	}
	c.wantProblem(c.patch("/Users/"+id, object{"op": "replace", "path": "nothing", "value": "x"}), http.StatusBadRequest, "invalidPath")
	c.patch("/Users/"+id, object{"op": "Replace", "path": "active", "value": "False"}).Want(http.StatusOK)
	if got := c.Get(c.boss.Token, "/api/v1/users/"+id).Field("status"); got != "disabled" {
		c.t.Errorf("the status is %s", got)
	}
	// A body that does not say it leaves a disabled user disabled.
	delete(changed, "active")
	if body := string(c.send(http.MethodPut, "/Users/"+id, changed).Want(http.StatusOK).Body); !strings.Contains(body, `"active":false`) {
		c.t.Errorf("replaced: %s", body)
	}
}

// A local user is visible to the provider, which changes it instead of creating a second one.
func TestSCIMFindsLocalUsers(t *testing.T) {
	t.Parallel()
	c := newSCIM(t, apptest.Database{})
	ann := c.NewPerson(c.boss.Token, "ann@acme.example", "organizationContributor")
	c.wantProblem(c.send(http.MethodPost, "/Users", object{"userName": "Ann@Acme.example"}), http.StatusConflict, "uniqueness")
	c.wantProblem(c.send(http.MethodPost, "/Users", object{"userName": "other", "emails": []object{{"value": "ann@acme.example"}}}), http.StatusConflict, "uniqueness")
	found := c.list("/Users", `userName eq "ann@acme.example"`)
	if found.TotalResults != 1 || found.Resources[0]["id"] != ann.ID {
		t.Fatalf("found %+v", found)
	}
	c.patch("/Users/"+ann.ID, object{"op": "add", "value": object{"externalId": "7", "displayName": "Annie"}}).Want(http.StatusOK)
	if found := c.list("/Users", `externalId eq "7"`); found.TotalResults != 1 || found.Resources[0]["id"] != ann.ID {
		t.Errorf("found %+v", found)
	}
	c.Get(ann.Token, "/api/v1/auth/me").Want(http.StatusOK) // nothing that revokes tokens has changed
	// The userName is the address while there is no other one, and a new address revokes tokens.
	c.patch("/Users/"+ann.ID, object{"op": "replace", "path": "userName", "value": "annie@acme.example"}).Want(http.StatusOK)
	if got := c.Get(c.boss.Token, "/api/v1/users/"+ann.ID).Field("email"); got != "annie@acme.example" {
		t.Errorf("the address is %s", got)
	}
	c.Get(ann.Token, "/api/v1/auth/me").Want(http.StatusUnauthorized)
}

// page returns a page of users.
func (c *scimClient) page(query string) scimList {
	c.t.Helper()
	var found scimList
	c.send(http.MethodGet, "/Users?"+query, nil).Want(http.StatusOK).JSON(&found)
	return found
}

// wantPages reads all users in pages of five, with one attribute, and checks that each is there once.
func (c *scimClient) wantPages(total int) {
	c.t.Helper()
	seen := map[string]bool{}
	for start := 1; start <= total; start += 5 {
		found := c.page(fmt.Sprintf("startIndex=%d&count=5&attributes=userName", start))
		if found.TotalResults != total || found.StartIndex != start || found.ItemsPerPage != len(found.Resources) {
			c.t.Errorf("the page is %+v", found)
		}
		for _, one := range found.Resources {
			seen[fmt.Sprint(one["id"])] = len(one) == 3 // schemas, id, userName
		}
	}
	if len(seen) != total || slices.Contains(slices.Collect(maps.Values(seen)), false) {
		c.t.Errorf("the pages have the users %v", seen)
	}
}

// The pages contain each user once, with the attributes that were asked for.
func TestSCIMPages(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		c := newSCIM(t, database)
		for i := range 12 {
			c.newUser(fmt.Sprintf("user%02d@acme.example", i))
		}
		c.wantPages(13)
		for query, want := range map[string][2]int{
			"count=0":                    {13, 0},
			"startIndex=-3&count=100000": {13, 13},
			"startIndex=14":              {13, 0},
			"filter=userName+sw+%22user%22&startIndex=11&count=5": {12, 2},
		} {
			if found := c.page(query); found.TotalResults != want[0] || len(found.Resources) != want[1] {
				t.Errorf("%s: %+v, want %v", query, found, want)
			}
		}
		var searched scimList
		c.send(http.MethodPost, "/Users/.search", object{"filter": `userName ew "acme.example"`, "count": 2, "attributes": []string{"id"}}).
			Want(http.StatusOK).JSON(&searched)
		if searched.TotalResults != 13 || len(searched.Resources) != 2 {
			t.Errorf("the search has %+v", searched)
		}
	})
}

func TestSCIMDescribesItself(t *testing.T) {
	t.Parallel()
	c := newSCIM(t, apptest.Database{})
	for _, path := range []string{
		"/ServiceProviderConfig", "/ResourceTypes/User", "/ResourceTypes/Group", "/Schemas/urn:ietf:params:scim:schemas:core:2.0:User",
		"/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group",
	} {
		c.send(http.MethodGet, path, nil).Want(http.StatusOK)
	}
	for _, path := range []string{"/ResourceTypes", "/Schemas"} {
		var found scimList
		c.send(http.MethodGet, path, nil).Want(http.StatusOK).JSON(&found)
		if found.TotalResults != 2 {
			t.Errorf("%s: %+v", path, found)
		}
		c.wantProblem(c.send(http.MethodGet, path+"?filter=id+pr", nil), http.StatusForbidden, "")
		c.wantProblem(c.send(http.MethodPost, path, object{}), http.StatusMethodNotAllowed, "")
	}
	for path, status := range map[string]int{
		"/Schemas/nothing": 404, "/Nothing": 404, "/Users/a/b": 404, "/Me": 501, "/Bulk": 501, "": 501, "/ServiceProviderConfig/x": 404,
	} {
		c.wantProblem(c.send(http.MethodGet, path, nil), status, "")
	}
	c.wantProblem(c.send(http.MethodDelete, "/Users", nil), http.StatusMethodNotAllowed, "")
	c.wantProblem(c.send(http.MethodPost, "/Users", "x", "Content-Type", "text/plain"), http.StatusUnsupportedMediaType, "")
	big := object{"userName": "ann@acme.example", "displayName": strings.Repeat("x", 1<<20)}
	if got := c.send(http.MethodPost, "/Users", big); got.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body has the status %d", got.Status)
	}
}
