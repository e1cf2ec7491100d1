package contract_test

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func (b *workspaceFixture) setIf(node object, etag string) apptest.Response {
	b.t.Helper()
	return b.Do(apptest.Request{
		Method: http.MethodPut, Path: b.path + "/nodes/" + wordOf(node["id"]), Token: b.token, Body: node,
		Header: http.Header{"If-Match": {etag}},
	})
}

func TestTwoEditorsDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "Stage", "name": "ORDERS"})
	seen := b.Get(b.token, b.path+"/nodes/"+wordOf(node["id"])).Want(http.StatusOK).Header.Get("ETag")
	mine, theirs := maps.Clone(node), maps.Clone(node)
	mine["description"], theirs["description"] = "mine", "theirs"
	after := b.setIf(mine, seen).Want(http.StatusOK)
	if after.Header.Get("ETag") == seen {
		t.Error("the ETag has not moved")
	}
	b.setIf(theirs, seen).Want(http.StatusPreconditionFailed)
	b.set(theirs).Want(http.StatusConflict) // its body has the version that the client read
	if got := b.node(wordOf(node["id"]))["description"]; got != "mine" {
		t.Errorf("the description is %v", got)
	}
	delete(theirs, "version")
	b.set(theirs).Want(http.StatusOK) // without a version the last write wins
	b.setIf(mine, "*").Want(http.StatusOK)
	b.setIf(mine, `"nonsense"`).Want(http.StatusPreconditionFailed)
	b.Do(apptest.Request{
		Method: http.MethodDelete, Path: b.path + "/nodes/" + wordOf(node["id"]), Token: b.token, Header: http.Header{"If-Match": {seen}},
	}).Want(http.StatusPreconditionFailed)
	b.Delete(b.token, b.path+"/nodes/"+wordOf(node["id"])).Want(http.StatusNoContent)
	b.Get(b.token, b.path+"/nodes/"+wordOf(node["id"])).Want(http.StatusNotFound)
}

// The same rules apply to jobs and subgraphs.
func TestConcurrentJobAndSubgraphEdits(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	for list, body := range map[string]object{
		"/jobs": {"name": "Nightly", "includeSelector": "", "excludeSelector": ""}, "/subgraphs": {"name": "Core", "steps": []string{}},
	} {
		path := b.path + list + "/" + b.Post(b.token, b.path+list, body).Want(http.StatusCreated).Field("id")
		response := b.Get(b.token, path).Want(http.StatusOK)
		seen := response.Header.Get("ETag")
		var mine object
		response.JSON(&mine)
		theirs := maps.Clone(mine)
		mine["name"], theirs["name"] = "Mine", "Theirs"
		send := func(method string, body object, etag string) apptest.Response {
			return b.Do(apptest.Request{Method: method, Path: path, Token: b.token, Body: body, Header: http.Header{"If-Match": {etag}}})
		}
		if after := send(http.MethodPut, mine, seen).Want(http.StatusOK).Header.Get("ETag"); after == seen || seen == "" {
			t.Errorf("%s: the ETag was %s and is %s", list, seen, after)
		}
		send(http.MethodPut, theirs, seen).Want(http.StatusPreconditionFailed)
		b.Put(b.token, path, theirs).Want(http.StatusConflict)
		send(http.MethodDelete, nil, seen).Want(http.StatusPreconditionFailed)
		if name := b.Get(b.token, path).Want(http.StatusOK).Field("name"); name != "Mine" {
			t.Errorf("%s: the name is %s", list, name)
		}
		delete(theirs, "version")
		b.Put(b.token, path, theirs).Want(http.StatusOK)
		send(http.MethodPut, mine, "*").Want(http.StatusOK)
		b.Delete(b.token, path).Want(http.StatusNoContent)
	}
}

// Ten editors each increase a number in the description. No successful edit is lost.
func TestConcurrentEditorsLoseNothing(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		node := b.create(object{"nodeType": "Stage", "name": "COUNTER"})
		node["description"] = "0"
		delete(node, "version")
		b.set(node).Want(http.StatusOK)
		id := wordOf(node["id"])
		var lock sync.Mutex
		raised := 0
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				for range 4 {
					seen := b.node(id)
					number, _ := strconv.Atoi(wordOf(seen["description"]))
					seen["description"] = strconv.Itoa(number + 1)
					switch response := b.set(seen); response.Status {
					case http.StatusOK:
						lock.Lock()
						raised++
						lock.Unlock()
					case http.StatusConflict:
					default:
						t.Errorf("status %d: %s", response.Status, response.Body)
					}
				}
			})
		}
		all.Wait()
		if got := b.node(id)["description"]; got != strconv.Itoa(raised) || raised == 0 {
			t.Errorf("the number is %v after it was raised %d times", got, raised)
		}
	})
}

func TestDuplicateNodeNameIsRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.create(object{"nodeType": "Stage", "name": "ORDERS"})
	other := b.create(object{"nodeType": "Stage", "name": "CUSTOMERS"})
	other["name"] = "ORDERS"
	for name, response := range map[string]apptest.Response{
		"set":    b.set(other),
		"create": b.Post(b.token, b.path+"/nodes", object{"nodeType": "Stage", "name": "ORDERS"}),
		"rename": b.Post(b.token, b.path+"/nodes/"+wordOf(other["id"])+"/rename", object{"name": "ORDERS"}),
		"case":   b.Post(b.token, b.path+"/nodes", object{"nodeType": "Stage", "name": "orders"}), // one table in most engines
	} {
		body := string(response.Want(http.StatusBadRequest).Body)
		if !strings.Contains(body, "unique names") || !strings.Contains(body, "same Storage Location") {
			t.Errorf("%s: %s", name, body)
		}
	}
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"WORK", "MART"}}).Want(http.StatusOK)
	other["locationName"] = "MART"
	b.set(other).Want(http.StatusOK) // in another location the name is free
}

func TestInvalidNodeNamesAreRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "Stage", "name": "ORDERS"})
	for _, name := range []string{
		"", " ", "a/b", `a\b`, "..", "../../etc/passwd", `a"b`, "a'b", "a`b", "a\x00b", "a\nb", "{{ x }}", "{% raw %}", strings.Repeat("x", 201),
	} {
		node["name"] = name
		b.set(node).Want(http.StatusBadRequest)
		if name != "" {
			b.Post(b.token, b.path+"/nodes", object{"nodeType": "Stage", "name": name}).Want(http.StatusBadRequest)
		}
	}
	for _, location := range []string{"NOWHERE", "../nodes", "WORK/..", "a\x00"} {
		node["name"], node["locationName"] = "ORDERS", location
		b.set(node).Want(http.StatusBadRequest)
	}
}

// Names that differ only in characters that a file name drops are two nodes with two files.
func TestSimilarNamesGetSeparateFiles(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	for _, name := range []string{"A B", "AB", "A.B", "Ж", "Ö"} {
		b.create(object{"nodeType": "Stage", "name": name})
	}
	var list struct{ Data []struct{ Name string } }
	b.Get(b.token, b.path+"/nodes?orderBy=name").Want(http.StatusOK).JSON(&list)
	if got := fmt.Sprint(list.Data); got != "[{A B} {A.B} {AB} {Ö} {Ж}]" {
		t.Errorf("the nodes are %s", got)
	}
}

func TestInvalidNodesAreRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "Stage", "name": "ORDERS"})
	id := wordOf(node["id"])
	b.Transport = nil // the document does not allow what is sent
	many := make([]object, 10_001)
	for i := range many {
		many[i] = object{"name": strconv.Itoa(i)}
	}
	twice := []object{{"columnID": "1", "name": "A"}, {"columnID": "1", "name": "B"}}
	for name, body := range map[string]any{
		"no body":          nil,
		"no JSON":          "{",
		"an array":         "[]",
		"no name":          object{"nodeType": "Stage"},
		"columns are text": object{"name": "ORDERS", "nodeType": "Stage", "metadata": object{"columns": "none"}},
		"a column is text": object{"name": "ORDERS", "nodeType": "Stage", "metadata": object{"columns": []string{"A"}}},
		"a nameless one":   object{"name": "ORDERS", "nodeType": "Stage", "metadata": object{"columns": []object{{"dataType": "INTEGER"}}}},
		"ids twice":        object{"name": "ORDERS", "nodeType": "Stage", "metadata": object{"columns": twice}},
		"config is text":   object{"name": "ORDERS", "nodeType": "Stage", "config": "none"},
		"too many columns": object{"name": "ORDERS", "nodeType": "Stage", "metadata": object{"columns": many}},
		"SQL for YAML":     object{"name": "ORDERS", "nodeType": "Stage", "sql": "SELECT 1"},
	} {
		if response := b.Put(b.token, b.path+"/nodes/"+id, body); response.Status != http.StatusBadRequest {
			t.Errorf("%s: status %d: %s", name, response.Status, response.Body)
		}
	}
	b.Put(b.token, b.path+"/nodes/"+id, `{"name":"ORDERS","nodeType":"Stage","description":"`+strings.Repeat("x", 1<<20)+`"}`).
		Want(http.StatusRequestEntityTooLarge)
	b.Put(b.token, b.path+"/nodes/nobody", object{"name": "A", "nodeType": "Stage"}).Want(http.StatusNotFound)
	b.Delete(b.token, b.path+"/nodes/nobody").Want(http.StatusNotFound)
	b.Post(b.token, b.path+"/nodes", object{"nodeType": "Frog"}).Want(http.StatusBadRequest)
	b.Post(b.token, b.path+"/nodes", object{"nodeType": "Stage", "predecessorNodeIDs": []string{"nobody"}}).Want(http.StatusBadRequest)
	if after := b.node(id); asJSON(t, after) != asJSON(t, node) {
		t.Errorf("the node was\n%s\nand is\n%s", asJSON(t, node), asJSON(t, after))
	}
}

// What clients send in addition: nothing optional, numeric ids, unknown fields, nulls.
func TestLooseNodeBodies(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "Stage", "name": "ORDERS"})
	id := wordOf(node["id"])
	b.Transport = nil
	b.Put(b.token, b.path+"/nodes/"+id, object{"name": "ORDERS", "nodeType": "Stage"}).Want(http.StatusOK)
	b.Put(b.token, b.path+"/nodes/"+id, object{
		"name": "ORDERS", "nodeType": "Stage", "frog": 1, "id": "another", "table": "T", "database": "D", "schema": "S", "description": nil,
		"metadata": object{"columns": []object{{
			"columnID": 7, "name": "A", "isBusinessKey": true, "isChangeTracking": false, "own": object{"x": 1},
			"sources": []object{{"columnReferences": []object{{"nodeID": 1, "columnID": 2}}}},
		}}},
	}).Want(http.StatusOK)
	after := b.node(id)
	metadata, _ := after["metadata"].(map[string]any)
	columns, _ := metadata["columns"].([]any)
	if len(columns) != 1 || after["id"] != id {
		t.Fatalf("the node is %s", asJSON(t, after))
	}
	column, _ := columns[0].(map[string]any)
	if column["columnID"] != "7" || column["isBusinessKey"] != true || asJSON(t, column["own"]) != `{"x":1}` || column["isChangeTracking"] != nil {
		t.Errorf("the column is %s", asJSON(t, column))
	}
}
