package lineage_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// wrappings put a query into another one that gives the same columns.
var wrappings = map[string]string{
	"derived table":           "SELECT * FROM (%s\n) wrapped",
	"without an alias":        "SELECT * FROM (%s\n)",
	"common table expression": "WITH wrapped AS (%s\n) SELECT * FROM wrapped",
	"parentheses":             "(%s\n)",
	"qualified star":          "SELECT w.* FROM (%s\n) AS w",
	"from first":              "FROM (%s\n) w",
	"nested":                  "WITH x AS (SELECT * FROM (%s\n) y) SELECT * FROM (SELECT * FROM x) z",
	"union with itself":       "(%[1]s\n) UNION ALL (%[1]s\n)",
}

// TestWrappingChangesNothing puts every shape into every wrapping.
func TestWrappingChangesNothing(t *testing.T) {
	t.Parallel()
	for _, file := range shapeFiles(t) {
		for _, s := range readShapes(t, file) {
			query := strings.TrimSuffix(s.query, ";")
			plain := resolveText(query)
			if strings.HasPrefix(plain.Opaque, "unreadable") {
				continue
			}
			for name, wrapping := range wrappings {
				text := fmt.Sprintf(wrapping, query)
				if diff := cmp.Diff(essence(plain), essence(resolveText(text))); diff != "" {
					t.Errorf("%s, %s:\n%s\n%s", s.title, name, text, diff)
				}
			}
		}
	}
}

// essence returns what stays the same in another wrapping.
func essence(r lineage.Resolution) []string {
	var lines []string
	for _, column := range r.Columns {
		lines = append(lines, fmt.Sprint(column.Name, " ", column.DataType, " ", column.Inputs, " ", column.Opaque))
	}
	return append(lines, fmt.Sprint(r.Uses), r.Opaque, r.UsesOpaque)
}

// model is a random query with its expected lineage.
type model struct {
	sql     string
	columns []modelColumn
	uses    map[lineage.Input]bool
}

type modelColumn struct {
	name   string
	inputs map[lineage.Endpoint]lineage.Use
}

// builder generates random queries.
type builder struct {
	*rapid.T

	names int
}

func (b *builder) name(prefix string) string {
	b.names++
	return fmt.Sprintf("%s%d", prefix, b.names)
}

// query draws a query; the deeper, the simpler.
func (b *builder) query(depth int) model {
	if depth == 0 {
		return b.base()
	}
	switch rapid.IntRange(0, 6).Draw(b.T, "kind") {
	case 0:
		return b.base()
	case 1:
		return b.filtered(b.query(depth - 1))
	case 2:
		return b.joined(b.query(depth-1), b.query(depth-1))
	case 3:
		return b.united(b.query(depth-1), b.query(depth-1))
	case 4:
		return b.grouped(b.query(depth - 1))
	case 5:
		return b.windowed(b.query(depth - 1))
	default:
		return b.projected(b.query(depth - 1))
	}
}

func (b *builder) base() model {
	table := rapid.SampledFrom([]string{"ORDERS", "CUSTOMERS", "REGIONS", "ITEMS", "EMPLOYEES"}).Draw(b.T, "table")
	m := model{uses: map[lineage.Input]bool{}}
	alias := b.name("t")
	var items []string
	for _, column := range shopTables[table] {
		name := b.name("c")
		items = append(items, fmt.Sprintf("%s.%s AS %s", alias, column.Name, name))
		endpoint := lineage.Endpoint{Node: transform.NodeID(strings.ToLower(table)), Column: column.ID}
		m.columns = append(m.columns, modelColumn{name, map[lineage.Endpoint]lineage.Use{endpoint: lineage.PassThrough}})
	}
	m.sql = fmt.Sprintf("SELECT %s FROM {{ ref('S','%s') }} %s", strings.Join(items, ", "), table, alias)
	return m
}

// inside writes a query so that it can be read from, as a derived table or a common table expression.
func (b *builder) inside(m model) (with, from, alias string) {
	alias = b.name("q")
	if rapid.Bool().Draw(b.T, "with") {
		return fmt.Sprintf("WITH %s AS (%s) ", alias, m.sql), alias, alias
	}
	return "", fmt.Sprintf("(%s) %s", m.sql, alias), alias
}

func (b *builder) pick(m model) modelColumn { return rapid.SampledFrom(m.columns).Draw(b.T, "column") }

// use notes that a column decides about rows.
func (m *model) use(c modelColumn, use lineage.Use) {
	for endpoint := range c.inputs {
		m.uses[lineage.Input{Node: endpoint.Node, Column: endpoint.Column, Use: use}] = true
	}
}

func (b *builder) filtered(m model) model {
	with, from, alias := b.inside(m)
	by := b.pick(m)
	m.use(by, lineage.Filter)
	m.sql = fmt.Sprintf("%sSELECT * FROM %s WHERE %s.%s IS NOT NULL", with, from, alias, by.name) //nolint:unqueryvet // stars are tested
	return m
}

