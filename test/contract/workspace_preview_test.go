package contract_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func TestRenameUpdatesReferences(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"))
	yaml := b.create(object{"nodeType": "Stage", "name": "COPY", "predecessorNodeIDs": []any{orders["id"]}})
	sql := b.create(object{
		"nodeType": "View", "name": "SHOWN", "sql": "SELECT ORDERS.ORDER_ID FROM {{ ref('WORK', 'ORDERS') }} JOIN {{ ref('WORK','COPY') }} c ON true",
	})
	b.Post(b.token, b.path+"/jobs", object{"name": "J", "includeSelector": "+{ name: ORDERS } OR { ORDERS }+ OR { name: ORDERS* }", "excludeSelector": ""}).
		Want(http.StatusCreated)
	before := validate(b)
	path := b.path + "/nodes/" + wordOf(orders["id"]) + "/rename"
	b.Post(b.token, path, object{"name": "SALES", "version": 999}).Want(http.StatusConflict)
	if got := b.Post(b.token, path, object{"name": "SALES"}).Want(http.StatusOK).Field("name"); got != "SALES" {
		t.Errorf("the node is called %s", got)
	}
	source := sourceOf(b.node(wordOf(yaml["id"])))
	condition, _ := source["join"].(map[string]any)
	if condition["joinCondition"] != `FROM {{ ref('WORK', 'SALES') }} "SALES"` || asJSON(t, source["dependencies"]) != `[{"locationName":"WORK","nodeName":"SALES"}]` ||
		asJSON(t, source["aliases"]) != asJSON(t, object{"SALES": orders["id"]}) {
		t.Errorf("the copy reads %s", asJSON(t, source))
	}
	text := wordOf(b.node(wordOf(sql["id"]))["sql"])
	if !strings.Contains(text, "SELECT SALES.ORDER_ID FROM {{ ref('WORK', 'SALES') }} JOIN {{ ref('WORK','COPY') }} c") {
		t.Errorf("the view is\n%s", text)
	}
	if got := b.Get(b.token, b.path+"/jobs/1").Want(http.StatusOK).Field("includeSelector"); got != "+{ name: SALES } OR { SALES }+ OR { name: ORDERS* }" {
		t.Errorf("the job selects %s", got)
	}
	if after := validate(b); after != before {
		t.Errorf("there were %d errors and are %d", before, after)
	}
}

func validate(b *workspaceFixture) int {
	b.t.Helper()
	var found struct{ Errors int }
	b.Get(b.token, b.path+"/validation").Want(http.StatusOK).JSON(&found)
	return found.Errors
}

func TestNodePreview(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.addDeployedFiles()
	awaitRun(t, b.Platform, b.token, b.startRun(object{"includeNodesSelector": "{ GRAIN }"}, nil), "completed")
	type preview struct {
		Columns []struct{ Name, Type string }
		Rows    [][]any
		HasMore bool
		SQL     string
	}
	var rows preview
	b.Get(b.token, b.path+"/nodes/"+sieveNode+"/data?limit=2").Want(http.StatusOK).JSON(&rows)
	if len(rows.Rows) != 2 || !rows.HasMore || len(rows.Columns) != 2 || rows.Rows[0][1] != 7.0 {
		t.Errorf("the rows are %v", rows)
	}
	copied := b.create(object{"nodeType": "Stage", "predecessorNodeIDs": []any{grainNode}})
	b.Get(b.token, b.path+"/nodes/"+wordOf(copied["id"])+"/data").Want(http.StatusOK).JSON(&rows)
	if len(rows.Rows) != 3 || rows.HasMore {
		t.Errorf("the rows of a YAML node are %v", rows)
	}
	for _, limit := range []string{"0", "-1", "1001", "x"} {
		b.Get(b.token, b.path+"/nodes/"+sieveNode+"/data?limit="+limit).Want(http.StatusBadRequest)
	}
	response := b.Get(b.token, b.path+"/nodes/"+sackNode+"/data").Want(http.StatusBadRequest) // its source does not exist
	if !strings.Contains(string(response.Body), "SIEVE") {
		t.Errorf("the answer is %s", response.Body)
	}
	b.Get(b.token, b.path+"/nodes/nobody/data").Want(http.StatusNotFound)
}

// previewResponse is the response of a preview.
type previewResponse struct {
	Columns []struct{ Name, Type string }
	Rows    [][]any
	HasMore bool
}

