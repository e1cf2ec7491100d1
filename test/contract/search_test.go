package contract_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

type searchResult struct {
	Type, ID, Name, Description               string
	ProjectID, EnvironmentID, WorkspaceID     string
	NodeID, NodeName, LocationName, RunStatus string
	NodeType, DataType, EnvironmentName       string
	ProjectName, WorkspaceName                string
}

func (r searchResult) String() string {
	return strings.Trim(r.Type+" "+strings.Trim(r.LocationName+"."+r.NodeName+"."+r.Name, "."), " ")
}

// searchFor returns what a user finds.
func searchFor(t *testing.T, platform *apptest.Platform, token, text, rest string) []searchResult {
	t.Helper()
	var found struct{ Data []searchResult }
	platform.Get(token, "/api/v1/search?q="+url.QueryEscape(text)+rest).Want(http.StatusOK).JSON(&found)
	return found.Data
}

func textsOf(results []searchResult) []string {
	texts := []string{}
	for _, r := range results {
		texts = append(texts, strings.ReplaceAll(r.String(), "..", "."))
	}
	return texts
}

func TestSearchFindsEveryType(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		failed := m.startRun(nil, object{"number": "none"})
		m.await(failed, "failed")
		for text, want := range map[string][]string{
			"mill":          {"project Mill", "node MILL.SACK", "node MILL.GRAIN", "node MILL.SIEVE", "node MILL.STONE", "node MILL.INSPECT", "run Run " + failed},
			"PRODuct":       {"environment Production"},
			"sack":          {"job Sacks", "node MILL.SACK"},
			"mill.sieve":    {"node MILL.SIEVE", "run Run " + failed},
			"slept":         {"column MILL.STONE.slept"},
			"stone slept":   {"column MILL.STONE.slept"},
			"sieve stone":   {},
			"100%_nothing":  {},
			"run " + failed: {"run Run " + failed},
		} {
			if got := textsOf(searchFor(t, m.Platform, m.token, text, "")); !slices.Equal(got, want) {
				t.Errorf("%q finds %q, want %q", text, got, want)
			}
		}
		run := searchFor(t, m.Platform, m.token, failed, "&type=run")[0]
		if run.RunStatus != "failed" || run.EnvironmentID != m.environment || run.Description == "" || run.ProjectID != m.home {
			t.Errorf("the run is %+v", run)
		}
		column := searchFor(t, m.Platform, m.token, "slept", "")[0]
		if column.NodeID != stoneNode || column.EnvironmentID != m.environment || column.DataType == "" || column.ProjectName != "Mill" {
			t.Errorf("the column is %+v", column)
		}
		if ids := searchFor(t, m.Platform, m.token, "id", "&type=column&limit=2"); len(ids) != 2 {
			t.Errorf("a limit of 2 returns %v", ids)
		}
	})
}

// A search finds nodes of a workspace that are not deployed, and new deployments at once.
func TestSearchFollowsChanges(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		workspace := m.Post(m.token, "/api/v1/workspaces", object{"project": m.home, "name": "Ann"}).Want(http.StatusCreated).Field("id")
		path := "/api/v1/workspaces/" + workspace
		m.Put(m.token, path+"/locations", object{"locations": []string{"MILL"}}).Want(http.StatusOK)
		node := m.Post(m.token, path+"/nodes", object{"nodeType": "Stage", "name": "FLOUR_DRAFT", "locationName": "MILL", "sql": "SELECT 1 AS a"}).
			Want(http.StatusCreated).Field("id")
		m.Post(m.token, path+"/jobs", object{"name": "Flour weekly", "includeSelector": "{ FLOUR_DRAFT }", "excludeSelector": ""}).Want(http.StatusCreated)
		found := searchFor(t, m.Platform, m.token, "flour", "")
		if got := textsOf(found); !slices.Equal(got, []string{"job Flour weekly", "node MILL.FLOUR_DRAFT"}) {
			t.Fatalf("found %q", got)
		}
		if n := found[1]; n.ID != node || n.WorkspaceID != workspace || n.EnvironmentID != "" || n.ProjectID != m.home {
			t.Errorf("the node is %+v", n)
		}
		m.Post(m.token, path+"/nodes", object{"nodeType": "Stage", "name": "GRAIN", "locationName": "MILL", "sql": "SELECT 1 AS a"}).Want(http.StatusCreated)
		if n := searchFor(t, m.Platform, m.token, "grain", "&type=node"); len(n) != 1 || n[0].WorkspaceID != workspace || n[0].EnvironmentID != m.environment {
			t.Errorf("a node of an environment and a workspace is %+v", n)
		}
		m.deployPlan(m.plan(edited("nodes/MILL-SACK.sql", "SELECT s.id", "SELECT s.id, s.id AS weight")).ID, confirm, "completed")
		if got := textsOf(searchFor(t, m.Platform, m.token, "weight", "")); !slices.Equal(got, []string{"column MILL.SACK.weight"}) {
			t.Errorf("after a deployment it finds %q", got)
		}
	})
}

