package render_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// one is a project with one node type and one node.
type one struct {
	types  []transform.NodeType
	macros string
	nodes  []*transform.Node
	target render.Target
}

func (o one) renderer(t testing.TB) *render.Renderer {
	t.Helper()
	for i := range o.types {
		o.types[i].Version = max(o.types[i].Version, 1)
	}
	p := &transform.Project{Locations: []string{"WORK"}, NodeTypes: o.types, Nodes: o.nodes}
	if o.macros != "" {
		p.Macros = []transform.Macro{{Text: o.macros, File: "macros/macro-1.yml"}}
	}
	if o.target.Dialect == nil {
		o.target.Dialect, _ = dialect.Lookup("duckdb")
	}
	types := nodetype.NewCatalog(o.types, "duckdb")
	r, _ := render.New(p, types, o.target)
	return r
}

func node(name string, change ...func(*transform.Node)) *transform.Node {
	n := &transform.Node{
		ID: transform.NodeID(name), Name: name, Location: "WORK", Kind: transform.YAMLNode, Type: "T",
		File: "nodes/WORK-" + name + ".yml", Materialization: "table",
	}
	for _, c := range change {
		c(n)
	}
	return n
}

// template returns a node type T with that run template.
func template(run string) []transform.NodeType {
	return []transform.NodeType{{ID: "T", Name: "T", Run: run, RunFile: "nodeTypes/T/run.sql.j2"}}
}

// run renders the run template of a node, which must succeed.
func run(t *testing.T, r *render.Renderer, n *transform.Node) *render.Result {
	t.Helper()
	result, problems := r.Render(render.Request{Node: n, Template: render.Run})
	if result == nil {
		t.Fatalf("%s does not render: %v", n.Ref(), problems)
	}
	return result
}

// sql returns the text of all stages.
func sql(result *render.Result) string {
	var texts []string
	for _, s := range result.Stages {
		texts = append(texts, s.SQL)
	}
	return strings.Join(texts, "\n--\n")
}

func TestTextOfANodeCannotBeginAStage(t *testing.T) {
	t.Parallel()
	forged := []string{
		"\x02", "\x03", "\x020\x03", "\x02123456.0\x03", "\x02.0\x03", "\x02\x03",
		"---\nname: forged\ncode:\n", "stage('forged')",
	}
	r := one{
		types: template(`{{ stage('only') }} SELECT '{{ node.description }}' {{ sources[0].join }} {{ "\x020\x03" }}`),
	}.renderer(t)
	for _, text := range forged {
		n := node("A", func(n *transform.Node) {
			n.Description = text
			n.Sources = []transform.Source{{Name: "A", Join: "FROM x WHERE '" + text + "'"}}
		})
		result := run(t, r.With(n), n)
		if len(result.Stages) != 1 || result.Stages[0].Name != "only" || !strings.Contains(result.Stages[0].SQL, text) {
			t.Errorf("%q returned %+v", text, result.Stages)
		}
	}
}

func TestMarksSurviveFilters(t *testing.T) {
	t.Parallel()
	n := node("A")
	r := one{
		types: template(`{% set body %} {{ stage('first') }} select 1 {{ stage('second') }} select 2 {% endset %}
{{ body | trim | upper | replace(' ', '  ') | replace('-', '_') | escape }}`),
		nodes: []*transform.Node{n},
	}.renderer(t)
	result := run(t, r, n)
	want := []render.Stage{
		{Name: "first", Type: render.SQLStage, ContinueOnFailure: true, SQL: "SELECT  1"},
		{Name: "second", Type: render.SQLStage, ContinueOnFailure: true, SQL: "SELECT  2"},
	}
	if diff := cmp.Diff(want, result.Stages); diff != "" {
		t.Error(diff)
	}
}

func TestAChangedMarkIsText(t *testing.T) {
	t.Parallel()
	for _, cut := range []string{"[0:3]", "[1:]", "[:-1]", "[-1]", " | reverse"} {
		n := node("A")
		r := one{
			types: template(`{{ stage('a') }} SELECT {{ stage('b')` + cut + ` }} 1`), nodes: []*transform.Node{n},
		}.renderer(t)
		result := run(t, r, n)
		if len(result.Stages) != 1 || result.Stages[0].Name != "a" || !strings.HasSuffix(result.Stages[0].SQL, " 1") {
			t.Errorf("%s: %+v", cut, result.Stages)
		}
	}
}

func TestRendererIsNotChangedByAnEdit(t *testing.T) {
	t.Parallel()
	a, b := node("A"), node("B")
	r := one{types: template(`SELECT {{ ref('WORK', 'B') }}`), nodes: []*transform.Node{a, b}}.renderer(t)
	renamed := node("B", func(n *transform.Node) { n.Name = "C" })

	steps := []struct {
		name string
		with *render.Renderer
		want bool
	}{
		{"before", r, true},
		{"renamed", r.With(renamed), false},
		{"renamed and back", r.With(renamed).With(b), true},
		{"removed", r.Without("B"), false},
		{"removed and added", r.Without("B").With(b), true},
		{"another under the name", r.Without("B").With(node("D", func(n *transform.Node) { n.Name = "B" })), true},
		{"unchanged", r, true},
	}
	for _, step := range steps {
		refs := run(t, step.with, a).Refs
		if len(refs) != 1 || refs[0].Known != step.want {
			t.Errorf("%s: refs are %+v, known should be %v", step.name, refs, step.want)
		}
	}
}

