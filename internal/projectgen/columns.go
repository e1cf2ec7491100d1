package projectgen

import (
	"fmt"
	"slices"
)

// column returns a new column without an origin.
func (b *builder) column(f field) *column { return &column{field: f, id: b.ids.next()} }

// add returns a node one more column, with a name that is free.
func (n *node) add(c *column) *column {
	wanted := c.name
	for i := 1; slices.ContainsFunc(n.columns, func(other *column) bool { return other.name == c.name }); i++ {
		switch i {
		case 1:
			c.name = n.entity.single + "_" + wanted
		default:
			c.name = fmt.Sprintf("%s_%d", wanted, i)
		}
	}
	n.columns = append(n.columns, c)
	return c
}

// fill adds to a node the key of the first table it reads and a choice of the other columns, some of them worked on.
func (b *builder) fill(n *node) {
	left := n.groups[0].reads[0]
	b.addFrom(n, origin{left, left.key()}).isTested = b.happens(0.3)
	candidates := n.groups[0].candidates()
	b.chance.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	count := b.columnCount()
	for _, from := range candidates {
		if len(n.columns) >= count {
			break
		}
		if c := b.addFrom(n, from); c != nil {
			b.work(n, c)
		}
	}
}

// candidates returns the columns that a group offers, without the key of its first table.
func (g group) candidates() []origin {
	var all []origin
	for i, read := range g.reads {
		for _, c := range read.columns {
			if !c.isSystem && (i > 0 || c.role != isKey) {
				all = append(all, origin{read, c})
			}
		}
	}
	return all
}

// addFrom passes a column through. In a union every table must have it; it returns nil if one does not.
func (b *builder) addFrom(n *node, from origin) *column {
	origins := [][]origin{{from}}
	for _, g := range n.groups[1:] {
		other := find(g.reads[0], from.column.name)
		if from.column.role == isKey {
			other = g.reads[0].key()
		}
		if other == nil || other.dataType != from.column.dataType {
			return nil
		}
		origins = append(origins, []origin{{g.reads[0], other}})
	}
	c := b.column(from.column.field)
	c.origins = origins
	if c.role == isKey && len(n.columns) > 0 {
		c.role = isForeignKey
	}
	return n.add(c)
}

// work computes one column in three; in a node with many macros, every second one.
func (b *builder) work(n *node, c *column) {
	switch {
	case n.isHeavy && len(n.columns)%2 == 0:
		useMacro(c)
	case b.happens(0.33):
		c.expression = pick(b.chance, workOn(c))
	}
}

// workOn returns the expressions that can be applied to a column without changing its type.
func workOn(c *column) []string {
	switch c.role {
	case isAttribute:
		return []string{
			"CAST(UPPER(TRIM($1)) AS VARCHAR)", "CAST(COALESCE($1, 'unknown') AS VARCHAR)",
			"CAST(CASE WHEN $1 = '' THEN NULL ELSE $1 END AS VARCHAR)", "{{ tidy('$1') }}",
		}
	case isMeasure:
		return []string{
			"CAST(COALESCE($1, 0) AS " + c.dataType + ")", "CAST(ABS($1) AS " + c.dataType + ")",
			"CAST(CASE WHEN $1 < 0 THEN 0 ELSE $1 END AS " + c.dataType + ")",
		}
	case isMoment:
		return []string{"CAST(CAST($1 AS DATE) AS TIMESTAMP)", "CAST(COALESCE($1, TIMESTAMP '1970-01-01 00:00:00') AS TIMESTAMP)"}
	case isFlag:
		return []string{"COALESCE($1, FALSE)", "NOT $1"}
	default:
		return []string{""}
	}
}

// rank adds a window function over the first table that the node reads.
func (b *builder) rank(n *node) {
	left := n.groups[0].reads[0]
	order := append(left.with(isMoment), left.key())[0]
	by := append(left.with(isForeignKey), left.key())[0]
	c := b.column(field{"RECENCY", "BIGINT", "Counts back from the latest, which is 1.", isMeasure})
	c.origins = [][]origin{{{left, by}, {left, order}}}
	c.expression = "CAST(ROW_NUMBER() OVER (PARTITION BY $1 ORDER BY $2 DESC) AS BIGINT)"
	n.add(c)
}

// copyAll adds the columns of SELECT *.
func (b *builder) copyAll(n, left *node) {
	n.groups = []group{{reads: []*node{left}}}
	for _, from := range left.columns {
		c := b.column(from.field)
		c.origins = [][]origin{{{left, from}}}
		n.columns = append(n.columns, c)
	}
}

// summarize groups by up to three columns and adds up the measures.
func (b *builder) summarize(n *node) {
	left := n.groups[0].reads[0]
	by := append(left.with(isAttribute, isForeignKey), left.key())
	for _, c := range by[:min(3, len(by))] {
		b.addFrom(n, origin{left, c})
	}
	counted := b.column(field{"ROW_COUNT", "BIGINT", "Rows that were added up.", isMeasure})
	counted.origins, counted.expression = [][]origin{nil}, "CAST(COUNT(*) AS BIGINT)"
	n.add(counted)
	for _, c := range left.with(isMeasure) {
		total := b.column(field{"TOTAL_" + c.name, "DECIMAL(38,4)", "All of it: " + c.description, isMeasure})
		total.origins, total.expression = [][]origin{{{left, c}}}, "CAST(SUM($1) AS DECIMAL(38,4))"
		n.add(total)
	}
}
