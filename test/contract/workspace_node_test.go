package contract_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// workspaceFixture is a platform with an empty project to edit.
type workspaceFixture struct {
	*apptest.Platform

	t              *testing.T
	token, project string
	path           string // of the workspace
	id             string
}

func newWorkspaceFixture(t *testing.T, database apptest.Database) *workspaceFixture {
	t.Helper()
	b := &workspaceFixture{Platform: start(t, database), t: t}
	b.token = b.AdminToken()
	b.project = b.NewProject(b.token, "Bench")
	b.id = b.Post(b.token, "/api/v1/workspaces", object{"project": b.project, "name": "mine"}).Want(http.StatusCreated).Field("id")
	b.path = "/api/v1/workspaces/" + b.id
	return b
}

// create creates a node and returns it.
func (b *workspaceFixture) create(body object) object {
	b.t.Helper()
	var node object
	b.Post(b.token, b.path+"/nodes", body).Want(http.StatusCreated).JSON(&node)
	return node
}

// node gets a node.
func (b *workspaceFixture) node(id string) object {
	b.t.Helper()
	var node object
	b.Get(b.token, b.path+"/nodes/"+id).Want(http.StatusOK).JSON(&node)
	return node
}

// set replaces a node.
func (b *workspaceFixture) set(node object) apptest.Response {
	b.t.Helper()
	return b.Put(b.token, b.path+"/nodes/"+wordOf(node["id"]), node)
}

func wordOf(value any) string {
	word, _ := value.(string)
	return word
}

func column(name, dataType string) object {
	return object{"name": name, "dataType": dataType, "nullable": true, "description": "the " + name}
}

// source creates a node with columns and without sources.
func (b *workspaceFixture) source(name string, columns ...object) object {
	b.t.Helper()
	node := b.create(object{"nodeType": "Stage", "name": name})
	metadata, _ := node["metadata"].(map[string]any)
	metadata["columns"] = columns
	var after object
	b.set(node).Want(http.StatusOK).JSON(&after)
	return after
}

func TestNodeIsCreatedFromPredecessors(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"), column("CUSTOMER_ID", "INTEGER"))
		customers := b.source("CUSTOMERS", column("CUSTOMER_ID", "INTEGER"), column("NAME", "VARCHAR"))
		node := b.create(object{"nodeType": "Dimension", "predecessorNodeIDs": []any{orders["id"], customers["id"]}})
		if node["name"] != "DIM_ORDERS" || node["locationName"] != "WORK" || node["type"] != "sql" {
			t.Errorf("the node is %v in %v, a %v", node["name"], node["locationName"], node["type"])
		}
		names, references := columnsOf(node)
		want := "DIM_ORDERS_KEY ORDER_ID CUSTOMER_ID CUSTOMER_ID_2 NAME SYSTEM_VERSION SYSTEM_CURRENT_FLAG SYSTEM_START_DATE SYSTEM_END_DATE " +
			"SYSTEM_CREATE_DATE SYSTEM_UPDATE_DATE"
		if strings.Join(names, " ") != want {
			t.Errorf("the columns are %v, want %s", names, want)
		}
		if references["NAME"] != customers["id"] || references["CUSTOMER_ID"] != orders["id"] || references["CUSTOMER_ID_2"] != customers["id"] {
			t.Errorf("the columns come from %v", references)
		}
		source := sourceOf(node)
		join := `FROM {{ ref('WORK', 'ORDERS') }} "ORDERS"` + "\n" + `INNER JOIN {{ ref('WORK', 'CUSTOMERS') }} "CUSTOMERS"` + "\n" +
			`  ON "ORDERS"."CUSTOMER_ID" = "CUSTOMERS"."CUSTOMER_ID"`
		condition, _ := source["join"].(map[string]any)
		if condition["joinCondition"] != join {
			t.Errorf("the join is\n%v\nwant\n%s", condition["joinCondition"], join)
		}
		if asJSON(t, source["aliases"]) != asJSON(t, object{"ORDERS": orders["id"], "CUSTOMERS": customers["id"]}) {
			t.Errorf("the aliases are %v", source["aliases"])
		}
		if asJSON(t, node["predecessorNodeIDs"]) == "[]" {
			t.Error("the node has no predecessors")
		}
		again := b.create(object{"nodeType": "Dimension", "predecessorNodeIDs": []any{orders["id"]}})
		if again["name"] != "DIM_ORDERS_2" {
			t.Errorf("the second one is called %v", again["name"])
		}
	})
}