// Nobody finds anything of other organizations, or of projects and environments without a role.
func TestSearchShowsOnlyWhatIsVisible(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		secret := m.NewProject(m.token, "Mill secret")
		hidden := m.NewEnvironment(m.token, secret, "Mill hidden")
		run := m.NewRun(m.organization, hidden, "refresh", "failed")
		mapToOwnSchema(m.Platform, m.token, hidden)
		m.Deploy(m.organization, hidden, deployedFiles())
		workspace := m.Post(m.token, "/api/v1/workspaces", object{"project": secret, "name": "Mill work"}).Want(http.StatusCreated).Field("id")
		m.Put(m.token, "/api/v1/workspaces/"+workspace+"/locations", object{"locations": []string{"MILL"}}).Want(http.StatusOK)
		m.Post(m.token, "/api/v1/workspaces/"+workspace+"/nodes", object{"nodeType": "Stage", "name": "DRAFT", "locationName": "MILL", "sql": "SELECT 1 AS a"}).
			Want(http.StatusCreated)

		_, outsider := m.NewOrganization("Rival", "boss@rival.example")
		member := m.NewPerson(m.token, "member@example.com", "member")
		reader := m.NewPerson(m.token, "reader@example.com", "member")
		m.Put(m.token, "/api/v2/userRoles/"+reader.ID+"/environments/"+m.environment, object{"role": "reader"}).Want(http.StatusOK)
		if len(searchFor(t, m.Platform, m.token, "hidden", "")) == 0 {
			t.Error("the administrator finds nothing")
		}
		for _, text := range []string{"mill", "grain", "id", "sacks", "draft", "hidden", run, secret, hidden} {
			for _, who := range []apptest.Person{outsider, member} {
				m.wantFinds(who, text, "", func(searchResult) bool { return false })
			}
			m.wantFinds(reader, text, "", func(r searchResult) bool {
				return r.ProjectID == m.home && (r.EnvironmentID == "" || r.EnvironmentID == m.environment) && r.WorkspaceID == ""
			})
			m.wantFinds(reader, text, "&project="+secret, func(searchResult) bool { return false })
		}
		if got := textsOf(searchFor(t, m.Platform, reader.Token, "grain", "")); !slices.Equal(got, []string{"node MILL.GRAIN"}) {
			t.Errorf("the reader finds %q", got)
		}
	})
}

// wantFinds checks that a user finds only what is allowed.
func (m *deployedFixture) wantFinds(who apptest.Person, text, rest string, isAllowed func(searchResult) bool) {
	m.t.Helper()
	for _, r := range searchFor(m.t, m.Platform, who.Token, text, rest) {
		if !isAllowed(r) {
			m.t.Errorf("%s finds %+v for %q%s", who.Email, r, text, rest)
		}
	}
}

func TestInvalidSearchIsRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for query, want := range map[string]string{
		"":                               "q",
		"?q=":                            "q",
		"?q=%20":                         "q is empty",
		"?q=" + strings.Repeat("a", 201): "longer than 200",
		"?q=a&type=table":                "type cannot be",
		"?q=a&limit=51":                  "limit cannot be",
		"?q=a&limit=x":                   "limit cannot be",
		"?q=a%00":                        "",
	} {
		wantFault(t, platform.Get(token, "/api/v1/search"+query), http.StatusBadRequest, want)
	}
}
