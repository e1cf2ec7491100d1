package deploy_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// nodeType adds a node type to the project.
func (p *project) nodeType(name, strategy, create string) {
	p.write("nodeTypes/"+name+"-"+name+"/definition.yml", fmt.Sprintf(`fileVersion: 1
id: %s
isDisabled: false
metadata:
  defaultStorageLocation: null
  nodeMetadataSpec: |-
    capitalized: %s
    short: X
    plural: Xs
    tagColor: "#000000"
    deployStrategy: %s
name: %s
type: NodeType
`, name, name, strategy, name))
	p.write("nodeTypes/"+name+"-"+name+"/create.sql.j2", create)
	p.write("nodeTypes/"+name+"-"+name+"/run.sql.j2", "")
}

const indexed = `{{ stage('Create table') }}
CREATE TABLE {{ ref_no_link(node.location.name, node.name) }} (
{% for c in columns %}  "{{ c.name }}" {{ c.dataType }}{{ ' PRIMARY KEY' if loop.first }}{{ ', ' if not loop.last }}
{% endfor %})
{{ stage('Create index') }}
CREATE INDEX "{{ node.name }}_{{ columns | map(attribute='name') | join('_') }}" ON {{ ref_no_link(node.location.name, node.name) }} ("{{ columns[1].name }}")
`

const advanced = `{% if desiredState is not defined %}
{{ stage('Drop table') }}
DROP TABLE {{ this }}
{% elif currentState is not defined %}
{{ stage('Create table') }}
CREATE TABLE {{ this }} ("ID" INTEGER)
{% elif currentState.columns | length != desiredState.columns | length %}
{{ stage('Delete rows', true, 'sql', 'drop') }}
DELETE FROM {{ this }} WHERE "ID" = 1
{{ stage('Insert marker', true, 'sql', 'create') }}
INSERT INTO {{ this }} VALUES ({{ currentState.columns | length }}{{ desiredState.columns | length }})
{% endif %}
`

// Node types of a project decide how their tables change: with indexes, recreated each time, or by their own template.
func TestTypes(t *testing.T) {
	t.Parallel()
	put := func(kind, name string, definitions ...string) func(*project) {
		return func(p *project) {
			p.add(node(transform.NodeTypeID(kind), name, columns(definitions...), ref(src, "ORDERS")))
		}
	}
	runScenario(t, "types",
		scenarioStep{
			title: "first",
			edit: func(p *project) {
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")...))
				p.nodeType("Indexed", "default", indexed)
				p.nodeType("Transient", "transient", indexed)
				p.nodeType("Advanced", "advanced", advanced)
				put("Indexed", "IX", "ID INTEGER", "CITY VARCHAR")(p)
				put("Transient", "TR", "ID INTEGER", "CITY VARCHAR")(p)
				put("Advanced", "AD", "ID INTEGER")(p)
			},
			check: func(s *fixture) {
				s.exec("INSERT INTO "+s.name(out, "IX")+" VALUES (1, 'a')", "INSERT INTO "+s.name(out, "TR")+" VALUES (1, 'a')",
					"INSERT INTO "+s.name(out, "AD")+" VALUES (1), (2)")
			},
		},
		scenarioStep{
			title: "one more column in each",
			edit: func(p *project) {
				put("Indexed", "IX", "ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")(p)
				put("Transient", "TR", "ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")(p)
				put("Advanced", "AD", "ID INTEGER", "CITY VARCHAR")(p)
			},
			check: func(s *fixture) {
				s.expect(out, "IX", "ID CITY AMOUNT", "1|a|-")
				s.expect(out, "TR", "ID CITY AMOUNT")
				s.expect(out, "AD", "ID", "2", "12")
			},
		},
		scenarioStep{
			title: "another index, from the node type",
			edit: func(p *project) {
				p.nodeType("Indexed", "default", indexed+"\n{{ stage('Another index') }}\nCREATE INDEX \"{{ node.name }}_2\" ON {{ this }} (\"ID\")\n")
			},
			check: func(s *fixture) { s.expect(out, "IX", "ID CITY AMOUNT", "1|a|-") },
		},
		scenarioStep{
			title: "all nodes are deleted",
			edit: func(p *project) {
				for _, name := range []string{"IX", "TR", "AD"} {
					p.remove("nodes/OUT-" + name + ".yml")
				}
			},
			check: func(s *fixture) {
				for _, name := range []string{"IX", "TR", "AD"} {
					s.expectObject(name, "")
				}
			},
		},
	)
}

// The engine infers types that the project does not contain.
func TestQueries(t *testing.T) {
	t.Parallel()
	from := ` FROM {{ ref('SRC', 'ORDERS') }}`
	runScenario(t, "queries",
		scenarioStep{
			title: "first", before: fill("ORDERS", orders, "1, 'a', 10, NULL, 7, 'x'"),
			edit: func(p *project) {
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")...))
				p.query("StageSQL", "Q", `SELECT "ID" AS "ID", "AMOUNT" * 2 AS "TWICE", "CITY" || 'x' AS "MORE"`+from)
			},
			check: func(s *fixture) { s.exec("INSERT INTO " + s.name(out, "Q") + " VALUES (1, 20, 'ax')") },
		},
		scenarioStep{
			title: "another condition", edit: func(p *project) {
				p.query("StageSQL", "Q", `SELECT "ID" AS "ID", "AMOUNT" * 2 AS "TWICE", "CITY" || 'x' AS "MORE"`+from+` WHERE "ID" > 0`)
			},
			check: func(s *fixture) { s.expect(out, "Q", "ID TWICE MORE", "1|20|ax") },
		},
		scenarioStep{
			title: "another expression, and one column more", edit: func(p *project) {
				p.query("StageSQL", "Q", `SELECT "ID" AS "ID", "AMOUNT" * 2.5 AS "TWICE", "CITY" || 'x' AS "MORE", "ID" + 1 AS "NEXT"`+from)
			},
			check: func(s *fixture) { s.expect(out, "Q", "ID MORE NEXT", "1|ax|-") },
		},
		scenarioStep{
			title: "a written type", edit: func(p *project) {
				p.query("StageSQL", "Q", `SELECT "ID" AS "ID", CAST("AMOUNT" AS DECIMAL(12,2)) AS "TWICE", "CITY" || 'x' AS "MORE", "ID" + 1 AS "NEXT"`+from)
			},
			check: func(s *fixture) { s.expect(out, "Q", "ID TWICE MORE NEXT", "1|20.00|ax|-") },
		},
	)
}