// columnsOf returns the names of a node's columns, and the source node of each.
func columnsOf(node object) (names []string, references map[string]any) {
	references = map[string]any{}
	metadata, _ := node["metadata"].(map[string]any)
	columns, _ := metadata["columns"].([]any)
	for _, item := range columns {
		column, _ := item.(map[string]any)
		names = append(names, wordOf(column["name"]))
		if sources, _ := column["sources"].([]any); len(sources) > 0 {
			source, _ := sources[0].(map[string]any)
			if list, _ := source["columnReferences"].([]any); len(list) > 0 {
				reference, _ := list[0].(map[string]any)
				references[wordOf(column["name"])] = reference["nodeID"]
			}
		}
	}
	return names, references
}

func sourceOf(node object) map[string]any {
	metadata, _ := node["metadata"].(map[string]any)
	sources, _ := metadata["sourceMapping"].([]any)
	if len(sources) == 0 {
		return nil
	}
	source, _ := sources[0].(map[string]any)
	return source
}

func TestDetailedListEqualsGets(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"))
	b.create(object{"nodeType": "Fact", "predecessorNodeIDs": []any{orders["id"]}})
	b.create(object{"nodeType": "Incremental", "predecessorNodeIDs": []any{orders["id"]}})
	b.create(object{"nodeType": "Source"})
	var list struct{ Data []json.RawMessage }
	b.Get(b.token, b.path+"/nodes?detail=true").Want(http.StatusOK).JSON(&list)
	if len(list.Data) != 4 {
		t.Fatalf("there are %d nodes", len(list.Data))
	}
	for _, raw := range list.Data {
		var node object
		if err := json.Unmarshal(raw, &node); err != nil {
			t.Fatal(err)
		}
		if single := b.node(wordOf(node["id"])); asJSON(t, single) != asJSON(t, node) {
			t.Errorf("the list has\n%s\nand the node is\n%s", asJSON(t, node), asJSON(t, single))
		}
	}
}

func TestUnchangedNodeStaysUnchanged(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"))
	for _, kind := range []string{"Stage", "Dimension", "Fact", "View", "persistentStage", "Incremental", "StageSQL"} {
		node := b.create(object{"nodeType": kind, "predecessorNodeIDs": []any{orders["id"]}})
		var after object
		b.set(node).Want(http.StatusOK).JSON(&after)
		if asJSON(t, after) != asJSON(t, node) {
			t.Errorf("%s: put\n%s\nand got\n%s", kind, asJSON(t, node), asJSON(t, after))
		}
	}
}

// The description of a SQL node is an annotation in its text. Setting one sets the other.
func TestDescriptionOfSQLNode(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "StageSQL", "name": "ORDERS", "sql": "SELECT 1 AS ID"})
	id := wordOf(node["id"])
	for _, description := range []string{"one", `two "quoted" \ and ''`, "three\nlines\tand more\r", "", "é {{ not }} Jinja of ours", "five"} {
		node = b.node(id)
		node["description"] = description
		b.set(node).Want(http.StatusOK)
		if got := b.node(id); got["description"] != description || !strings.Contains(wordOf(got["sql"]), "SELECT 1 AS ID") {
			t.Errorf("set the description %q and got %q in %s", description, got["description"], got["sql"])
		}
	}
	node = b.node(id)
	node["sql"] = strings.Replace(wordOf(node["sql"]), "five", "by the text", 1)
	b.set(node).Want(http.StatusOK)
	if got := b.node(id)["description"]; got != "by the text" {
		t.Errorf("the text says another description, and it is %v", got)
	}
	node = b.node(id)
	delete(node, "description")
	b.set(node).Want(http.StatusOK)
	if got := b.node(id)["description"]; got != "by the text" {
		t.Errorf("nothing was said about the description, and it is %v", got)
	}
}
