package render_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// fuzzTemplate prints every text of a node, so that the second pass renders all of them.
const fuzzTemplate = `{{ stage('a') }} SELECT {{ get_source_transform(sources[0].columns[0]) }} {{ sources[0].join }}
{{ node.override.create.script }}{{ test_stage(node.name) }} {{ columns[0].tests[0].templateString }}`

// FuzzRender renders arbitrary texts of a node. It must end, report problems, and return no partial results.
func FuzzRender(f *testing.F) {
	seeds := [][3]string{
		{"FROM {{ ref('WORK', 'A') }} x", "upper({{SRC}})", "{{ stage('b') }} SELECT {{ hash(sources[0].columns) }}"},
		{"{{ ref('WORK', 'NOPE') }}", "{{ SRC | lower }}{{- TGT -}}", "{% raw %}{{ this }}{% endraw %}{{ sources[0].columns }}"},
		{"{{ sources[0].join }}", "{{ hash(columns) }}", "{{ sources[0].join }}{{ test_stage('t', false) }};;"},
		{"\x02.0\x03{%", "{{", "{{ stage('x')[1:3] }}{{ node }}{{ config }}{{ columns[0].tests }}"},
		{"{#", "}}{{ {{SRC}} }}", "{{ stage('x', phase='drop', type='test') }}{{ 1/0 }}"},
		{"{{ref_link('WORK','A')}}", "{{ twice(TGT_COL) }}", "/* */ -- nothing"},
	}
	for _, s := range seeds {
		f.Add(s[0], s[1], s[2])
	}
	r := one{types: template(fuzzTemplate), macros: "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}"}.renderer(f)
	f.Fuzz(func(t *testing.T, join, transformText, script string) {
		n := node("A", func(n *transform.Node) {
			n.Columns = []transform.Column{{
				ID: "c", Name: "C", Tests: map[string]any{"hasNull": true},
				Sources: []transform.ColumnSource{{
					Transform: transformText, References: []transform.ColumnRef{{Node: "A", Column: "c"}},
				}},
			}}
			n.Sources = []transform.Source{{Name: "A", Join: join, CustomSQL: script}}
			n.SQL = &transform.SQLText{Text: join}
		})
		r := r.With(n)
		result, problems := r.Render(render.Request{Node: n, Template: render.Run})
		if (result == nil) != (len(problems) > 0) {
			t.Fatalf("result %v with problems %v", result, problems)
		}
		if result != nil {
			checkStages(t, result)
		}
		if expanded, problems := r.Expand(n); len(problems) > 0 && expanded.Text != join {
			t.Fatalf("a text that does not expand became %q", expanded.Text)
		}
	})
}

func checkStages(t *testing.T, result *render.Result) {
	t.Helper()
	for _, s := range result.Stages {
		if s.SQL == "" || s.SQL != strings.TrimSpace(s.SQL) || strings.HasSuffix(s.SQL, ";") {
			t.Fatalf("stage %q is not a statement: %q", s.Name, s.SQL)
		}
	}
}
