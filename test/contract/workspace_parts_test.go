package contract_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func TestWorkspaceJobs(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		job := func(name, include string) object {
			return object{"name": name, "includeSelector": include, "excludeSelector": ""}
		}
		for i, want := range []string{"1", "2", "3"} {
			if got := b.Post(b.token, b.path+"/jobs", job("Daily", "{ * }")).Want(http.StatusCreated).Field("id"); got != want {
				t.Errorf("job %d has the id %s", i, got)
			}
		}
		b.Delete(b.token, b.path+"/jobs/3").Want(http.StatusNoContent)
		b.Delete(b.token, b.path+"/jobs/3").Want(http.StatusNotFound)
		b.Delete(b.token, b.path+"/jobs/2").Want(http.StatusNoContent)
		if got := b.Post(b.token, b.path+"/jobs", job("Weekly/..", "{ A }")).Want(http.StatusCreated).Field("id"); got != "4" {
			t.Errorf("after a gap the id is %s", got)
		}
		for _, gap := range []string{"2", "3", "5", "0", "frog"} {
			b.Get(b.token, b.path+"/jobs/"+gap).Want(http.StatusNotFound)
		}
		b.Put(b.token, b.path+"/jobs/4", job("Monthly", "{ B }")).Want(http.StatusOK)
		if got := b.Get(b.token, b.path+"/jobs/4").Want(http.StatusOK).Field("includeSelector"); got != "{ B }" {
			t.Errorf("the selector is %s", got)
		}
		b.Post(b.token, b.path+"/jobs", job("Broken", "{ name: ")).Want(http.StatusBadRequest)
		b.Post(b.token, b.path+"/jobs", job("", "{ A }")).Want(http.StatusBadRequest)
		var found struct{ Jobs []struct{ ID string } }
		b.Get(b.token, "/api/v1/projects/"+b.project+"?includeJobs=true").Want(http.StatusOK).JSON(&found)
		if len(found.Jobs) != 2 || found.Jobs[1].ID != "4" {
			t.Errorf("the jobs of the project are %v", found.Jobs)
		}
		var list struct{ Data []struct{ ID, Name string } }
		b.Get(b.token, b.path+"/jobs").Want(http.StatusOK).JSON(&list)
		if len(list.Data) != 2 || list.Data[0].ID != "1" || list.Data[1].Name != "Monthly" {
			t.Errorf("the jobs are %v", list.Data)
		}
	})
}

// Jobs that are created concurrently get different numbers.
func TestConcurrentJobs(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				b.Post(b.token, b.path+"/jobs", object{"name": "Job", "includeSelector": "", "excludeSelector": ""}).Want(http.StatusCreated)
			})
		}
		all.Wait()
		for _, id := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
			b.Get(b.token, b.path+"/jobs/"+id).Want(http.StatusOK)
		}
	})
}

func TestWorkspaceSubgraphs(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	one, two := b.create(object{"nodeType": "Stage", "name": "ONE"}), b.create(object{"nodeType": "Stage", "name": "TWO"})
	id := b.Post(b.token, b.path+"/subgraphs", object{"name": "Both", "steps": []any{one["id"], two["id"]}}).Want(http.StatusCreated).Field("id")
	path := b.path + "/subgraphs/" + id
	b.Delete(b.token, b.path+"/nodes/"+wordOf(one["id"])).Want(http.StatusNoContent)
	var found struct{ Steps []string }
	b.Get(b.token, path).Want(http.StatusOK).JSON(&found)
	if len(found.Steps) != 1 || found.Steps[0] != two["id"] {
		t.Errorf("after a node was deleted the steps are %v", found.Steps)
	}
	b.Put(b.token, path, object{"name": "None", "steps": []any{}}).Want(http.StatusOK)
	b.Put(b.token, path, object{"name": "None", "steps": []any{one["id"]}}).Want(http.StatusBadRequest)
	b.Post(b.token, b.path+"/subgraphs", object{"name": "", "steps": []any{}}).Want(http.StatusBadRequest)
	var list struct{ Data []struct{ Name string } }
	b.Get(b.token, b.path+"/subgraphs").Want(http.StatusOK).JSON(&list)
	if len(list.Data) != 1 || list.Data[0].Name != "None" {
		t.Errorf("the subgraphs are %v", list.Data)
	}
	b.Delete(b.token, path).Want(http.StatusNoContent)
	b.Get(b.token, path).Want(http.StatusNotFound)
}

