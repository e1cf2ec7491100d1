package portability_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/portability"
)

func TestWhatAnEngineDoesNotHave(t *testing.T) {
	t.Parallel()
	const text = `SELECT NVL(a, IFF(b > 1, 'x(', "NVL(")) AS c, -- NVL(d, 1)
  s.left(2), TO_DATE(e, 'YYYY'), {{ NVL('f', 1) }}, g::int, YEAR(h)
FROM {{ ref('A', 'B') }} QUALIFY row_number() OVER () = 1`
	for kind, want := range map[string]string{
		"duckdb":    `function NVL: Write COALESCE(a, IFF(b > 1, 'x(', "NVL(")).|function IFF: Write CASE WHEN b > 1 THEN 'x(' ELSE "NVL(" END.|function TO_DATE:`,
		"ducklake":  `function NVL: Write COALESCE(a, IFF(b > 1, 'x(', "NVL(")).|function IFF: Write CASE WHEN b > 1 THEN 'x(' ELSE "NVL(" END.|function TO_DATE:`,
		"Postgres":  `function NVL:|function IFF:|function YEAR: Write EXTRACT(YEAR FROM h).|QUALIFY: Compute the window`,
		"trino":     `function NVL:|function IFF:|function TO_DATE:|::: Write CAST(value AS type)|QUALIFY:`,
		"snowflake": ``,
		"bigquery":  ``,
	} {
		var found []string
		for _, f := range portability.NewChecker(kind).Text(text) {
			found = append(found, f.What+": "+f.Hint)
			if name := strings.TrimPrefix(f.What, "function "); !strings.HasPrefix(text[f.Offset:], name) {
				t.Errorf("%s: the offset of %s is that of %q", kind, f.What, text[f.Offset:])
			}
		}
		wanted := strings.Split(want, "|")
		if want == "" {
			wanted = nil
		}
		if len(found) != len(wanted) {
			t.Errorf("%s: found %q", kind, found)
			continue
		}
		for i, prefix := range wanted {
			if !strings.HasPrefix(found[i], prefix) {
				t.Errorf("%s: found %q, want %q", kind, found[i], prefix)
			}
		}
	}
}

func TestUnfinishedTexts(t *testing.T) {
	t.Parallel()
	const text = "SELECT NVL(a, IFF((b, [c"
	for length := range len(text) {
		portability.NewChecker("duckdb").Text(text[:length]) // it must return
	}
	if found := portability.NewChecker("duckdb").Text("GETDATE( )"); len(found) != 1 || found[0].Hint != "Write CURRENT_TIMESTAMP." {
		t.Errorf("found %v", found)
	}
}

func TestTypesThatAnEngineDoesNotHave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, written, hint string }{
		{"postgres", "hugeint", "Use NUMERIC(39)."},
		{"trino", "INTERVAL DAY TO SECOND", "Store the value in columns of other types, or as text."},
		{"trino", "STRUCT(a INTEGER)", "Store the value in columns of other types, or as text."},
		{"duckdb", "HUGEINT", ""},
		{"trino", "VARCHAR(3)", ""},
		{"bigquery", "HUGEINT", ""},
	} {
		if found, ok := portability.NewChecker(c.kind).Type(c.written); found.Hint != c.hint || ok != (c.hint != "") {
			t.Errorf("%s on %s: %v, %v", c.written, c.kind, found, ok)
		}
	}
}
