package render_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// stageTypes returns a typical node type: a table with typed columns, loaded from its sources.
func stageTypes() []transform.NodeType {
	return []transform.NodeType{{
		ID: "T", Name: "Stage",
		Create: `{% if node.override.create.enabled %}
	{{ node.override.create.script }}
{% elif node.materializationType == 'table' %}
	{{ stage('Create Stage Table') }}
	CREATE OR REPLACE TABLE {{ ref_no_link(node.location.name, node.name) }}
	(
	{% for col in columns %}
		"{{ col.name }}" {{ col.dataType }}
		{%- if not col.nullable %} NOT NULL{% endif %}
		{%- if col.description | length > 0 %} COMMENT '{{ col.description | escape }}'{% endif %}
		{%- if not loop.last -%}, {% endif %}
	{% endfor %}
	)
{% endif %}`,
		Run: `{% if config.preSQL %}{{ stage('Pre-SQL') }} {{ config.preSQL }}{% endif %}
{% if config.truncateBefore | default(true) %}
	{{ stage('Truncate Stage Table') }}
	TRUNCATE TABLE {{ ref_no_link(node.location.name, node.name) }}
{% endif %}
{% for source in sources %}
	{{ stage('Insert ' + source.name | string) }}
	INSERT INTO {{ ref_no_link(node.location.name, node.name) }}
	( {% for col in source.columns %}"{{ col.name }}"{%- if not loop.last -%},{% endif %} {% endfor %} )
	SELECT
	{% for col in source.columns %}
		{{ get_source_transform(col) }} AS "{{ col.name }}"
		{%- if not loop.last -%}, {% endif %}
	{% endfor %}
	{{ source.join }}
{% endfor %}`,
	}}
}

const benchMacros = `{% macro even(column) %}CASE WHEN mod({{ column }}, 2) = 0 THEN 'EVEN' ELSE 'ODD' END{% endmacro %}
{% macro clean(column) %}nullif(trim({{ column }}), ''){% endmacro %}`

// wideNodes returns a source and a node over it with that many columns, every fourth with a transform.
func wideNodes(columns int, transformText string) (from, to *transform.Node) {
	from = node("RAW", func(n *transform.Node) { n.IsSource = true })
	to = node("STG", func(n *transform.Node) {
		n.Sources = []transform.Source{{
			Name: "STG", Join: `FROM {{ ref('WORK', 'RAW') }} "RAW"`,
			Dependencies: []transform.NodeRef{{Location: "WORK", Name: "RAW"}}, Aliases: map[string]transform.NodeID{"RAW": "RAW"},
		}}
	})
	for i := range columns {
		id := transform.ColumnID(fmt.Sprintf("c%d", i))
		from.Columns = append(from.Columns, transform.Column{ID: id, Name: fmt.Sprintf("COLUMN_%d", i), DataType: "VARCHAR"})
		source := transform.ColumnSource{References: []transform.ColumnRef{{Node: "RAW", Column: id}}}
		if i%4 == 0 {
			source.Transform = transformText
		}
		to.Columns = append(to.Columns, transform.Column{
			ID: id, Name: fmt.Sprintf("COLUMN_%d", i), DataType: "VARCHAR(100)", Nullable: true, Description: "a column",
			Attributes: map[string]any{"isBusinessKey": i == 0}, Sources: []transform.ColumnSource{source},
		})
	}
	return from, to
}

func benchmark(b *testing.B, columns int, transformText string) {
	b.Helper()
	from, to := wideNodes(columns, transformText)
	r := one{types: stageTypes(), macros: benchMacros, nodes: []*transform.Node{from, to}}.renderer(b)
	b.ReportAllocs()
	for b.Loop() {
		renderBoth(b, r, to)
	}
}

func renderBoth(b *testing.B, r *render.Renderer, n *transform.Node) {
	b.Helper()
	for _, which := range []render.Template{render.Create, render.Run} {
		if result, problems := r.Render(render.Request{Node: n, Template: which}); result == nil {
			b.Fatal(problems)
		}
	}
}

// BenchmarkStage renders both templates of a node with 20 columns whose only Jinja is a reference.
func BenchmarkStage(b *testing.B) { benchmark(b, 20, "upper({{SRC}})") }

// BenchmarkStageMacros does the same for a node whose transforms call macros, which needs a second pass.
func BenchmarkStageMacros(b *testing.B) { benchmark(b, 20, "{{ clean('{{SRC}}') }}") }

// BenchmarkStageWide does it for a node of 500 columns.
func BenchmarkStageWide(b *testing.B) { benchmark(b, 500, "upper({{SRC}})") }

// BenchmarkLibraryStage renders a node of the library's own type.
func BenchmarkLibraryStage(b *testing.B) {
	from, to := wideNodes(20, "upper({{SRC}})")
	to.Type = "Stage"
	r := one{macros: benchMacros, nodes: []*transform.Node{from, to}}.renderer(b)
	b.ReportAllocs()
	for b.Loop() {
		renderBoth(b, r, to)
	}
}

// BenchmarkEdit changes one node among ten thousand and renders it.
func BenchmarkEdit(b *testing.B) {
	from, to := wideNodes(20, "upper({{SRC}})")
	nodes := []*transform.Node{from, to}
	for i := range 10_000 {
		nodes = append(nodes, node(fmt.Sprintf("N%d", i)))
	}
	r := one{types: stageTypes(), macros: benchMacros, nodes: nodes}.renderer(b)
	b.ReportAllocs()
	for b.Loop() {
		changed := *to
		if result, problems := r.With(&changed).Render(render.Request{Node: &changed, Template: render.Run}); result == nil {
			b.Fatal(problems)
		}
	}
}
