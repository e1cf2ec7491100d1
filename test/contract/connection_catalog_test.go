package contract_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

type catalogEntry struct {
	Name, DataType   string
	IsDefault        bool
	IsView, Nullable bool
	Locations, Nodes []string
}

func (b *workspaceFixture) connectionCatalog(query url.Values) (level string, entries []catalogEntry) {
	b.t.Helper()
	var got struct {
		Level   string
		Entries []catalogEntry
	}
	b.Get(b.token, b.path+"/catalog?"+query.Encode()).Want(http.StatusOK).JSON(&got)
	return got.Level, got.Entries
}

func entryNames(entries []catalogEntry) []string {
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

// The catalog lists what SQL of the workspace reaches, level by level, and a source is created from it.
func TestCatalogOfAConnection(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		b.addDeployedFiles()
		awaitRun(t, b.Platform, b.token, b.startRun(object{"includeNodesSelector": "{ GRAIN } OR { SIEVE }"}, nil), "completed")
		level, databases := b.connectionCatalog(nil)
		if level != "databases" || len(databases) != 1 || !databases[0].IsDefault {
			t.Fatalf("the %s are %+v", level, databases)
		}
		at := url.Values{"database": {databases[0].Name}}
		_, schemas := b.connectionCatalog(at)
		i := slices.IndexFunc(schemas, func(e catalogEntry) bool { return len(e.Name) > 4 && e.Name[:4] == "dev_" })
		if i < 0 || slices.Contains(entryNames(schemas), "_millrace") || slices.Contains(entryNames(schemas), "information_schema") {
			t.Fatalf("the schemas are %+v", schemas)
		}
		at.Set("schema", schemas[i].Name)
		level, tables := b.connectionCatalog(at)
		if level != "tables" || !slices.Equal(entryNames(tables), []string{"GRAIN", "SIEVE"}) || !slices.Equal(tables[0].Nodes, []string{"MILL.GRAIN"}) {
			t.Errorf("the %s are %+v", level, tables)
		}
		b.wantLowerLevels(at)
		b.createFromCatalog(schemas[i].Name)
	})
}

// wantLowerLevels checks filters and columns of a schema.
func (b *workspaceFixture) wantLowerLevels(at url.Values) {
	b.t.Helper()
	at.Set("q", "sIe")
	if _, found := b.connectionCatalog(at); !slices.Equal(entryNames(found), []string{"SIEVE"}) {
		b.t.Errorf("a filter finds %+v", found)
	}
	at.Set("q", "%")
	if _, found := b.connectionCatalog(at); len(found) != 0 {
		b.t.Errorf("a pattern finds %+v", found)
	}
	at.Del("q")
	at.Set("table", "SIEVE")
	level, columns := b.connectionCatalog(at)
	if level != "columns" || !slices.Equal(entryNames(columns), []string{"id", "number"}) || columns[0].DataType != "INTEGER" || !columns[0].Nullable {
		b.t.Errorf("the %s are %+v", level, columns)
	}
	at.Set("table", "' OR true --")
	if _, found := b.connectionCatalog(at); len(found) != 0 {
		b.t.Errorf("a quoted name finds %+v", found)
	}
}

// createFromCatalog creates a source that reads the table of another node.
func (b *workspaceFixture) createFromCatalog(schema string) {
	b.t.Helper()
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"WORK", "MILL", "LANDING"}}).Want(http.StatusOK)
	source := b.create(object{
		"nodeType": "Source", "name": "SIEVE", "locationName": "LANDING",
		"source": object{"schema": schema, "columns": []any{object{"name": "id", "dataType": "INTEGER", "nullable": false}, object{"name": "number"}}},
	})
	if source["schema"] != schema {
		b.t.Errorf("the schema of the source is %v, want %s", source["schema"], schema)
	}
	var rows struct{ Rows [][]any }
	b.Get(b.token, b.path+"/nodes/"+wordOf(source["id"])+"/data").Want(http.StatusOK).JSON(&rows)
	if len(rows.Rows) != 3 {
		b.t.Errorf("the source has the rows %v", rows.Rows)
	}
	b.Post(b.token, b.path+"/nodes", object{"nodeType": "View", "name": "X", "source": object{"schema": schema}}).Want(http.StatusBadRequest)
	b.Post(b.token, b.path+"/nodes", object{"nodeType": "Source", "name": "Y", "source": object{"columns": []any{object{"name": " "}}}}).
		Want(http.StatusBadRequest)
}

func TestInvalidCatalogPathIsRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	for _, query := range []string{"?schema=main", "?database=millrace&table=T", "?database=a%00"} {
		wantFault(t, b.Get(b.token, b.path+"/catalog"+query), http.StatusBadRequest, "")
	}
	member := b.NewPerson(b.token, "member@example.com", "member")
	b.Get(member.Token, b.path+"/catalog").Want(http.StatusNotFound)
	b.Put(b.token, "/api/v2/userRoles/"+member.ID+"/projects/"+b.project, object{"projectRole": "member"}).Want(http.StatusOK)
	b.Get(member.Token, b.path+"/catalog").Want(http.StatusForbidden)
}