func TestWorkspaceSettings(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "Stage", "name": "ONE"})
	if schema := b.node(wordOf(node["id"]))["schema"]; schema != "dev_"+b.id+"_WORK" {
		t.Errorf("the node is in the schema %v", schema)
	}
	b.Patch(b.token, b.path, object{"mappings": object{"WORK": object{"database": "db", "schema": "mine"}}, "parameters": object{"x": 1}}).
		Want(http.StatusOK)
	if schema := b.node(wordOf(node["id"]))["schema"]; schema != "mine" {
		t.Errorf("the node is in the schema %v", schema)
	}
	var found struct {
		Mappings   map[string]struct{ Schema string }
		Parameters map[string]int
	}
	b.Patch(b.token, b.path, object{"name": "Other"}).Want(http.StatusOK).JSON(&found)
	if found.Mappings["WORK"].Schema != "mine" || found.Parameters["x"] != 1 {
		t.Errorf("the workspace is %v", found)
	}
	b.Patch(b.token, b.path, object{"mappings": nil, "parameters": nil, "connection": nil}).Want(http.StatusOK)
	b.Patch(b.token, b.path, object{"connection": "nothing"}).Want(http.StatusBadRequest)
	b.Patch(b.token, b.path, object{"name": " "}).Want(http.StatusBadRequest)
}

func TestLocationsAndMacros(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.create(object{"nodeType": "Stage", "name": "ONE"})
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"MART"}}).Want(http.StatusBadRequest) // WORK has a node
	var found struct {
		DefaultStorageLocation string
		Locations              []string
		Mappings               map[string]struct{ Schema string }
		Version                int64
	}
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"WORK", "MART"}, "defaultStorageLocation": "MART"}).Want(http.StatusOK).JSON(&found)
	if found.DefaultStorageLocation != "MART" || len(found.Locations) != 2 || found.Mappings["MART"].Schema != "dev_"+b.id+"_MART" {
		t.Errorf("the locations are %v", found)
	}
	if got := b.create(object{"nodeType": "Stage"})["locationName"]; got != "MART" {
		t.Errorf("a new node goes to %v", got)
	}
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"WORK", "MART"}, "version": found.Version - 1}).Want(http.StatusConflict)
	for _, names := range [][]string{{}, {"A", "A"}, {"a b"}, {"../x"}, {""}} {
		b.Put(b.token, b.path+"/locations", object{"locations": names}).Want(http.StatusBadRequest)
	}
	var macros struct {
		MacroString string
		Version     int64
	}
	b.Put(b.token, b.path+"/macros", object{"macroString": "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}"}).Want(http.StatusOK).JSON(&macros)
	b.Put(b.token, b.path+"/macros", object{"macroString": "x", "version": macros.Version + 1}).Want(http.StatusConflict)
	b.Get(b.token, b.path+"/macros").Want(http.StatusOK).JSON(&macros)
	if !strings.Contains(macros.MacroString, "twice") {
		t.Errorf("the macros are %q", macros.MacroString)
	}
}

func TestWorkspaceNodeTypes(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	own := object{
		"name": "Simple", "spec": "capitalized: Simple\nshort: SMP\n", "create": "{{ stage('Create') }}CREATE OR REPLACE VIEW {{ this }} AS SELECT 1 AS x",
	}
	b.Put(b.token, b.path+"/nodeTypes/77", own).Want(http.StatusOK)
	node := b.create(object{"nodeType": "77"})
	if node["name"] != "SMP_NEW" {
		t.Errorf("the node is called %v", node["name"])
	}
	var preview struct{ Create []struct{ Name, SQL string } }
	b.Get(b.token, b.path+"/nodes/"+wordOf(node["id"])+"/sql").Want(http.StatusOK).JSON(&preview)
	if len(preview.Create) != 1 || !strings.Contains(preview.Create[0].SQL, "SELECT 1 AS x") {
		t.Errorf("its SQL is %v", preview.Create)
	}
	var list struct {
		Data []struct {
			ID        string
			IsBuiltIn bool
		}
	}
	b.Get(b.token, b.path+"/nodeTypes").Want(http.StatusOK).JSON(&list)
	kinds := map[string]bool{}
	for _, item := range list.Data {
		kinds[item.ID] = item.IsBuiltIn
	}
	if builtIn, found := kinds["77"]; builtIn || !found || !kinds["Stage"] {
		t.Errorf("the types are %v", kinds)
	}
	b.Get(b.token, b.path+"/nodeTypes/Stage").Want(http.StatusOK)
	b.Delete(b.token, b.path+"/nodeTypes/Stage").Want(http.StatusBadRequest)
	b.Delete(b.token, b.path+"/nodeTypes/77").Want(http.StatusNoContent)
	b.Get(b.token, b.path+"/nodeTypes/77").Want(http.StatusNotFound)
	b.Put(b.token, b.path+"/nodeTypes/a.b", own).Want(http.StatusBadRequest)
	var found struct {
		IsValid     bool
		Errors      int
		Diagnostics []struct{ NodeID, Message string }
	}
	b.Get(b.token, b.path+"/validation").Want(http.StatusOK).JSON(&found) // the type of the node was deleted
	if found.IsValid || found.Errors == 0 || found.Diagnostics[0].NodeID != node["id"] {
		t.Errorf("the validation says %v", found)
	}
}
