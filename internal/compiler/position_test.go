package compiler_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
)

// macros are several lines long, so that positions in the rendered text are far from those in the file.
const macros = "id: \"1\"\nname: macro\ntype: Macro\nmacroString: |-\n" +
	"  {% macro long(name) %}\n  CASE\n    WHEN {{ name }} > 1\n    THEN 1\n  END\n  {% endmacro %}\n" +
	"  {% macro orders() %}{{ ref('M', 'ORDERS') }}{% endmacro %}\n" +
	"  {% macro missing() %}\n\n  {{ ref('M', 'ORDER') }}{% endmacro %}\n"

// Findings about a node with macros are at positions of its file, not of the text that the macros produce.
func TestPositionsInNodesWithMacrosAreThoseOfTheFile(t *testing.T) {
	t.Parallel()
	const from = "\nFROM {{ orders() }} AS o"
	cases := map[string]struct{ query, want string }{
		"unknown column after a macro": {"SELECT {{ long('o.id') }} AS a,\n  o.total" + from, "M-X.sql:4:3: error: "},
		"unknown column on its line":   {"SELECT {{ long('o.id') }} AS a, o.total" + from, "M-X.sql:3:33: error: "},
		"unknown column of a macro":    {"SELECT 1 AS a,\n  {{ long('o.total') }} AS b" + from, "M-X.sql:4:6: error: "},
		"twice the same name":          {"SELECT {{ long('o.id') }} AS a,\n  o.id AS a" + from, "M-X.sql:4:3: error: column a is defined twice"},
		"unknown ref after a macro":    {"SELECT {{ long('o.id') }} AS a\nFROM {{ ref('M', 'ORDER') }} AS o", "M-X.sql:4:9: error: there is no node ORDER"},
		"unknown ref of a macro":       {"SELECT {{ long('o.id') }} AS a\nFROM {{ missing() }} AS o", "M-X.sql:4:9: error: there is no node ORDER"},
		"opaque":                       {"SELECT {{ long('1') }} AS a, b.*\nFROM read_csv('x.csv') AS b", "M-X.sql:4:6: warning: the columns of this SQL"},
		"in a loop":                    {"SELECT\n{% for c in ['id', 'email'] %}\n  o.{{ c }},\n{% endfor %}\n  o.total" + from, "M-X.sql:7:3: error: "},
		"in the body of a loop":        {"SELECT\n{% for c in ['id', 'email'] %}\n  o.{{ c }}, o.total{{ loop.index }} AS t{{ c }},\n{% endfor %}\n  1 AS b" + from, "M-X.sql:5:14: error: "},
		"trimmed":                      {"SELECT\n  {%- set x = long('o.id') -%}\n  {{ x }} AS a,\n  o.total" + from, "M-X.sql:6:3: error: "},
		"carriage returns":             {"SELECT {{ long('o.id') }} AS a,\r\n  o.total" + from, "M-X.sql:4:3: error: "},
		"two passes":                   {"SELECT {{ '{{ long(1) }}' }} AS a,\n  o.total" + from, "M-X.sql:4:3: error: "},
		"a test of a column":           {"SELECT {{ long('o.id') }} AS a,\n  o.id AS b @testRnge(1, 2)" + from, "M-X.sql:4:13: error: "},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := withNode(c.query)
			fsys["macros/macro-1.yml"] = &fstest.MapFile{Data: []byte(macros)}
			if text := findings(compiler.Compile(fsys, compiler.Options{})); !strings.Contains(text, c.want) {
				t.Errorf("want %q, got\n%s", c.want, text)
			}
		})
	}
}
