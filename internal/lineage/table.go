package lineage

import (
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// field is a column of a relation or a query, and where it comes from. Its inputs are shared and never changed.
type field struct {
	name     string
	inputs   []Input
	dataType string
	isNull   bool   // the literal NULL, which takes any type
	opaque   string // why inputs may not be all
	item     int    // Output.Item

	text      string // the expression as written; of a starred one the name that it has in its relation
	label     string // of a starred one: the name of its relation, as SQL writes it
	isStarred bool   // a star stands for it
}

// expression returns the text by which the field can be asked for.
func (f *field) expression() string {
	switch {
	case !f.isStarred:
		return f.text
	case f.label == "":
		return quoted(f.text)
	default:
		return f.label + "." + quoted(f.text)
	}
}

// table is what a relation or a query gives.
type table struct {
	fields []field
	open   string // why there may be more fields; "" when these are all
	openAt sqltext.Range
}

func openTable(why string, at sqltext.Range) table { return table{open: why, openAt: at} }

// leaveOpen notes that there may be more fields. The first reason stays.
func (t *table) leaveOpen(why string, at sqltext.Range) {
	if t.open == "" {
		t.open, t.openAt = why, at
	}
}

// position finds a field by name: the exact name first, then without regard to case. Quoted names are read with the same
// tolerance, because projects quote every name and engines differ in the case that they store.
func (t *table) position(name string) int {
	folded := -1
	for i := range t.fields {
		if t.fields[i].name == name {
			return i
		}
		if folded < 0 && equalFold(t.fields[i].name, name) {
			folded = i
		}
	}
	return folded
}

// mayHaveMore reports why a name that is not in the table may still mean one of its columns; "" when it cannot. Engines
// make names up for columns that have none, and others for the second of two columns that have the same.
func (t *table) mayHaveMore() string {
	if t.open != "" {
		return t.open
	}
	seen := make(map[string]bool, len(t.fields))
	for i := range t.fields {
		name := t.fields[i].name
		if name == "" {
			return "a column without a name may be meant"
		}
		if seen[name] {
			return "two columns are called " + name
		}
		seen[name] = true
	}
	return ""
}

// renamed returns the table with other names for its first columns, as in t(a, b).
func (t table) renamed(names []sqltext.Identifier) table {
	if len(names) == 0 {
		return t
	}
	t.fields = slices.Clone(t.fields)
	for i := range min(len(names), len(t.fields)) {
		t.fields[i].name = names[i].Text
	}
	if t.open == "" {
		return t
	}
	for i := len(t.fields); i < len(names); i++ {
		t.fields = append(t.fields, field{name: names[i].Text, opaque: t.open})
	}
	return t
}

// gathering collects what decides about the rows of a query.
type gathering struct {
	uses       []Input
	tidied     int // how many of them there were when they were last tidied
	usesOpaque string
}

// add notes that the columns behind inputs decide about rows.
func (g *gathering) add(inputs []Input, use Use) {
	for _, in := range inputs {
		g.uses = append(g.uses, Input{in.Node, in.Column, use})
	}
	g.keepSmall()
}

// keepSmall drops what was said twice before there is much of it. Large queries name the same columns over and over.
func (g *gathering) keepSmall() {
	const many = 1024
	if len(g.uses) > many+2*g.tidied {
		g.uses = tidy(g.uses)
		g.tidied = len(g.uses)
	}
}

// addReading notes that an expression decides about rows.
func (g *gathering) addReading(in reading, use Use) {
	g.add(in.inputs, use)
	if g.usesOpaque == "" {
		g.usesOpaque = in.opaque
	}
}

// addFields notes that the values of columns decide about rows, as DISTINCT makes them do.
func (g *gathering) addFields(fields []field) {
	for i := range fields {
		g.addReading(reading{fields[i].inputs, fields[i].opaque}, Filter)
	}
}

// merge takes in what decides about the rows of a query inside.
func (g *gathering) merge(inner gathering) {
	g.uses = append(g.uses, inner.uses...)
	g.keepSmall()
	if g.usesOpaque == "" {
		g.usesOpaque = inner.usesOpaque
	}
}

// result is a table and what decides about its rows.
type result struct {
	table
	gathering
}

// as returns inputs another use.
func as(inputs []Input, use Use) []Input {
	changed := make([]Input, len(inputs))
	for i, in := range inputs {
		changed[i] = Input{in.Node, in.Column, use}
	}
	return changed
}
