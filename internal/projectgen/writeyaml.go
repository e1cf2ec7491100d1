package projectgen

import (
	"cmp"
	"slices"
	"strconv"
)

// yamlNode writes the file of a YAML node.
func yamlNode(n *node) []byte {
	var w writer
	w.line(0, "fileVersion: 1")
	w.line(0, "id: ", n.id)
	w.line(0, "name: ", n.name)
	w.line(0, "operation:")
	if n.form == formSource {
		writeSource(&w, n)
	} else {
		writeOperation(&w, n)
	}
	w.line(0, "type: Node")
	return w.bytes()
}

func writeSource(w *writer, n *node) {
	w.line(1, `database: ""`)
	w.line(1, "deployEnabled: true")
	w.entry(1, "description", n.description)
	w.line(1, "locationName: ", n.location)
	w.line(1, "metadata:")
	writeColumns(w, n)
	w.line(1, "name: ", n.name)
	w.line(1, `schema: ""`)
	w.line(1, "sqlType: Source")
	w.line(1, "type: sourceInput")
	w.line(1, "version: 1")
}

func writeOperation(w *writer, n *node) {
	writeConfig(w, n)
	w.line(1, `database: ""`)
	w.line(1, "deployEnabled: true")
	w.entry(1, "description", n.description)
	w.line(1, "isMultisource: ", strconv.FormatBool(len(n.groups) > 1))
	w.line(1, "locationName: ", n.location)
	materialization := "table"
	if n.nodeType == typeView {
		materialization = "view"
	}
	w.line(1, "materializationType: ", materialization)
	w.line(1, "metadata:")
	w.line(2, "appliedNodeTests: []")
	writeColumns(w, n)
	w.line(2, `cteString: ""`)
	w.line(2, "enabledColumnTestIDs: []")
	if len(n.groups) == 0 {
		w.line(2, "sourceMapping: []")
	} else {
		w.line(2, "sourceMapping:")
	}
	for i, g := range n.groups {
		writeMapping(w, n, i, g)
	}
	w.line(1, "name: ", n.name)
	w.line(1, "overrideSQL: false")
	w.line(1, `schema: ""`)
	w.line(1, "sqlType: ", n.nodeType)
	w.line(1, "type: sql")
	w.line(1, "version: 1")
}

func writeConfig(w *writer, n *node) {
	if len(n.config) == 0 {
		w.line(1, "config: {}")
		return
	}
	w.line(1, "config:")
	for _, s := range n.config {
		w.line(2, s.key, ": ", s.value)
	}
}

func writeColumns(w *writer, n *node) {
	w.line(2, "columns:")
	for _, c := range n.columns {
		writeColumn(w, n, c)
	}
}

func writeColumn(w *writer, n *node, c *column) {
	if c.isTested {
		w.line(3, "- appliedColumnTests:")
		w.line(5, "hasNull: true")
	} else {
		w.line(3, "- appliedColumnTests: {}")
	}
	w.line(4, "columnReference:")
	w.line(5, "columnCounter: ", c.id)
	w.line(5, "stepCounter: ", n.id)
	w.line(4, "config: {}")
	w.line(4, "dataType: ", c.dataType)
	w.line(4, `defaultValue: ""`)
	w.entry(4, "description", c.description)
	for _, flag := range c.flags { // every one of them starts with is
		w.line(4, flag, ": true")
	}
	w.line(4, "name: ", c.name)
	w.line(4, "nullable: ", strconv.FormatBool(!c.isRequired))
	if n.form == formSource {
		return
	}
	if len(n.groups) == 0 {
		w.line(4, "sourceColumnReferences: []")
		return
	}
	w.line(4, "sourceColumnReferences:")
	for i := range n.groups {
		writeReferences(w, c, i)
	}
}

func writeReferences(w *writer, c *column, group int) {
	if c.isSystem || len(c.origins[group]) == 0 {
		w.line(5, "- columnReferences: []")
	} else {
		w.line(5, "- columnReferences:")
		for _, o := range c.origins[group] {
			w.line(7, "- columnCounter: ", o.column.id)
			w.line(8, "stepCounter: ", o.node.id)
		}
	}
	transform := ""
	if c.isSystem {
		transform = c.expression
	} else if c.expression != "" {
		transform = c.in(group)
	}
	w.entry(6, "transform", transform)
}

func writeMapping(w *writer, n *node, number int, g group) {
	w.line(3, "- aliases:")
	for _, read := range slices.SortedFunc(slices.Values(g.reads), func(a, b *node) int { return cmp.Compare(a.name, b.name) }) {
		w.line(5, read.name, ": ", read.id)
	}
	w.line(4, "customSQL:")
	w.line(5, `customSQL: ""`)
	w.line(4, "dependencies:")
	for _, read := range g.reads {
		w.line(5, "- locationName: ", read.location)
		w.line(6, "nodeName: ", read.name)
	}
	w.line(4, "join:")
	w.entry(5, "joinCondition", g.from())
	name := n.name
	if number > 0 {
		name += "_" + strconv.Itoa(number+1)
	}
	w.line(4, "name: ", name)
	w.line(4, "noLinkRefs: []")
}
