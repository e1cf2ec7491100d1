package httpapi

import (
	"encoding/json"
	"maps"
	"reflect"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// comparisonWith holds a body against a node that is written in SQL. Both are read off the same shape, so a body as a GET
// gives it wants nothing else. What the body leaves out stays.
func comparisonWith(body *api.NodeSet) func(workspace.Node) (workspace.NodeEdit, error) {
	return func(n workspace.Node) (workspace.NodeEdit, error) {
		fields, err := fieldsOf(presentWorkspaceNode(n))
		if err != nil {
			return workspace.NodeEdit{}, err
		}
		shown, err := readNode(fields)
		if err != nil {
			return workspace.NodeEdit{}, err
		}
		wanted, err := readNode(laidOver(fields, body.AdditionalProperties))
		if err != nil {
			return workspace.NodeEdit{}, err
		}
		c := workspace.NodeEdit{Shown: shown.node(), Wanted: wanted.node()}
		c.Shown.Name, c.Shown.Type = n.Name, n.Node.Node.Type
		c.Wanted.Name, c.Wanted.Type = body.Name, transform.NodeTypeID(body.NodeType)
		return c, nil
	}
}

// fieldsOf are the fields of a shape, as a body that has the same would be read.
func fieldsOf(shape any) (map[string]any, error) {
	raw, err := json.Marshal(shape)
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	return fields, json.Unmarshal(raw, &fields)
}

// laidOver lays the fields of a body over those of the node. Null is the same as leaving a field out, but for the two texts
// that it clears.
func laidOver(shown, body map[string]any) map[string]any {
	over := filled(body, shown)
	for _, name := range []string{"description", "materializationType"} {
		if given, ok := body[name]; ok && given == nil {
			over[name] = ""
		}
	}
	shownParts, _ := shown["metadata"].(map[string]any)
	parts, ok := over["metadata"].(map[string]any)
	if !ok {
		return over
	}
	parts = filled(parts, shownParts)
	over["metadata"] = parts
	if columns, ok := parts["columns"].([]any); ok {
		shownColumns, _ := shownParts["columns"].([]any)
		parts["columns"] = present(columns, func(column any) any { return columnOver(shownColumns, column) })
	}
	return over
}

// filled is a body with the fields of the node that it leaves out.
func filled(body, shown map[string]any) map[string]any {
	all := maps.Clone(body)
	if all == nil {
		all = map[string]any{}
	}
	for name, value := range shown {
		if all[name] == nil {
			all[name] = value
		}
	}
	return all
}

// columnOver lays a column of a body over the node's column of the same id, or of the same name. Attributes that it leaves out
// are off, as in a GET.
func columnOver(shown []any, column any) any {
	given, ok := column.(map[string]any)
	if !ok {
		return column
	}
	for _, key := range []string{"columnID", "name"} {
		if given[key] == nil {
			continue
		}
		for _, item := range shown {
			if known, _ := item.(map[string]any); known[key] == given[key] {
				return columnOverKnown(known, given)
			}
		}
	}
	return column
}

func columnOverKnown(known, given map[string]any) map[string]any {
	over := filled(given, withoutAttributes(known))
	if over["transform"] != known["transform"] && reflect.DeepEqual(over["sources"], known["sources"]) {
		over["sources"] = nil // the expression is said twice; the one that is another counts
	}
	return over
}

func withoutAttributes(column map[string]any) map[string]any {
	fields := map[string]any{}
	for _, name := range columnFields {
		if name != "config" && column[name] != nil {
			fields[name] = column[name]
		}
	}
	return fields
}
