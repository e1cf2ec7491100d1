package lineage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/lineage"
)

// doubling returns queries whose columns double at each level.
func doubling(levels int) string {
	var text strings.Builder
	text.WriteString("WITH a0 AS (SELECT * FROM {{ ref('S','ORDERS') }})") //nolint:unqueryvet // stars are tested
	for i := range levels {
		fmt.Fprintf(&text, ", a%d AS (SELECT x.*, y.* FROM a%d x, a%d y WHERE x.ID = y.ID)", i+1, i, i) //nolint:unqueryvet // stars are tested
	}
	fmt.Fprintf(&text, " SELECT * FROM a%d", levels) //nolint:unqueryvet // stars are tested
	return text.String()
}

// rotating returns a recursive query whose values move through many columns, inside another of the same kind.
func rotating(columns int, from string) string {
	var names, first, turned []string
	for i := range columns {
		names = append(names, fmt.Sprint("c", i))
		first = append(first, "ID + 1")
		turned = append(turned, fmt.Sprint("c", (i+1)%columns))
	}
	first[0] = "AMOUNT"
	return fmt.Sprintf("WITH RECURSIVE r(%s) AS (SELECT %s FROM %s UNION ALL SELECT %s FROM r) SELECT c0 AS ID, c1 AS AMOUNT FROM r",
		strings.Join(names, ", "), strings.Join(first, ", "), from, strings.Join(turned, ", "))
}

func TestLargeQueriesEnd(t *testing.T) {
	t.Parallel()
	orders := "{{ ref('S','ORDERS') }}"
	nested := orders
	for range 6 {
		nested = "(" + rotating(30, nested) + ") n"
	}
	cases := []struct {
		title, query string
		isOpaque     bool
	}{
		{"doubling a little", doubling(10), false},
		{"doubling for ever", doubling(60), true},
		{"values that wander", rotating(200, orders), false},
		{"values that wander too far", rotating(3000, orders), true},
		{"values that wander in circles in circles", "SELECT * FROM " + nested, false}, //nolint:unqueryvet // stars are tested
		{"many columns", "SELECT " + strings.Repeat("AMOUNT + ID AS x, ", 20_000) + "ID FROM " + orders, false},
		{"one long expression", "SELECT " + strings.Repeat("AMOUNT + ", 100_000) + "ID AS x FROM " + orders, false},
		{"many relations", "SELECT t5.ID FROM " + orders + " t" + strings.Repeat(" CROSS JOIN "+orders, 3000) + ", " + orders + " t5", false},
		{"many common table expressions", chainOf(2000), false},
		{"deep sub-queries", strings.Repeat("SELECT * FROM (", 90) + "SELECT ID FROM " + orders + strings.Repeat(")", 90), false}, //nolint:unqueryvet // stars are tested
		{"a filter over many wide rows", "WITH a AS (" + doubling(12) + ") SELECT 1 AS one FROM a WHERE (" + strings.Repeat("a.ID = 1 OR ", 20_000) + "TRUE)", true},
		{"many references to much", "SELECT " + strings.Repeat("hash(u), ", 5000) + "1 AS one FROM (" + doubling(13) + ") u", true},
		{"many stars in calls", "SELECT " + strings.Repeat("hash(u.*), ", 5000) + "1 AS one FROM (" + doubling(13) + ") u", true},
		{"windows based on windows", windowsOf(100, 1), false},
		{"windows based on far too many windows", windowsOf(20_000, 1), true},
		{"many names of many windows", windowsOf(10_000, 10_000), true},
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			r := resolveText(c.query)
			if got := r.WhyOpaque(); (got != "") != c.isOpaque {
				t.Errorf("opaque: %q", got)
			}
		})
	}
}

// chainOf returns common table expressions that each read the previous one.
func chainOf(n int) string {
	var text strings.Builder
	text.WriteString("WITH a0 AS (SELECT * FROM {{ ref('S','ORDERS') }})") //nolint:unqueryvet // stars are tested
	for i := range n {
		fmt.Fprintf(&text, ", a%d AS (SELECT * FROM a%d WHERE ID > %d)", i+1, i, i) //nolint:unqueryvet // stars are tested
	}
	fmt.Fprintf(&text, " SELECT ID FROM a%d", n)
	return text.String()
}

// windowsOf returns windows that are each based on the previous one, and columns that name the last.
func windowsOf(n, columns int) string {
	var text strings.Builder
	last := fmt.Sprintf("COUNT(*) OVER w%d AS x, ", n)
	text.WriteString("SELECT " + strings.Repeat(last, columns) + "1 AS one FROM {{ ref('S','ORDERS') }} WINDOW w0 AS (PARTITION BY STATUS)")
	for i := range n {
		fmt.Fprintf(&text, ", w%d AS (w%d ORDER BY ID)", i+1, i)
	}
	return text.String()
}

func TestResolveWithoutAQuery(t *testing.T) {
	t.Parallel()
	if r := new(lineage.Resolver).Resolve(nil, shop{}); r.Opaque == "" {
		t.Error("no query, and yet all is known")
	}
}
