package lineage

import (
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// field is a column of a relation or a query, and its origin. Its inputs are shared and immutable.
type field struct {
	name     string
	inputs   []Input
	dataType string
	isNull   bool   // the literal NULL, which fits any type
	opaque   string // why inputs may not be all
	item     int    // Output.Item

	text      string // the expression as written; of a starred one the name that it has in its relation
	label     string // of a starred one: the name of its relation, as SQL writes it
	isStarred bool   // it comes from a star
}

// expression returns the text that selects the field.
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

// table is the result of a relation or a query.
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

// mayHaveMore returns the reason why an unknown name may still be a column of the table; "" if it cannot. Engines
// generate names for columns without one, and for the second of two columns with the same name.
func (t *table) mayHaveMore() string {
	if t.open != "" {
		return t.open
	}
	seen := make(map[string]bool, len(t.fields))
	for i := range t.fields {
		name := t.fields[i].name
		if name == "" {
			return "it may be a column without a name"
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

// gathering collects the columns that decide about the rows of a query.
type gathering struct {
	uses       []Input
	tidied     int // their number after the last tidy
	usesOpaque string
}

// add records that the columns of inputs decide about rows.
func (g *gathering) add(inputs []Input, use Use) {
	for _, in := range inputs {
		g.uses = append(g.uses, Input{in.Node, in.Column, use})
	}
	g.keepSmall()
}

// keepSmall drops duplicates early, because large queries name the same columns many times.
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

// addFields records that the values of columns decide about rows, as with DISTINCT.
func (g *gathering) addFields(fields []field) {
	for i := range fields {
		g.addReading(reading{fields[i].inputs, fields[i].opaque}, Filter)
	}
}

// merge adds the columns that decide about the rows of an inner query.
func (g *gathering) merge(inner gathering) {
	g.uses = append(g.uses, inner.uses...)
	g.keepSmall()
	if g.usesOpaque == "" {
		g.usesOpaque = inner.usesOpaque
	}
}

// result is a table and the columns that decide about its rows.
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
