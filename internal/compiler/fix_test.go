package compiler_test

import (
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

func TestFindingsHaveAFixOnlyWhereItIsCertain(t *testing.T) {
	t.Parallel()
	const from = "\nFROM {{ ref('M', 'ORDERS') }} AS o"
	at := func(line, column int32, before, after string) diagnostic.Fix {
		return diagnostic.Fix{Line: line, Column: column, Old: before, New: after}
	}
	cases := map[string]struct {
		query string
		want  diagnostic.Fix
	}{
		"a column with a typo":             {"SELECT 1 AS a,\n  o.emial AS b" + from, at(4, 3, "o.emial", "o.email")},
		"a column without a qualifier":     {"SELECT emial AS b" + from, at(3, 8, "emial", "email")},
		"a column in quotes":               {"SELECT o.\"emial\" AS b" + from, at(3, 8, "o.\"emial\"", "o.\"email\"")},
		"a column that resembles no other": {"SELECT o.total AS b" + from, diagnostic.Fix{}},
		"a column of a macro":              {"SELECT {{ long('o.emial') }} AS b" + from, diagnostic.Fix{}},
		"a node with a typo":               {"SELECT o.id\nFROM {{ ref('M', 'ORDRES') }} AS o", at(4, 9, "ref('M', 'ORDRES')", "ref('M', 'ORDERS')")},
		"a node in another location":       {"SELECT o.id\nFROM {{ ref_link('N', 'ORDERS') }} AS o", at(4, 9, "ref_link('N', 'ORDERS')", "ref_link('M', 'ORDERS')")},
		"a node of a macro":                {"SELECT o.id\nFROM {{ missing() }} AS o", diagnostic.Fix{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := withNode(c.query)
			fsys["macros/macro-1.yml"] = &fstest.MapFile{Data: []byte(macros)}
			found := compiler.Compile(fsys, compiler.Options{}).Diagnostics
			if !diagnostic.HasErrors(found) {
				t.Fatal("the query has no error")
			}
			for _, d := range found {
				if d.Severity == diagnostic.Error && d.Fix != c.want {
					t.Errorf("got %+v, want %+v: %s", d.Fix, c.want, d)
				}
			}
		})
	}
}