// preview previews a new node, and returns the size of the response too.
func (b *workspaceFixture) preview(sql string) (rows previewResponse, size int) {
	b.t.Helper()
	node := b.create(object{"nodeType": "View", "sql": sql})
	answer := b.Get(b.token, b.path+"/nodes/"+wordOf(node["id"])+"/data?limit=1000").Want(http.StatusOK)
	answer.JSON(&rows)
	return rows, len(answer.Body)
}

// TestLargePreviewIsCut previews long texts and many wide rows.
func TestLargePreviewIsCut(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	const long = 3_000_000
	rows, size := b.preview(fmt.Sprintf("SELECT r.range AS id, repeat('ß', %d) AS t, repeat('x', 1000) AS u, NULL AS n FROM range(100) AS r", long))
	if len(rows.Rows) != 100 || rows.HasMore || size > 1<<20 {
		t.Fatalf("%d rows in %d bytes, more: %t", len(rows.Rows), size, rows.HasMore)
	}
	if got := rows.Rows[7]; got[0] != 7.0 || got[1] != strings.Repeat("ß", 1000)+"…" || got[2] != strings.Repeat("x", 1000) || got[3] != nil {
		t.Errorf("a row is %.100v", got)
	}
	if len(rows.Columns) != 4 || rows.Columns[1].Name != "t" || rows.Columns[1].Type != "VARCHAR" {
		t.Errorf("the columns are %v", rows.Columns)
	}
	rows, size = b.preview("SELECT repeat('a', 900) AS a, repeat('b', 900) AS b, repeat('c', 900) AS c FROM range(1000)")
	if len(rows.Rows) == 0 || len(rows.Rows) == 1000 || !rows.HasMore || size > 1<<20+1<<16 {
		t.Errorf("%d wide rows in %d bytes, more: %t", len(rows.Rows), size, rows.HasMore)
	}
}

// TestPreviewCountsBytesOfTheResponse previews numbers with many digits, and characters with long escape sequences.
func TestPreviewCountsBytesOfTheResponse(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	var numbers strings.Builder
	for i := range 300 {
		fmt.Fprintf(&numbers, "1234567890123456::BIGINT AS n%d, ", i)
	}
	for _, sql := range []string{"SELECT " + numbers.String() + "1 AS n FROM range(1000)", "SELECT repeat(chr(1), 1000) AS a FROM range(1000)"} {
		rows, size := b.preview(sql)
		if len(rows.Rows) == 0 || !rows.HasMore || size > 1<<20+1<<16 {
			t.Errorf("%.40s: %d rows in %d bytes, more: %t", sql, len(rows.Rows), size, rows.HasMore)
		}
	}
}

// TestLongQueryIsNotPreviewed previews a query that is too long.
func TestLongQueryIsNotPreviewed(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.create(object{"nodeType": "View", "sql": "SELECT 1 AS n" + strings.Repeat(" UNION ALL SELECT 1", 20_000)})
	answer := b.Get(b.token, b.path+"/nodes/"+wordOf(node["id"])+"/data").Want(http.StatusBadRequest)
	if !strings.Contains(string(answer.Body), "longer than 200000 bytes") {
		t.Errorf("the answer is %s", answer.Body)
	}
}

func TestNodeLineage(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"), column("AMOUNT", "INTEGER"))
	stage := b.create(object{"nodeType": "Stage", "predecessorNodeIDs": []any{orders["id"]}})
	b.create(object{"nodeType": "View", "predecessorNodeIDs": []any{stage["id"]}})
	type end struct{ NodeID, Node, Column string }
	var found struct {
		Columns []struct {
			Column               string
			Upstream, Downstream []end
		}
		IsComplete bool
	}
	path := b.path + "/nodes/" + wordOf(stage["id"]) + "/lineage"
	b.Get(b.token, path+"?column=AMOUNT").Want(http.StatusOK).JSON(&found)
	if len(found.Columns) != 1 || len(found.Columns[0].Upstream) != 1 || found.Columns[0].Upstream[0].Node != "WORK.ORDERS" ||
		len(found.Columns[0].Downstream) != 1 || found.Columns[0].Downstream[0].Column != "AMOUNT" {
		t.Errorf("the lineage is %v", found)
	}
	b.Get(b.token, path).Want(http.StatusOK).JSON(&found)
	if len(found.Columns) != 2 || !found.IsComplete {
		t.Errorf("the lineage of all columns is %v", found)
	}
	b.Get(b.token, path+"?column=NOTHING").Want(http.StatusNotFound)
}
