package httpapi

import (
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// columnFields are the keys of a column that are not attributes.
var columnFields = []string{
	"columnID", "name", "dataType", "nullable", "description", "transform", "defaultValue", "sources", "appliedColumnTests",
	"acceptedValues", "hashDetails", "hashedColumns", "config",
}

// presentNodeColumn presents a column. Flags and other attributes are beside its name. An attribute with the name of a
// field is in config.
func presentNodeColumn(n *compiler.Node, in *compiler.Compilation, c *transform.Column) api.Column {
	shape := api.Column{
		ColumnID: workspace.PublicColumnID(n, c.ID), Name: c.Name, DataType: c.DataType, Nullable: c.Nullable, Description: c.Description,
		DefaultValue: new(c.Default), Transform: new(""), AdditionalProperties: map[string]any{}, Config: &map[string]any{},
		AppliedColumnTests: &map[string]any{}, Sources: presentColumnSources(in, c.Sources),
	}
	if len(c.Sources) > 0 {
		shape.Transform = new(c.Sources[0].Transform)
	}
	if tests, ok := jsonValue(c.Tests).(map[string]any); ok {
		shape.AppliedColumnTests = &tests
	}
	for name, value := range c.Attributes {
		if slices.Contains(columnFields, name) {
			(*shape.Config)[name] = jsonValue(value)
			continue
		}
		shape.AdditionalProperties[name] = jsonValue(value)
	}
	if c.AcceptedValues != nil {
		shape.AdditionalProperties["acceptedValues"] = jsonValue(c.AcceptedValues)
	}
	if c.Hash != nil {
		shape.AdditionalProperties["hashDetails"] = map[string]any{"hashAlgorithm": c.Hash.Algorithm}
		shape.AdditionalProperties["hashedColumns"] = presentColumnRefs(in, c.Hash.Columns)
	}
	return shape
}

func presentColumnRefs(in *compiler.Compilation, refs []transform.ColumnRef) []api.ColumnReference {
	return present(refs, func(r transform.ColumnRef) api.ColumnReference {
		return api.ColumnReference{NodeID: workspace.PublicID(r.Node), ColumnID: publicColumn(in, r.Node, r.Column)}
	})
}

// publicColumn returns the id of a column of a node that clients see.
func publicColumn(in *compiler.Compilation, node transform.NodeID, column transform.ColumnID) string {
	n, ok := in.Node(node)
	if !ok || column == "" {
		return string(column)
	}
	return workspace.PublicColumnID(n, column)
}

// columnSources is the type of a column's sources, which the generated code does not name.
type columnSources = []struct {
	ColumnReferences *[]api.ColumnReference `json:"columnReferences,omitempty"`
	Transform        *string                `json:"transform,omitempty"`
}

func presentColumnSources(in *compiler.Compilation, sources []transform.ColumnSource) *columnSources {
	shapes := make(columnSources, len(sources))
	for i := range sources {
		shapes[i].Transform = new(sources[i].Transform)
		shapes[i].ColumnReferences = new(presentColumnRefs(in, sources[i].References))
	}
	return &shapes
}

// The generated code does not name the types of dependencies and customSQL either.
type (
	dependencies = []struct {
		LocationName string `json:"locationName"`
		NodeName     string `json:"nodeName"`
	}
	customSQL = struct {
		CustomSQL *string `json:"customSQL,omitempty"`
	}
)

func presentDependencies(refs []transform.NodeRef) dependencies {
	shapes := make(dependencies, len(refs))
	for i, r := range refs {
		shapes[i].LocationName, shapes[i].NodeName = r.Location, r.Name
	}
	return shapes
}

func presentCustomSQL(text string) *customSQL { return &customSQL{CustomSQL: &text} }
