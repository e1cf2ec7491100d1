package render_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

func TestFunctionsRejectInvalidArguments(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{{ ref('WORK') }}`:                        "missing 1 required positional argument: 'node'",
		`{{ ref('WORK', 3) }}`:                     "ref() needs two texts, not 'WORK' and 3",
		`{{ ref_no_link(none, 'A') }}`:             "ref_no_link() needs two texts",
		`{{ ref('A', 'B', 'C') }}`:                 "takes 2 positional arguments",
		`{{ stage() }}`:                            "missing 1 required positional argument: 'name'",
		`{{ stage('x', type='python') }}`:          `there is no type of stages "python"`,
		`{{ stage('x', true, 'sql', 'someday') }}`: `there is no phase "someday"`,
		`{{ get_source_transform('x') }}`:          "get_source_transform() needs a column, not 'x'",
		`{{ get_source_transform() }}`:             "missing",
		`{{ get_value_by_column_attribute() }}`:    "missing",
		`{{ hash() }}`:                             "missing",
		`{{ hash([]) }}`:                           "a hash needs columns",
		`{{ hash(['a'], 'ROT13') }}`:               "has no hash function ROT13",
		`{{ hash(5) }}`:                            "not iterable",
		`{{ "{{ ref('WORK', 'A'}} " }}`:            "unexpected '}'",
		`{{ "{{ stage('x', phase=1) }}" }}`:        `there is no phase "1"`,
	} {
		n := node("A")
		r := one{types: template(text), nodes: []*transform.Node{n}}.renderer(t)
		result, problems := r.Render(render.Request{Node: n, Template: render.Run})
		if result != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%s returned %+v, %v; want %s", text, result, problems, want)
		}
	}
}

func TestFunctionsAcceptValuesOfTemplates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// Columns that a template built itself.
		`{{ get_source_transform({'transform': ' a + b '}) }}`:                                              `a + b`,
		`{{ get_source_transform({'sourceColumns': [{'node': {'name': 'N'}, 'column': {'name': 'C'}}]}) }}`: `"N"."C"`,
		`{{ get_source_transform({'sourceColumns': [{'column': {'name': 'C'}}]}) }}`:                        `"C"`,
		`{{ get_source_transform({'transform': '  ', 'sourceColumns': [{}]}) }}`:                            `NULL`,
		`{{ get_source_transform({}) }}`:                                                                    `NULL`,
		`{{ get_source_transform({'hashDetails': {'columns': ['a'], 'algorithm': 'SHA1'}}) }}`:              `sha1(COALESCE(CAST(a AS VARCHAR), '~null~'))`,
		`{{ get_source_transform({'hashDetails': {}, 'transform': 'x'}) }}`:                                 `x`,
		`{{ hash('a') }}`: `md5(COALESCE(CAST(a AS VARCHAR), '~null~'))`,
		`{{ hash(('a', 'b') | reject('equalto', 'b'), none) }}`:                                     `md5(COALESCE(CAST(a AS VARCHAR), '~null~'))`,
		`{{ ref(node='A', location='WORK') }}`:                                                      `"WORK"."A"`,
		`{{ "it's" | escape }} {{ 5 | e }} {{ none | e }} {{ nothing | e }}.`:                       `it''s 5 None .`,
		`{{ "{{ref_link('WORK','A')}}{{ ref_no_link(\"WORK\", \"A\") }}{{ ref('WORK','A') }}" }}`:   `"WORK"."A""WORK"."A"`,
		`{{ "{{ ref('WO\\x52K', 'A') }} {{ ref ( \"WORK\" , 'A' ) }} {{ref('WORK','A')|lower}}" }}`: `"WORK"."A" "WORK"."A" "work"."a"`,
		`{{ "a {- ref('WORK', 'A') -} {b} { " }}`:                                                   `a {- ref('WORK', 'A') -} {b} {`,
	} {
		n := node("A")
		r := one{types: template(text), nodes: []*transform.Node{n}}.renderer(t)
		result, problems := r.Render(render.Request{Node: n, Template: render.Run})
		if result == nil || sql(result) != want {
			t.Errorf("%s returned %+v, %v; want %s", text, result, problems, want)
		}
	}
}

func TestStagesByTheirArguments(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]render.Stage{
		`stage('s')`: {Type: render.SQLStage, ContinueOnFailure: true},
		`stage(name='s', continue_on_failure=false)`: {Type: render.SQLStage},
		`stage('s', 'false')`:                        {Type: render.SQLStage},
		`stage('s', phase=none, type=none)`:          {Type: render.SQLStage, ContinueOnFailure: true},
		`stage('s', true, 'test', 'CREATE')`:         {Type: render.TestStage, ContinueOnFailure: true, Phase: render.CreatePhase},
		`stage('s', type='sqlTest')`:                 {Type: render.TestStage, ContinueOnFailure: true},
		`test_stage('s', type='sql')`:                {Type: render.TestStage, ContinueOnFailure: true},
		`test_stage(stage_name='s', phase='')`:       {Type: render.TestStage, ContinueOnFailure: true},
		`test_stage('s', nothing)`:                   {Type: render.TestStage, ContinueOnFailure: true},
	} {
		n := node("A")
		r := one{types: template("{{ " + call + " }} SELECT 1"), nodes: []*transform.Node{n}}.renderer(t)
		want.Name, want.SQL = "s", "SELECT 1"
		if got := run(t, r, n).Stages; len(got) != 1 || got[0] != want {
			t.Errorf("%s returned %+v, want %+v", call, got, want)
		}
	}
}

// TestProjectDecidesWhetherTestsHalt: haltOnTestFailure counts for tests that do not say, and for tests only.
func TestProjectDecidesWhetherTestsHalt(t *testing.T) {
	t.Parallel()
	words, _ := dialect.Lookup("duckdb")
	template := "{% for test in node.tests %}{{ test_stage(test.name, test.continueOnFailure) }} SELECT 1\n{% endfor %}" +
		"{% for test in columns[0].tests %}{{ test_stage(test.id, test.continueOnFailure) }} SELECT 1\n{% endfor %}" +
		"{{ test_stage('plain') }} SELECT 1\n{{ test_stage('allowed', true) }} SELECT 1\n{{ stage('load') }} SELECT 1"
	for _, halts := range []bool{true, false} {
		n := node("A", func(n *transform.Node) {
			n.Type = "T"
			n.Tests = []transform.NodeTest{{Name: "default", ContinueOnFailure: true, IsDefault: true}, {Name: "set", ContinueOnFailure: true}, {Name: "never"}}
			n.Columns = []transform.Column{{Name: "C", Tests: map[string]any{
				"hasNull": true, "isDistinct": map[string]any{"continueOnFailure": true},
			}}}
		})
		p := &transform.Project{
			Manifest:  transform.Manifest{HaltOnTestFailure: halts},
			NodeTypes: []transform.NodeType{{ID: "T", Name: "T", Version: 1, Run: template, RunFile: "run.sql.j2"}}, Nodes: []*transform.Node{n},
		}
		r, _ := render.New(p, nodetype.NewCatalog(p.NodeTypes, "duckdb"), render.Target{Dialect: words})
		got := map[string]bool{}
		for _, stage := range run(t, r, n).Stages {
			got[stage.Name] = stage.ContinueOnFailure
		}
		want := map[string]bool{
			"default": !halts, "set": true, "never": false, "hasNull": !halts, "isDistinct": true, "plain": !halts, "allowed": true, "load": true,
		}
		if !maps.Equal(got, want) {
			t.Errorf("halts %t: got %v, want %v", halts, got, want)
		}
	}
}

func TestEachOfManyRefsIsRecordedOnce(t *testing.T) {
	t.Parallel()
	n := node("A")
	text := `{% for round in range(3) %}{% for i in range(100) %}{{ ref_no_link('WORK', 'N' ~ i) }} {% endfor %}{% endfor %}`
	r := one{types: template(text), nodes: []*transform.Node{n}}.renderer(t)
	result := run(t, r, n)
	if len(result.Refs) != 100 || len(result.Warnings) != 100 {
		t.Fatalf("%d refs and %d warnings, want 100 of each", len(result.Refs), len(result.Warnings))
	}
	for i, ref := range result.Refs {
		if want := fmt.Sprintf("N%d", i); ref.Node.Name != want {
			t.Fatalf("ref %d is %s, want %s", i, ref.Node.Name, want)
		}
	}
}

func TestMacrosOfPackages(t *testing.T) {
	t.Parallel()
	words, _ := dialect.Lookup("duckdb")
	p := &transform.Project{
		Packages: []transform.Package{{
			Alias: "p", File: "packages/p.yml", VariablesAt: diagnostic.Position{Line: 8, Column: 5},
			Variables: "{% set unit = 'EUR' %}\nstray",
			Macros: []transform.Macro{
				{Text: "{% macro money(x) %}{{ x }} {{ unit }}{% endmacro %}", File: "packages/p/macros/macro-1.yml"},
				{Text: "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}", File: "packages/p/macros/macro-1.yml"},
				{Text: "{% macro %}", File: "packages/p/macros/macro-1.yml", At: diagnostic.Position{Line: 3, Column: 3}},
			},
		}},
		NodeTypes: []transform.NodeType{{
			ID: "p:::T", Name: "T", Version: 1, Package: "p", Run: "SELECT {{ money(twice(1)) }}", RunFile: "packages/p/nodeTypes/T/run.sql.j2",
		}},
		Nodes: []*transform.Node{node("A", func(n *transform.Node) { n.Type = "p:::T" })},
	}
	r, found := render.New(p, nodetype.NewCatalog(p.NodeTypes, "duckdb"), render.Target{Dialect: words})
	if got, want := sql(run(t, r, p.Nodes[0])), "SELECT 11 EUR"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var codes []string
	for _, d := range found {
		codes = append(codes, fmt.Sprintf("%s %s:%d:%d", d.Code, d.File, d.Line, d.Column))
	}
	want := "macro-syntax packages/p/macros/macro-1.yml:3:12, template-warning packages/p.yml:9:5"
	if got := strings.Join(codes, ", "); got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

// The arguments of functions and filters may expand to more than the memory.
func TestFunctionsRespectTheLimits(t *testing.T) {
	t.Parallel()
	const doubled = `{% set n = namespace(l=[]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}`
	for text, want := range map[string]string{
		`{% set n = namespace(s="'") %}{% for i in range(99) %}{% set n.s = n.s | escape %}{% endfor %}`: "the text is longer than",
		`{% set s = ' ' * 8000000 %}{% for i in range(1000000) %}{% set x = s | e %}{% endfor %}`:        "steps",
		doubled + `{{ n.l | escape }}`:                          "the text is longer than",
		doubled + `{{ get_source_transform({'source': n.l}) }}`: "the text is longer than",
		`{{ hash(range(9223372036854775807)) }}`:                "steps",
		`{{ hash(['x' * 999999] * 9999) }}`:                     "a hash of more than",
	} {
		n := node("A")
		r := one{types: template(text), nodes: []*transform.Node{n}}.renderer(t)
		result, problems := r.Render(render.Request{Node: n, Template: render.Run})
		if result != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, want) {
			t.Errorf("%s returned %+v, %.300v; want %s", text, result != nil, problems, want)
		}
	}
}

// TestFunctionsOfDBTGetAHint checks that a node with the calls of a dbt model is told the form of Millrace.
func TestFunctionsOfDBTGetAHint(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"SELECT 1 AS a FROM {{ ref('ORDERS') }}":                    "name the location and the node: ref('WORK', 'ORDERS')",
		"SELECT 1 AS a FROM {{ ref('NOTHING_LIKE_IT') }}":           "name the location and the node: ref('LOCATION', 'NOTHING_LIKE_IT')",
		"SELECT 1 AS a FROM {{ source('WORK', 'ORDERS') }}":         "a source is a node: write ref('WORK', 'ORDERS'); `millrace import dbt DIR` converts a dbt project",
		"{{ config(materialized='table') }}\nSELECT 1 AS a":         "options of a node are annotations before the SELECT, such as @nodeType(\"Stage\"), and not config(); `millrace import dbt DIR` converts a dbt project",
		"SELECT 1 AS a{% if is_incremental() %} WHERE 1{% endif %}": "use the node type Incremental with @watermark(\"column\"); `millrace import dbt DIR` converts a dbt project",
		"SELECT {{ var('x') }} AS a":                                "read a parameter of the run with parameters.name; `millrace import dbt DIR` converts a dbt project",
	} {
		n := node("N", func(n *transform.Node) {
			n.Kind, n.SQL, n.File = transform.SQLNode, &transform.SQLText{Text: text}, "nodes/WORK-N.sql"
		})
		r := one{types: template(""), nodes: []*transform.Node{n, node("ORDERS")}}.renderer(t)
		_, found := r.Expand(n)
		if len(found) != 1 || found[0].Hint != want {
			t.Errorf("%s\n got %+v\nwant the hint %s", text, found, want)
		}
	}
}
