package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// leftJoins is an options panel with a join template. It writes refs through a macro of the project, as such templates
// do.
const leftJoins = `capitalized: Left
short: LFT
joinTemplate: |
  {%- for dep in sources[0].dependencies %}
  {% if loop.first %}FROM{% else %}LEFT JOIN{% endif %} {{ kept(dep.node.location.name, dep.node.name) }} "T{{ loop.index }}"
  {%- if not loop.first %} ON "T1"."{{ dep.columns[0].name }}" = "T{{ loop.index }}"."{{ dep.columns[0].name }}"{% endif %}
  {%- endfor %}
  WHERE 1 = 1
`

const keptMacro = `{% macro kept(location, node) %}{% raw %}{{ ref('{% endraw %}{{ location }}{% raw %}', '{% endraw %}{{ node }}{% raw %}') }}{% endraw %}{% endmacro %}`

func TestJoinTemplateOfNodeType(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.Put(b.token, b.path+"/macros", object{"macroString": keptMacro}).Want(http.StatusOK)
	view := "{{ stage('Create') }}CREATE OR REPLACE VIEW {{ this }} AS SELECT " +
		"{% for c in sources[0].columns %}{{ get_source_transform(c) }} AS {{ c.name }}{% if not loop.last %}, {% endif %}{% endfor %} {{ sources[0].join }}"
	b.Put(b.token, b.path+"/nodeTypes/77", object{"name": "Left", "spec": leftJoins, "create": view}).Want(http.StatusOK)
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"), column("AMOUNT", "INTEGER"))
	lines := b.source("LINES", column("ORDER_ID", "INTEGER"), column("PRODUCT", "VARCHAR"))
	made := b.create(object{"nodeType": "77", "predecessorNodeIDs": []any{orders["id"], lines["id"]}})
	source := sourceOf(made)
	join, _ := source["join"].(map[string]any)
	want := `FROM {{ ref('WORK', 'ORDERS') }} "T1"` + "\n" + `LEFT JOIN {{ ref('WORK', 'LINES') }} "T2" ON "T1"."ORDER_ID" = "T2"."ORDER_ID"` + "\nWHERE 1 = 1"
	if join["joinCondition"] != want {
		t.Errorf("the join is\n%v\nwant\n%s", join["joinCondition"], want)
	}
	if got := asJSON(t, source["aliases"]); got != asJSON(t, object{"T1": orders["id"], "T2": lines["id"]}) {
		t.Errorf("the aliases are %s", got)
	}
	if got := asJSON(t, made["predecessorNodeIDs"]); !strings.Contains(got, wordOf(orders["id"])) || !strings.Contains(got, wordOf(lines["id"])) {
		t.Errorf("the predecessors are %s", got)
	}
	var preview struct{ Create []struct{ SQL string } }
	b.Get(b.token, b.path+"/nodes/"+wordOf(made["id"])+"/sql").Want(http.StatusOK).JSON(&preview)
	for _, piece := range []string{`"T1"."AMOUNT" AS AMOUNT`, `"T2"."PRODUCT" AS PRODUCT`, `LEFT JOIN`} {
		if len(preview.Create) != 1 || !strings.Contains(preview.Create[0].SQL, piece) {
			t.Errorf("the SQL has no %s: %v", piece, preview.Create)
		}
	}
	if errors := validate(b); errors > 0 {
		t.Errorf("there are %d errors", errors)
	}
	// Without predecessors there is nothing to join.
	if alone := sourceOf(b.create(object{"nodeType": "77"})); asJSON(t, alone["join"]) != `{"joinCondition":""}` {
		t.Errorf("alone it reads %v", alone["join"])
	}
}

func TestJoinTemplateOfSQLNode(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	spec := "short: LFT\njoinTemplate: \"FROM {{ ref('WORK', 'ORDERS') }} o /* by {{ node.name }} */\"\n"
	b.Put(b.token, b.path+"/nodeTypes/78", object{"name": "Left", "fileVersion": 2, "spec": spec}).Want(http.StatusOK)
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"))
	text := wordOf(b.create(object{"nodeType": "78", "predecessorNodeIDs": []any{orders["id"]}})["sql"])
	if !strings.Contains(text, `"o"."ORDER_ID" AS "ORDER_ID"`) || !strings.Contains(text, "FROM {{ ref('WORK', 'ORDERS') }} o /* by LFT_ORDERS */") {
		t.Errorf("the text is\n%s", text)
	}
}

func TestFailingJoinTemplateIsReported(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("ORDERS", column("ORDER_ID", "INTEGER"))
	for id, template := range map[string]string{"80": "FROM {{ nobody(1) }}", "81": "{% for x in %}", "82": "{{ 1 / 0 }}"} {
		b.Put(b.token, b.path+"/nodeTypes/"+id, object{"name": "Left" + id, "spec": "short: LFT\njoinTemplate: \"" + template + "\"\n"}).Want(http.StatusOK)
		response := b.Post(b.token, b.path+"/nodes", object{"nodeType": id, "predecessorNodeIDs": []any{orders["id"]}})
		wantFault(t, response, http.StatusBadRequest, "joinTemplate of node type Left"+id, "options panel")
	}
}
