package sqltext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/sqltext"
)

// TestReadQueryAgreesWithDuckDBOnAnyQuery draws queries, with names that are keywords somewhere, and compares both parsers
// on those that DuckDB accepts.
func TestReadQueryAgreesWithDuckDBOnAnyQuery(t *testing.T) {
	t.Parallel()
	db := openDuckDB(t)
	rapid.Check(t, func(t *rapid.T) {
		text := grammar{t}.query(3)
		var tree map[string]any
		if err := db.QueryRow("SELECT json_serialize_sql($1::varchar)", text).Scan(&tree); err != nil {
			t.Fatalf("%s\n  %v", text, err)
		}
		if tree["error"] == true {
			t.Skip(tree["error_message"])
		}
		w := newDuckdbWalk()
		w.walk(tree, nil)
		query, err := sqltext.ReadQuery(text)
		if err != nil {
			t.Fatalf("%s\n  %v", text, err)
		}
		got := ourFindings(query)
		got.Items = nil
		if diff := cmp.Diff(w.findings(), got); diff != "" {
			t.Fatalf("%s\n(-duckdb +ours)\n%s", text, diff)
		}
	})
}

// grammar draws the parts of a query.
type grammar struct{ t *rapid.T }

// one draws one of several forms. In a form, $e is an expression, $q a query, $n a name, $c a column and $y a type.
func (g grammar) one(depth int, forms ...string) string {
	form := rapid.SampledFrom(forms).Draw(g.t, "form")
	var out strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '$' || i+1 == len(form) {
			out.WriteByte(form[i])
			continue
		}
		i++
		switch form[i] {
		case 'e':
			out.WriteString(g.expression(depth - 1))
		case 'q':
			out.WriteString(g.query(depth - 1))
		case 'n':
			out.WriteString(g.name())
		case 'c':
			out.WriteString(g.one(0, "$n", "$n.$n", "$n.$n.$n", `"Q ""x"`, `$n."$n"`))
		case 'y':
			out.WriteString(g.one(0, "int", "varchar", "decimal(10, 2)", "timestamp with time zone", "double precision", "int[]",
				"struct(a int, b varchar[])", "map(varchar, int)", "time", "interval", `"int"`, "varchar(5)"))
		default:
			out.WriteString(form[i-1 : i+1])
		}
	}
	return out.String()
}

// name draws a name that is a keyword in some position or dialect.
func (g grammar) name() string {
	return rapid.SampledFrom(strings.Fields(`a b c x1 year month day date time timestamp zone value name type key first last row rows range
		groups over filter within ignore respect nulls sample start at before changes offset_ text columns_ exclude replace rename sets lambda
		map json array_ interval_ row_number count sum extract_ position_ trim_ element separator recursive materialized ordinality search cycle
		by_ apply directed match_condition top prior level glob rlike regexp div xor mod escape atomic begin declare transaction work loop
		while repeat put get list ls remove rm minus only_ local without unknown if format percent zone second hour epoch dow`)).Draw(g.t, "name")
}

func (g grammar) expression(depth int) string {
	if depth <= 0 {
		return g.one(0, "$c", "$c", "$c", "1", "-2.5", "'x'", "NULL", "TRUE", "$1", "DATE '2020-01-01'", "INTERVAL '1' day", "'it''s'")
	}
	return g.one(depth,
		"$c", "$e + $e", "$e || $e", "-$e", "NOT $e", "($e)", "$e AND $e OR $e", "$e = $e", "$e <> $e", "$e::$y", "CAST($e AS $y)", "TRY_CAST($e AS $y)",
		"CASE WHEN $e THEN $e ELSE $e END", "CASE $e WHEN $e THEN $e END", "$e IS NULL", "$e IS NOT NULL", "$e IS DISTINCT FROM $e",
		"$e BETWEEN $e AND $e", "$e NOT BETWEEN $e AND $e", "$e IN ($e, $e)", "$e NOT IN ($q)", "EXISTS ($q)", "($q)", "$e LIKE $e", "$e NOT ILIKE $e",
		"$e LIKE $e ESCAPE '!'", "$e SIMILAR TO $e", "f($e)", "f($e, $e)", "f()", "count(*)", "count(DISTINCT $e)", "s.f($e)", "coalesce($e, $e)",
		"sum($e) OVER (PARTITION BY $e ORDER BY $e DESC NULLS LAST)", "max($e) OVER (ORDER BY $e ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
		"sum($e) FILTER (WHERE $e)", "array_agg($e ORDER BY $e, $e DESC)", "row_number() OVER ()", "first_value($e IGNORE NULLS) OVER (ORDER BY $e)",
		"extract(year FROM $e)", "substring($e FROM 1 FOR 2)", "position($e IN $e)", "trim(BOTH 'x' FROM $e)", "$e AT TIME ZONE 'utc'",
		"[$e, $e]", "{'k': $e}", "MAP {'k': $e}", "$c[1]", "$c[$e:$e]", "($e).f", "list_transform($c, zz -> zz + $e)", "list_filter($c, lambda zz: zz > $e)",
		"INTERVAL ($e) day", "$e COLLATE nocase", "row($e, $e)", "struct_pack(k := $e)", "if($e, $e, $e)", "left($e, 1)", "replace($e, 'a', 'b')",
		"$e = ANY ($q)", "$c ->> 'k'", "date_trunc('month', $e)", "$e // $e", "$e ISNULL", "[zz FOR zz IN $c IF zz > $e]", "grouping($e)")
}

func (g grammar) relation(depth int) string {
	if depth <= 0 {
		return g.one(0, "$n", "$n.$n", "$n AS $n", `$n "Al"`, "$n $n")
	}
	inner := g.relation(depth - 1)
	other := g.relation(depth - 1)
	join := g.one(depth, " JOIN @ ON $e", " LEFT JOIN @ USING (k)", " CROSS JOIN @", ", @", " NATURAL JOIN @", " FULL OUTER JOIN @ ON $e",
		" SEMI JOIN @ USING (k)", " ASOF JOIN @ ON $e", " POSITIONAL JOIN @", "", "")
	return g.one(depth, "($q) AS $n", "($q) q (x, y)", "range($e) r (i)", "unnest($c) u (x)", "(VALUES (1, $e)) v (a, b)", "LATERAL ($q) l") +
		strings.ReplaceAll(join, "@", inner) + g.one(0, "", ", "+other)
}

func (g grammar) query(depth int) string {
	if depth <= 0 {
		return g.one(0, "SELECT 1", "SELECT $c FROM $n", "FROM $n")
	}
	items := g.one(depth, "$e", "$e, $e", "$e AS $n, $e", "*", "$n.*", "* EXCLUDE (a)", "* REPLACE ($e AS a)", "$e AS \"Al\", $c", "DISTINCT $e, $e", "DISTINCT ON ($e) $e")
	where := g.one(depth, "", " WHERE $e", " WHERE $e GROUP BY $e", " GROUP BY ALL", " GROUP BY $e, ROLLUP ($e, $e) HAVING $e", " QUALIFY $e")
	tail := g.one(depth, "", "", " ORDER BY $e", " ORDER BY $e DESC NULLS FIRST, $e LIMIT 3", " LIMIT 1 OFFSET 2", " ORDER BY ALL", " USING SAMPLE 5%")
	one := "SELECT " + items + " FROM " + g.relation(depth-1) + where
	return g.one(depth, "", "", "", "WITH w AS ($q) ", "WITH RECURSIVE w (p) AS ($q), v AS MATERIALIZED ($q) ") +
		one + g.one(depth, "", "", " UNION ALL $q", " EXCEPT $q", " UNION BY NAME $q") + tail
}
