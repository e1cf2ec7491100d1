package render

import (
	"strings"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// columnRecord is a column as templates see it. A node has many columns, and a template reads few fields of each.
type columnRecord struct {
	context *hydration
	node    *transform.Node
	column  *transform.Column
	origin  columnOrigin
	group   int // the source group, if there is an origin
}

// columnOrigin says whether a record describes how a column is filled.
type columnOrigin uint8

const (
	noOrigin    columnOrigin = iota // the column as its table has it
	groupOrigin                     // the column as a source group of the rendered node fills it
	otherNode                       // a column of another node in a hash
)

// Field returns a field of the column. Attributes cannot replace the fields of the column, except that an annotation for
// tests replaces the tests of the file.
func (r *columnRecord) Field(name string) (jinja.Value, jinja.FieldKind) {
	c := r.column
	switch name {
	case "id":
		return jinja.String(string(c.ID)), jinja.PlainField
	case "name":
		return jinja.String(c.Name), jinja.PlainField
	case "dataType":
		return jinja.String(c.DataType), jinja.PlainField
	case "description":
		return jinja.String(c.Description), jinja.PlainField
	case "nullable":
		return jinja.Bool(c.Nullable), jinja.PlainField
	case "defaultValue":
		return jinja.String(c.Default), jinja.PlainField
	case "tests":
		return r.tests(), jinja.KeptField
	case "transform", "source", "sourceColumns", "hashDetails":
		return r.originField(name)
	default:
		return attributeField(c.Attributes, name)
	}
}

// Fill sets all fields: those of every column, then its attributes, then its origin.
func (r *columnRecord) Fill(d *jinja.Dict) {
	fillFields(d, r, "id", "name", "dataType", "description", "nullable", "defaultValue", "tests")
	for _, name := range sortedKeys(r.column.Attributes) {
		if !isColumnField(name) {
			fillFields(d, r, name)
		}
	}
	fillFields(d, r, "transform", "source", "sourceColumns", "hashDetails")
}

// isColumnField reports whether a field of every column has the name, so that an attribute of that name is not visible.
func isColumnField(name string) bool {
	switch name {
	case "id", "name", "dataType", "description", "nullable", "defaultValue", "tests",
		"transform", "source", "sourceColumns", "hashDetails":
		return true
	default:
		return false
	}
}

// tests returns the tests of the column.
func (r *columnRecord) tests() jinja.Value {
	c := r.column
	if annotated, ok := c.Attributes["tests"]; ok {
		return jinja.FromGo(annotated)
	}
	if c.Tests == nil && c.AcceptedValues == nil {
		return jinja.NewList()
	}
	return jinja.Lazy(func() jinja.Value { return r.context.columnTests(r.node, c) })
}

// originField returns a field about the origin of the column. The field source is the column that a column without a
// transform reads, so that templates need not search sourceColumns.
func (r *columnRecord) originField(name string) (jinja.Value, jinja.FieldKind) {
	switch {
	case r.origin == noOrigin:
	case name == "transform":
		return jinja.String(r.transform()), jinja.PlainField
	case name == "source":
		return jinja.String(r.source()), jinja.PlainField
	case r.origin == otherNode:
	case name == "sourceColumns":
		return jinja.Lazy(func() jinja.Value { return r.context.references(r.column, r.columnSource()) }), jinja.KeptField
	case r.column.Hash != nil:
		return jinja.Lazy(func() jinja.Value { return r.context.hashDetails(r.column.Hash, r.group) }), jinja.KeptField
	}
	return jinja.Value{}, jinja.NoField
}

// isPlainColumn reports whether a value is a column without attributes and tests that no template has changed.
func isPlainColumn(v jinja.Value) bool {
	dict, isDict := v.AsDict()
	if !isDict {
		return false
	}
	from, _ := dict.Record()
	r, isColumn := from.(*columnRecord)
	return isColumn && len(r.column.Attributes) == 0 && r.column.Tests == nil && r.column.AcceptedValues == nil
}

// columnSource returns how the source group fills the column.
func (r *columnRecord) columnSource() *transform.ColumnSource {
	if r.group < len(r.column.Sources) {
		return &r.column.Sources[r.group]
	}
	return &transform.ColumnSource{}
}

// transform returns the expression that fills the column, with its helper tokens replaced.
func (r *columnRecord) transform() string {
	if r.origin == otherNode {
		return ""
	}
	source := r.columnSource()
	if !strings.Contains(source.Transform, "{{") && !strings.Contains(source.Transform, "{%") {
		return source.Transform // it has no tokens
	}
	tokens := r.context.tokens(r.column, source, r.group)
	return tokens.replace(source.Transform, r.context.target.Dialect)
}

// source returns the column that fills the column if there is no transform.
func (r *columnRecord) source() string {
	h := r.context
	if r.origin == otherNode {
		return qualifiedColumn(h.target.Dialect, h.alias(r.group, r.node), r.column.Name)
	}
	tokens := h.tokens(r.column, r.columnSource(), r.group)
	return qualifiedColumn(h.target.Dialect, tokens.sourceNode, tokens.sourceColumn)
}

// attributeField returns a flag or an annotation.
func attributeField(attributes map[string]any, name string) (jinja.Value, jinja.FieldKind) {
	if value, ok := attributes[name]; ok {
		return goField(value)
	}
	return jinja.Value{}, jinja.NoField
}

// goField returns a Go value as the value of a field.
func goField(value any) (jinja.Value, jinja.FieldKind) {
	switch value.(type) {
	case nil, bool, string, int, int64, float64:
		return jinja.FromGo(value), jinja.PlainField
	default:
		return jinja.FromGo(value), jinja.KeptField
	}
}