func TestManyEditsMakeANewBase(t *testing.T) {
	t.Parallel()
	a := node("A")
	r := one{types: template(`SELECT {{ ref('WORK', 'N299') }}`), nodes: []*transform.Node{a, node("GONE")}}.renderer(t)
	r = r.Without("GONE")
	for i := range 300 {
		r = r.With(node(fmt.Sprintf("N%d", i)))
	}
	if refs := run(t, r, a).Refs; len(refs) != 1 || !refs[0].Known {
		t.Errorf("the last node is unknown: %+v", refs)
	}
	if result := run(t, r.With(node("A")), a); len(result.Warnings) != 0 {
		t.Errorf("warnings: %v", result.Warnings)
	}
	for name, want := range map[string]string{"N0": `"WORK"."N0"`, "GONE": `"WORK"."GONE"`} {
		if got := r.Name(transform.NodeRef{Location: "WORK", Name: name}); got != want {
			t.Errorf("Name(%s) = %s, want %s", name, got, want)
		}
	}
}

func TestSecondNodeOfANameIsFoundAfterTheFirstIsRenamed(t *testing.T) {
	t.Parallel()
	a, first := node("A"), node("B")
	second := node("B2", func(n *transform.Node) { n.Name = "B" })
	r := one{types: template(`SELECT {{ ref('WORK', 'B') }}`), nodes: []*transform.Node{a, first, second}}.renderer(t)
	renamed := node("B", func(n *transform.Node) { n.Name = "ELSE" })
	if refs := run(t, r.With(renamed), a).Refs; !refs[0].Known {
		t.Error("the second node of the name is not found once the first is renamed")
	}
}

func TestRenderIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/functions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s := parseSample(t, archive)
	r, _ := s.renderer(t)
	n := s.node("stg")
	want, _ := r.Render(render.Request{Node: n, Template: render.Run})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				got, _ := r.With(n).Render(render.Request{Node: n, Template: render.Run})
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	all.Wait()
}

func TestChangesByATemplateDoNotAffectTheNextRender(t *testing.T) {
	t.Parallel()
	n := node("A", func(n *transform.Node) {
		n.Columns = []transform.Column{{ID: "c", Name: "C"}}
		n.Config = map[string]any{"x": map[string]any{"items": []any{}}}
	})
	r := one{types: template(
		`SELECT {{ columns | length }}{% do columns.append(columns[0]) %}{% do columns[0].update({'name': 'D'}) %},
{{ columns[0].name }}, {{ config.x.get('items') | length }}{% do config.x.get('items').append(1) %}
{% do parameters.update({'p': 1}) %}{% do storageLocations.append(1) %}, {{ storageLocations | length }}`,
	), nodes: []*transform.Node{n}}.renderer(t)
	first := sql(run(t, r, n))
	if second := sql(run(t, r, n)); first != second {
		t.Errorf("first %s\nthen %s", first, second)
	}
	if n.Columns[0].Name != "C" {
		t.Error("a template changed the node")
	}
}

func TestInterruptEndsARender(t *testing.T) {
	t.Parallel()
	n := node("A")
	r := one{
		types:  template(`{% for i in range(99999) %}{{ i }}{% endfor %}`),
		nodes:  []*transform.Node{n},
		target: render.Target{Interrupt: func() error { return errors.New("out of time") }},
	}.renderer(t)
	result, problems := r.Render(render.Request{Node: n, Template: render.Run})
	if result != nil || len(problems) != 1 || !strings.Contains(problems[0].Message, "out of time") {
		t.Fatalf("result %v, problems %v", result, problems)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	templates := map[string]string{
		"output":        `{% for i in range(9999) %}{{ 'x' * 99999 }}{% endfor %}`,
		"depth":         `{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}`,
		"stages":        `{% for i in range(99999) %}{{ stage('s') }}{% endfor %}`,
		"hash in hash":  `{{ get_source_transform(sources[0].columns[0]) }}`,
		"many hashes":   `{{ hash(sources[0].columns) }}`,
		"second output": `{{ "{% for i in range(9999) %}{{ 'x' * 99999 }}{% endfor %}" }}`,
	}
	for name, text := range templates {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := node("A", hashesOfEachOther)
			r := one{types: template(text), nodes: []*transform.Node{n}}.renderer(t)
			result, problems := r.Render(render.Request{Node: n, Template: render.Run})
			if result != nil || len(problems) == 0 || problems[0].Code != diagnostic.TemplateFailed {
				t.Fatalf("result %v, problems %v", result, problems)
			}
		})
	}
}

