package projectgen

import "strings"

// sqlNode writes the file of a SQL node.
func sqlNode(n *node) []byte {
	var w writer
	w.line(0, `@id("`, n.id, `")`)
	w.line(0, `@nodeType("`, n.nodeType, `")`)
	w.line(0, `@description("`, n.description, `")`)
	for _, s := range n.config {
		w.line(0, "@", s.key, "(", s.value, ")")
	}
	w.line(0)
	switch n.form {
	case formStar:
		w.line(0, "SELECT *") //nolint:unqueryvet // what stars stand for is worth testing
		w.line(0, n.groups[0].from())
	case formCTE:
		writeCTE(&w, n)
	default:
		for i, g := range n.groups {
			if i > 0 {
				w.line(0, "UNION ALL")
			}
			writeSelect(&w, n, i)
			w.line(0, g.from())
		}
	}
	if n.form == formSummary {
		w.line(0, "GROUP BY ", groupBy(n))
	}
	return w.bytes()
}

// writeSelect writes the list of columns. Annotations count in the first SELECT of a union.
func writeSelect(w *writer, n *node, group int) {
	w.line(0, "SELECT")
	for i, c := range n.columns {
		end := ","
		if i == len(n.columns)-1 {
			end = ""
		}
		w.line(1, c.in(group), " AS ", quoted(c.name), annotations(c, group), end)
	}
}

func annotations(c *column, group int) string {
	if group > 0 {
		return ""
	}
	var text strings.Builder
	for _, flag := range c.flags {
		text.WriteString(" @" + annotationFor(flag))
	}
	if c.isTested {
		text.WriteString(" @testNotNull")
	}
	if c.expression != "" && c.description != "" {
		text.WriteString(` @description("` + c.description + `")`)
	}
	return text.String()
}

// annotationFor returns the annotation of SQL nodes for a flag of YAML nodes.
func annotationFor(flag string) string {
	switch flag {
	case "isBusinessKey":
		return "businessKey"
	case "isChangeTracking":
		return "changeTracking"
	default:
		return flag
	}
}

// writeCTE reads the first table through an expression that selects all of it, and the other tables through expressions
// that name their columns.
func writeCTE(w *writer, n *node) {
	g := n.groups[0]
	w.line(0, "WITH base AS (")
	w.line(1, "SELECT * FROM ", g.reads[0].ref(), " ", quoted(g.reads[0].name)) //nolint:unqueryvet // as above
	for i, right := range g.reads[1:] {
		w.line(0, "), ", cteName(i+1), " AS (")
		w.line(1, "SELECT DISTINCT ", columnList(right), " FROM ", right.ref(), " ", quoted(right.name))
	}
	w.line(0, ")")
	writeSelect(w, n, 0)
	w.line(0, g.fromTables(cteName))
}

func cteName(table int) string {
	return [...]string{"base", "part_a", "part_b"}[table]
}

func columnList(n *node) string {
	var names []string
	for _, c := range n.columns {
		if !c.isSystem {
			names = append(names, origin{n, c}.sql())
		}
	}
	return strings.Join(names, ", ")
}

// groupBy lists the columns that are not added up.
func groupBy(n *node) string {
	var by []string
	for _, c := range n.columns {
		if c.expression == "" {
			by = append(by, c.in(0))
		}
	}
	return strings.Join(by, ", ")
}
