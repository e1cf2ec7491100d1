package compat_test

import (
	"net/http"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// catalog is an extractor: it reads everything, page by page and many pages at once, and derives lineage from it.
type catalog struct {
	*client
	deployedEnvironment

	person string // a user who has roles
}

func runCatalog(t *testing.T, h *fixture) {
	t.Helper()
	c := catalog{client: h.client(t, http.Header{"Accept": {"application/json"}, "User-Agent": {"aiohttp/3.9"}})}
	c.deployedEnvironment = h.newDeployedEnvironment(t, c.client, "catalog")
	c.person = c.NewPerson(c.token, "catalog@example.com", "member").ID
	c.create("/api/v1/environments", object{"project": c.project, "name": "Production"}) // a second environment of the same name
	c.readsPages()
	c.readsDetails()
	c.readsLineage()
	c.readsRoles()
	c.readsInBursts()
}

// readsPages reads lists that no other client changes page by page, and checks that the pages contain the whole list.
func (c catalog) readsPages() {
	nodes := "/api/v1/environments/" + c.environment + "/nodes"
	for _, list := range []string{
		"/api/v1/environments?project=" + c.project + "&orderBy=id",
		"/api/v1/environments?detail=true&orderBy=name&orderByDirection=desc&project=" + c.project,
		nodes + "?detail=false&orderBy=id",
		nodes + "?detail=true&orderBy=name&orderByDirection=desc",
		"/api/v1/runs?orderBy=id&orderByDirection=asc&environmentID=" + c.environment,
	} {
		whole := idsOf(elements(c.t, c.get(list)))
		if walked := idsOf(c.walk(list + "&limit=1")); !same(c.t, walked, whole) || len(whole) == 0 {
			c.t.Errorf("%s: page by page %v, at once %v", list, walked, whole)
		}
	}
	if users := c.walk("/api/v1/users?limit=1"); !contains(users, "id", c.person) {
		c.t.Errorf("the users are %v", users)
	}
	if projects := c.walk("/api/v1/projects?limit=1&includeWorkspaces=true&includeJobs=true"); !contains(projects, "id", c.project) {
		c.t.Errorf("the projects are %v", projects)
	}
	if roles := c.walk("/api/v2/userRoles?limit=1"); !contains(roles, "userID", c.person) {
		c.t.Errorf("the roles are %v", roles)
	}
}

// walk follows next from page to page.
func (c catalog) walk(list string) []object {
	c.t.Helper()
	const tooMany = 1000
	var seen []object
	for at := list; len(seen) < tooMany; {
		page := c.get(at)
		if want := []string{"data", "limit", "next", "orderBy", "orderByDirection", "total"}; !slices.Equal(fields(page), want) {
			c.t.Fatalf("%s has the fields %v, want %v", at, fields(page), want)
		}
		seen = append(seen, elements(c.t, page)...)
		if page["next"] == nil {
			return seen
		}
		at = list + "&startingFrom=" + url.QueryEscape(textField(c.t, page, "next"))
	}
	c.t.Fatalf("%s has no last page", list)
	return nil
}

func idsOf(all []object) []any {
	found := make([]any, 0, len(all))
	for _, one := range all {
		found = append(found, one["id"])
	}
	return found
}

// readsDetails checks that an element of a detailed list equals the response of the single GET.
func (c catalog) readsDetails() {
	for list, single := range map[string]string{
		"/api/v1/environments?detail=true&project=" + c.project:               "/api/v1/environments/",
		"/api/v1/environments/" + c.environment + "/nodes?detail=true":        "/api/v1/environments/" + c.environment + "/nodes/",
		"/api/v1/projects?includeWorkspaces=false&includeJobs=false&limit=50": "/api/v1/projects/",
	} {
		for _, element := range elements(c.t, c.get(list)) {
			if element["project"] != c.project && element["id"] != c.project && element["nodeType"] == nil {
				continue // another client may be changing it
			}
			if got := c.get(single + textField(c.t, element, "id")); !same(c.t, got, element) {
				c.t.Errorf("%s has\n%v\nbut the GET of the element returned\n%v", list, element, got)
			}
		}
	}
	summaries := elements(c.t, c.get("/api/v1/environments/"+c.environment+"/nodes"))
	for _, summary := range summaries {
		if want := []string{"database", "id", "locationName", "name", "nodeType", "schema"}; !slices.Equal(fields(summary), want) {
			c.t.Errorf("the summary of a node has the fields %v, want %v", fields(summary), want)
		}
	}
}

// readsLineage follows aliases and columns to their source nodes.
func (c catalog) readsLineage() {
	columns, edges := map[string]bool{}, map[string]bool{}
	nodes := elements(c.t, c.get("/api/v1/environments/"+c.environment+"/nodes?detail=true"))
	for _, node := range nodes {
		for _, column := range listField(c.t, objectField(c.t, node, "metadata"), "columns") {
			columns[textField(c.t, node, "id")+"."+textField(c.t, column, "columnID")] = true
		}
	}
	for _, node := range nodes {
		c.followColumns(node, columns)
		for _, source := range listField(c.t, objectField(c.t, node, "metadata"), "sourceMapping") {
			for alias, origin := range objectField(c.t, source, "aliases") {
				if !contains(nodes, "id", origin) {
					c.t.Errorf("alias %s of %v leads to %v, which is no node", alias, node["name"], origin)
				}
				edges[nameOf(nodes, origin)+" > "+textField(c.t, node, "name")] = true
			}
		}
	}
	for _, edge := range []string{"GRAIN > STONE", "GRAIN > SIEVE", "SIEVE > SACK"} {
		if !edges[edge] {
			c.t.Errorf("the lineage lacks %s: %v", edge, edges)
		}
	}
}

// followColumns checks that every column of a node that reads another refers to an existing column.
func (c catalog) followColumns(node object, known map[string]bool) {
	c.t.Helper()
	followed := 0
	for _, column := range listField(c.t, objectField(c.t, node, "metadata"), "columns") {
		if column["sources"] == nil {
			continue
		}
		for _, source := range listField(c.t, column, "sources") {
			for _, reference := range listField(c.t, source, "columnReferences") {
				followed++
				if origin := textField(c.t, reference, "nodeID") + "." + textField(c.t, reference, "columnID"); !known[origin] {
					c.t.Errorf("%v.%v comes from column %s, which does not exist", node["name"], column["name"], origin)
				}
			}
		}
	}
	if followed == 0 && node["name"] != "GRAIN" {
		c.t.Errorf("no column of %v has a source: %v", node["name"], node)
	}
}

func nameOf(nodes []object, id any) string {
	for _, node := range nodes {
		if name, isText := node["name"].(string); isText && node["id"] == id {
			return name
		}
	}
	return ""
}

// readsRoles reads the roles everywhere and in one scope.
func (c catalog) readsRoles() {
	path := "/api/v2/userRoles/" + c.person
	c.replace(path+"/environments/"+c.environment, object{"environmentRole": "environmentReader"})
	for query, field := range map[string]string{
		"":                                "",
		"?projectID=" + c.project:         "projectRole",
		"?environmentID=" + c.environment: "environmentRole",
	} {
		for _, roles := range []object{c.get(path + query), rolesOf(c.t, c.get("/api/v2/userRoles"+query), c.person)} {
			if roles["organizationRole"] != "organizationMember" || roles["orgRole"] != roles["organizationRole"] || len(listField(c.t, roles, "environmentRoles")) != 1 {
				c.t.Errorf("%q: the roles are %v", query, roles)
			}
			if _, isText := roles[field].(string); field != "" && !isText {
				c.t.Errorf("%q: there is no %s: %v", query, field, roles)
			}
		}
	}
}

func rolesOf(t *testing.T, list object, user string) object {
	t.Helper()
	for _, roles := range elements(t, list) {
		if roles["userID"] == user {
			return roles
		}
	}
	t.Fatalf("user %s is not in %v", user, list)
	return nil
}

// readsInBursts sends bursts of twenty requests. None is rate limited.
func (c catalog) readsInBursts() {
	const burst, times = 20, 3
	paths := []string{
		"/api/v1/environments", "/api/v1/environments/" + c.environment + "/nodes?detail=true", "/api/v1/users", "/api/v1/runs?limit=1000",
		"/api/v2/userRoles", "/scheduler/runStatus", "/api/v1/projects?includeWorkspaces=true&includeJobs=true",
	}
	for range times {
		var group sync.WaitGroup
		for i := range burst {
			group.Go(func() {
				path := paths[i%len(paths)]
				response, err := c.Try(apptest.Request{Method: http.MethodGet, Path: path, Token: c.token, Header: c.header})
				if err != nil || response.Status != http.StatusOK {
					c.t.Errorf("GET %s in a burst: %d %v: %.300s", path, response.Status, err, response.Body)
				}
			})
		}
		group.Wait()
	}
}
