package contract_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

var uuidForm = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// unreadable creates a workspace with a file that is not YAML, a node without an id that another reads, and a valid
// node.
func unreadable(t *testing.T, database apptest.Database) (m *gitFixture, space string) {
	t.Helper()
	m = newGitFixture(t, database)
	address := m.repository("broken", map[string]string{
		"data.yml":             "defaultStorageMapping: WORK\nfileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml":        "defaultStorageMapping: WORK\nfileVersion: 1\nlocations:\n  - WORK\n",
		"nodes/broken.yml":     "id: [\n",
		"nodes/WORK-FIRST.sql": "@nodeType(\"View\")\nSELECT 1 AS A\n",
		"nodes/WORK-SOUND.sql": "@id(\"" + grainNode + "\")\n@nodeType(\"View\")\nSELECT f.A FROM {{ ref('WORK', 'FIRST') }} f\n",
	})
	var report api.ImportReport
	m.Post(m.token, m.project+"/import", object{"url": address, "workspaceName": "Imported"}).Want(http.StatusCreated).JSON(&report)
	return m, "/api/v1/workspaces/" + report.Workspace.ID
}

func (m *gitFixture) nodesByName(space, query string) map[string]object {
	m.t.Helper()
	var list struct{ Data []object }
	m.Get(m.token, space+"/nodes"+query).Want(http.StatusOK).JSON(&list)
	found := map[string]object{}
	for _, node := range list.Data {
		found[wordOf(node["name"])] = node
	}
	return found
}

func TestNodesWithoutIDGetPublicID(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m, space := unreadable(t, database)
		for _, query := range []string{"", "?detail=true"} {
			nodes := m.nodesByName(space, query)
			if len(nodes) != 3 {
				t.Errorf("the nodes are %v", nodes)
			}
			for name, node := range nodes {
				m.wantUsable(space, node, name == "SOUND")
			}
		}
		nodes := m.nodesByName(space, "?detail=true")
		first := nodes["FIRST"]["id"]
		if got := asJSON(t, nodes["SOUND"]["predecessorNodeIDs"]); got != asJSON(t, []any{first}) {
			t.Errorf("the predecessors are %s, want %v", got, first)
		}
		m.wantUUIDsInValidation(space)
	})
}

// wantUsable checks that an element of a list has an id that finds the node, and an error unless the node is valid.
func (m *gitFixture) wantUsable(space string, listed object, isSound bool) {
	m.t.Helper()
	if !uuidForm.MatchString(wordOf(listed["id"])) {
		m.t.Errorf("node %v has the id %v", listed["name"], listed["id"])
	}
	if _, hasError := listed["error"]; hasError == isSound {
		m.t.Errorf("node %v says the error %v", listed["name"], listed["error"])
	}
	var alone object
	m.Get(m.token, space+"/nodes/"+wordOf(listed["id"])).Want(http.StatusOK).JSON(&alone)
	for field, value := range listed {
		if asJSON(m.t, alone[field]) != asJSON(m.t, value) {
			m.t.Errorf("%s of node %v is %v in the list and %v alone", field, listed["name"], value, alone[field])
		}
	}
}

func (m *gitFixture) wantUUIDsInValidation(space string) {
	m.t.Helper()
	var said api.Validation
	m.Get(m.token, space+"/validation").Want(http.StatusOK).JSON(&said)
	if said.IsValid {
		m.t.Error("the workspace is valid")
	}
	for _, d := range said.Diagnostics {
		if d.NodeID != nil && !uuidForm.MatchString(*d.NodeID) {
			m.t.Errorf("a diagnostic is about node %s", *d.NodeID)
		}
	}
}

// A node without an id can be edited by its public id.
func TestNodesWithoutIDCanBeEdited(t *testing.T) {
	t.Parallel()
	m, space := unreadable(t, apptest.Database{})
	nodes := m.nodesByName(space, "?detail=true")
	first := nodes["FIRST"]
	path := space + "/nodes/" + wordOf(first["id"])
	var copied object
	m.Post(m.token, space+"/nodes", object{"nodeType": "Stage", "predecessorNodeIDs": []any{first["id"]}}).Want(http.StatusCreated).JSON(&copied)
	m.Put(m.token, space+"/nodes/"+wordOf(copied["id"]), copied).Want(http.StatusOK)
	group := m.Post(m.token, space+"/subgraphs", object{"name": "G", "steps": []any{first["id"]}}).Want(http.StatusCreated)
	if !strings.Contains(string(group.Body), wordOf(first["id"])) {
		t.Errorf("the subgraph is %s", group.Body)
	}
	var after object
	m.Put(m.token, path, first).Want(http.StatusOK).JSON(&after)
	if after["id"] != first["id"] {
		t.Errorf("the id was %v and is %v", first["id"], after["id"])
	}
	m.Get(m.token, path+"/lineage").Want(http.StatusOK)
	if got := asJSON(t, m.nodesByName(space, "?detail=true")["STG_FIRST"]["predecessorNodeIDs"]); got != asJSON(t, []any{first["id"]}) {
		t.Errorf("the copy reads %s", got)
	}
	broken := space + "/nodes/" + wordOf(nodes["broken"]["id"])
	m.Delete(m.token, broken).Want(http.StatusNoContent)
	m.Get(m.token, broken).Want(http.StatusNotFound)
	m.Get(m.token, space+"/nodes/"+strings.Repeat("0", 8)+"-0000-4000-8000-000000000000").Want(http.StatusNotFound)
}
