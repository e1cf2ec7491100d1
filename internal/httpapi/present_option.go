package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// presentOptions presents what the type of a node offers, with the state of each element for the node.
func presentOptions(n *compiler.Node, c *compiler.Compilation) api.NodeOptions {
	shape := api.NodeOptions{
		Groups: []api.NodeOptionGroup{}, NodeAnnotations: []api.AnnotationDefinition{}, ColumnAnnotations: []api.AnnotationDefinition{},
	}
	if n.Type == nil {
		return shape
	}
	spec := &n.Type.Spec
	shape.NodeAnnotations = present(spec.NodeAnnotations, presentAnnotation)
	shape.ColumnAnnotations = present(spec.ColumnAnnotations, presentAnnotation)
	elements := c.Options(n)
	for i := range spec.Groups {
		group := &spec.Groups[i]
		own := elements[:len(group.Items)]
		elements = elements[len(group.Items):]
		shown := api.NodeOptionGroup{
			Name: group.Name, Description: optional(group.Description), EnableIf: optional(group.EnableIf),
			IsEnabled: len(own) == 0 || own[0].IsGroupEnabled, Items: present(own, presentElement),
		}
		shape.Groups = append(shape.Groups, shown)
	}
	return shape
}

func presentElement(e nodetype.Element) api.NodeOption {
	shape := presentItem(*e.Item)
	shape.IsEnabled, shape.IsRequired = e.IsEnabled, e.IsRequired
	return shape
}

// presentItem presents an element without a state. The columns of a table have none.
func presentItem(item transform.Item) api.NodeOption {
	shape := api.NodeOption{
		Type: string(item.Type), DisplayName: optional(item.DisplayName), AttributeName: optional(item.Attribute),
		Default: jsonValue(item.Default), IsEnabled: true, EnableIf: optional(item.EnableIf),
		Placeholder: optional(item.Placeholder), Syntax: optional(item.Syntax),
	}
	if len(item.Options) > 0 {
		shape.Options = &item.Options
	}
	if len(item.Columns) > 0 {
		shape.Columns = new(present(item.Columns, presentItem))
	}
	return shape
}

func presentAnnotation(a transform.AnnotationSpec) api.AnnotationDefinition {
	return api.AnnotationDefinition{
		Name: a.Name, Description: optional(a.Description), IsRequired: a.IsRequired, AllowsMultiple: a.AllowsMultiple,
		Default: jsonValue(a.Default), Parameters: present(a.Parameters, presentParameter),
	}
}

func presentParameter(p transform.ParameterSpec) api.AnnotationParameter {
	shape := api.AnnotationParameter{Name: p.Name, Type: optional(p.Type), IsRequired: p.IsRequired, Default: jsonValue(p.Default)}
	if len(p.Options) > 0 {
		shape.Options = &p.Options
	}
	return shape
}