// hashesOfEachOther adds columns to a node, each a hash of all of them.
func hashesOfEachOther(n *transform.Node) {
	all := &transform.Hash{Algorithm: "MD5"}
	n.Sources = []transform.Source{{Name: "A"}}
	for i := range 40 {
		id := transform.ColumnID(fmt.Sprint(i))
		all.Columns = append(all.Columns, transform.ColumnRef{Node: n.ID, Column: id})
		n.Columns = append(n.Columns, transform.Column{ID: id, Name: string(id), Hash: all})
	}
}

func TestBrokenProjectsAreReportedInTime(t *testing.T) {
	t.Parallel()
	nodes := make([]*transform.Node, 3000)
	for i := range nodes {
		nodes[i] = node(fmt.Sprintf("SOME_RATHER_LONG_NAME_%d", i), func(n *transform.Node) {
			n.Sources = []transform.Source{{Join: fmt.Sprintf("{{ ref('WORK', 'SOME_QUITE_LONG_NAME_%d') }}", i)}}
		})
	}
	r := one{types: template(`SELECT 1 {{ sources[0].join }}`), nodes: nodes}.renderer(t)
	for _, n := range nodes {
		if warnings := run(t, r, n).Warnings; len(warnings) != 1 || warnings[0].Severity != diagnostic.Error {
			t.Fatalf("%s: %v", n.Name, warnings)
		}
	}
}

func TestUnknownNamesGetASuggestion(t *testing.T) {
	t.Parallel()
	a := node("A", func(n *transform.Node) { n.Location = "OTHER" })
	nodes := []*transform.Node{a, node("CUSTOMER"), node("CUSTOMERS_2"), node("straße"), node("ORDERS"), node("IX")}
	for wrong, want := range map[string]string{
		"CUSTOMRE":                     "('WORK', 'CUSTOMER')",    // two letters swapped
		"CUSTOMERX":                    "('WORK', 'CUSTOMER')",    // one too many
		"CUSTMER":                      "('WORK', 'CUSTOMER')",    // one missing
		"CUSTOMAR":                     "('WORK', 'CUSTOMER')",    // one replaced
		"customers_2":                  "('WORK', 'CUSTOMERS_2')", // another case
		"a":                            "('OTHER', 'A')",          // another location
		"IY":                           "name a node",             // too short to suggest
		"REDROS":                       "name a node",
		"":                             "name a node",
		strings.Repeat("CUSTOMER", 99): "name a node",
	} {
		r := one{types: template(`{{ ref('WORK', '` + wrong + `') }}`), nodes: nodes}.renderer(t)
		for _, r := range []*render.Renderer{r, r.Without("ORDERS").With(nodes[1])} {
			warnings := run(t, r, a).Warnings
			if len(warnings) != 1 || !strings.Contains(warnings[0].Hint, want) {
				t.Errorf("%s: %+v, want a hint with %s", wrong, warnings, want)
			}
		}
	}
}

func TestVariablesInExpressions(t *testing.T) {
	t.Parallel()
	n := node("A", func(n *transform.Node) { n.Materialization = "view" })
	r := one{types: template(""), nodes: []*transform.Node{n}}.renderer(t)
	expression, err := jinja.NewEnvironment(jinja.Options{}).Compile("enableIf",
		`{% if node.materializationType == 'view' and ref('WORK', 'A') == this %}true{% else %}false{% endif %}`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := expression.Render(jinja.Input{Scope: r.Variables(n)})
	if err != nil || got != "true" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestEmptyTemplateAndMissingNode(t *testing.T) {
	t.Parallel()
	n := node("A")
	r := one{types: template(""), nodes: []*transform.Node{n}}.renderer(t)
	if result := run(t, r, n); result.Passes != 0 || len(result.Stages) != 0 {
		t.Errorf("an empty template returned %+v", result)
	}
	if result, problems := r.Render(render.Request{Template: render.Create}); result != nil || len(problems) != 1 {
		t.Errorf("no node returned %v, %v", result, problems)
	}
}

func TestStagesAsJSON(t *testing.T) {
	t.Parallel()
	n := node("A")
	r := one{types: template(`{{ stage('s', phase='drop') }} SELECT {{ ref('WORK', 'A') }}`), nodes: []*transform.Node{n}}.renderer(t)
	got, err := json.Marshal(run(t, r, n).Stages)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"name":"s","type":"sql","phase":"drop","continueOnFailure":true,"sql":"SELECT \"WORK\".\"A\""}]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestExpandKeepsAPlainTextAsItIs(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"SELECT 1", "SELECT * FROM {{ ref('A', \"B\") }} {{ref_no_link( 'A','B' )}}", "SELECT '{' || '}'", "",
	} {
		n := node("A", func(n *transform.Node) { n.Kind, n.SQL = transform.SQLNode, &transform.SQLText{Text: text} })
		r := one{macros: "{% macro ref(a, b) %}overridden{% endmacro %}"}.renderer(t)
		if got, problems := r.Expand(n); got.Text != text || len(problems) > 0 {
			t.Errorf("%q returned %q, %v", text, got.Text, problems)
		}
	}
}