func (b *builder) projected(m model) model {
	with, from, alias := b.inside(m)
	out := model{uses: m.uses}
	var items []string
	for range rapid.IntRange(1, 4).Draw(b.T, "items") {
		first, second := b.pick(m), b.pick(m)
		name := b.name("c")
		if rapid.Bool().Draw(b.T, "plain") {
			items = append(items, fmt.Sprintf("%s.%s AS %s", alias, first.name, name))
			out.columns = append(out.columns, modelColumn{name, first.inputs})
			continue
		}
		items = append(items, fmt.Sprintf("CASE WHEN %s = 1 THEN coalesce(%s.%s, 0) END AS %s", first.name, alias, second.name, name))
		out.columns = append(out.columns, modelColumn{name, mixed(lineage.Transform, first, second)})
	}
	out.sql = fmt.Sprintf("%sSELECT %s FROM %s", with, strings.Join(items, ", "), from)
	return out
}

// mixed returns a column computed from other columns. The stronger use of the given and the existing one counts.
func mixed(use lineage.Use, columns ...modelColumn) map[lineage.Endpoint]lineage.Use {
	inputs := map[lineage.Endpoint]lineage.Use{}
	for _, c := range columns {
		for endpoint, was := range c.inputs {
			inputs[endpoint] = max(use, was, inputs[endpoint])
		}
	}
	return inputs
}

func (b *builder) joined(left, right model) model {
	l, r := b.name("l"), b.name("r")
	out := model{columns: slices.Concat(left.columns, right.columns), uses: left.uses}
	maps.Copy(out.uses, right.uses)
	a, c := b.pick(left), b.pick(right)
	out.use(a, lineage.Join)
	out.use(c, lineage.Join)
	out.sql = fmt.Sprintf("SELECT %s.*, %s.* FROM (%s) %s JOIN (%s) %s ON %s.%s = %s.%s", l, r, left.sql, l, right.sql, r, l, a.name, r, c.name)
	return out
}

func (b *builder) united(first, second model) model {
	n := min(len(first.columns), len(second.columns))
	out := model{uses: first.uses}
	maps.Copy(out.uses, second.uses)
	var left, right []string
	for i := range n {
		left, right = append(left, first.columns[i].name), append(right, second.columns[i].name)
		out.columns = append(out.columns, modelColumn{first.columns[i].name, mixed(lineage.PassThrough, first.columns[i], second.columns[i])})
	}
	out.sql = fmt.Sprintf("SELECT %s FROM (%s) %s UNION ALL SELECT %s FROM (%s) %s",
		strings.Join(left, ", "), first.sql, b.name("u"), strings.Join(right, ", "), second.sql, b.name("u"))
	return out
}

func (b *builder) grouped(m model) model {
	with, from, _ := b.inside(m)
	key, value := b.pick(m), b.pick(m)
	out := model{uses: m.uses}
	out.use(key, lineage.Filter)
	k, v := b.name("k"), b.name("v")
	out.columns = []modelColumn{{k, key.inputs}, {v, mixed(lineage.Transform, value)}}
	out.sql = fmt.Sprintf("%sSELECT %s AS %s, sum(%s) AS %s FROM %s GROUP BY %s", with, key.name, k, value.name, v, from, key.name)
	return out
}

func (b *builder) windowed(m model) model {
	with, from, _ := b.inside(m)
	value, by := b.pick(m), b.pick(m)
	w := b.name("w")
	out := model{uses: m.uses, columns: slices.Clone(m.columns)}
	out.columns = append(out.columns, modelColumn{w, mixed(lineage.Transform, value, by)})
	out.sql = fmt.Sprintf("%sSELECT *, max(%s) OVER (PARTITION BY %s) AS %s FROM %s", with, value.name, by.name, w, from) //nolint:unqueryvet // stars are tested
	return out
}

// TestRandomQueries compares the lineage of random queries with the expected lineage.
func TestRandomQueries(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b := &builder{T: rt}
		m := b.query(rapid.IntRange(0, 5).Draw(rt, "depth"))
		r := resolveText(m.sql)
		if r.Opaque != "" || len(r.Problems) > 0 {
			rt.Fatalf("%s\nopaque: %s, problems: %v", m.sql, r.Opaque, r.Problems)
		}
		if diff := cmp.Diff(m.print(), printModelled(r)); diff != "" {
			rt.Fatalf("%s\n%s", m.sql, diff)
		}
	})
}

func (m model) print() []string {
	var lines []string
	for _, c := range m.columns {
		var inputs []string
		for endpoint, use := range c.inputs {
			inputs = append(inputs, fmt.Sprint(endpoint.Node, ".", endpoint.Column, ":", use))
		}
		slices.Sort(inputs)
		lines = append(lines, fmt.Sprint(c.name, inputs))
	}
	var uses []string
	for in := range m.uses {
		uses = append(uses, fmt.Sprint(in.Node, ".", in.Column, ":", in.Use))
	}
	slices.Sort(uses)
	return append(lines, fmt.Sprint(uses))
}

func printModelled(r lineage.Resolution) []string {
	m := model{uses: map[lineage.Input]bool{}}
	for _, column := range r.Columns {
		c := modelColumn{column.Name, map[lineage.Endpoint]lineage.Use{}}
		for _, in := range column.Inputs {
			c.inputs[lineage.Endpoint{Node: in.Node, Column: in.Column}] = in.Use
		}
		m.columns = append(m.columns, c)
	}
	for _, in := range r.Uses {
		m.uses[in] = true
	}
	return m.print()
}
