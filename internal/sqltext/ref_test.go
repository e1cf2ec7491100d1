package sqltext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestRefs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                      "",
		"SELECT ref('A','B')":                   "",
		"{{ ref('A', 'B') }}":                   "ref A.B",
		`{{ref("A","B",)}}`:                     "ref A.B",
		"{{ ref('A') }}":                        "ref ?",
		"{{ ref(a, 'B') }}":                     "ref ?",
		"{{ ref('A' ~ x, 'B') }}":               "ref ?",
		"{{ ref('A', ref_no_link('B', 'C')) }}": "ref ?; ref_no_link B.C",
		"{{ upper(ref('A', 'B')) }} {{ [ref_link('C', 'D')][0] }}":                           "ref A.B; ref_link C.D",
		"{% set x = ref('A', 'B') %}{% if ref_no_link('C', 'D') %}":                          "ref A.B; ref_no_link C.D",
		"{% macro ref(a, b) %} {{ x.ref('A', 'B') }} {{ refs('A', 'B') }} {{ ref }}":         "",
		`{{ ref('it\'s', "a\\b") }}`:                                                         `ref it's.a\b`,
		"{{ 'ref(\"A\", \"B\")' }} {# {{ ref('A', 'B') }} #}":                                "",
		"-- {{ ref('A', 'B') }}\n/* {{ ref('C', 'D') }} */":                                  "ref A.B in 1; ref C.D in 1",
		"'{{ ref('A', 'B') }}' \"{{ ref('C', 'D') }}\"":                                      "ref A.B in 2; ref C.D in 2",
		"@a(\"{{ ref('A', 'B') }}\") SELECT":                                                 "ref A.B in 3",
		"FROM {{ ref('A', 'B') }} \"C\" JOIN {{ ref('D', 'E') }} AS f":                       "ref A.B as C; ref D.E as f",
		"FROM {{ ref('A', 'B') }} LEFT JOIN {{ ref('D', 'E') }} ON":                          "ref A.B; ref D.E",
		"FROM {{ ref('A', 'B') }}_x, {{ ref('D', 'E') }} WHERE":                              "ref A.B; ref D.E",
		"FROM {{ ref('A', 'B') }} /* c */ x":                                                 "ref A.B as x",
		"-- {% set r = ref('A', 'B') %}\n{{ r }} /* {%- set x = ref_no_link('C', 'D') %} */": "ref A.B; ref_no_link C.D",
		"{% raw %}{{ ref('A', 'B') }}{% endraw %}":                                           "",
		"{%- raw -%}{{ ref('A', 'B') }}{%- endraw +%}{{ ref('C', 'D') }} x":                  "ref C.D as x",
		"'{% raw %}{{{% endraw %} ref('A', 'B') }}' {{ ref('C', 'D') }}":                     "ref C.D",
		"-- {% raw %}'\n{{ ref('A', 'B') }}{% endraw %} {{ ref('C', 'D') }}":                 "ref C.D",
		"{# {% raw %} #}{{ ref('A', 'B') }}{% endraw %}":                                     "ref A.B",
		"{{ '{% raw %}' }}{{ ref('A', 'B') }}{% endraw %}":                                   "ref A.B",
		"{% raw %} {% endraws %}{{ ref('A', 'B') }}":                                         "ref A.B",
		"{{ ref('A', 'B'": "",
		"{{ ref_no_link('A', 'B', include_db=False) }}": "ref_no_link A.B",
		"{{ ref_no_link('A', 'B', false) }}":            "ref_no_link ?",
	} {
		var got []string
		for _, ref := range sqltext.Refs(text) {
			got = append(got, printRef(t, text, ref))
		}
		if joined := strings.Join(got, "; "); joined != want {
			t.Errorf("Refs(%q) = %s, want %s", text, joined, want)
		}
	}
}

// printRef prints a ref in short form and checks that its ranges contain it.
func printRef(t *testing.T, text string, ref sqltext.Ref) string {
	t.Helper()
	piece, call := ref.Range.Of(text), ref.Call.Of(text)
	if !strings.HasPrefix(piece, "{") || !strings.HasSuffix(piece, "}") || !strings.HasPrefix(call, ref.Function) || !strings.HasSuffix(call, ")") {
		t.Errorf("the ranges of ref %+v contain %q and %q", ref, piece, call)
	}
	name := "?"
	if ref.Literal {
		name = ref.Location + "." + ref.Node
	}
	found := ref.Function + " " + name
	if ref.Alias.Text != "" {
		found += " as " + ref.Alias.Text
	}
	if ref.Context != sqltext.InSQL {
		found += fmt.Sprintf(" in %d", ref.Context)
	}
	return found
}
