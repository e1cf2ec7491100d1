package httpapi

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// compareWithBody compares a request body with a node that is written in SQL. Both are converted from the same wire
// shape, so the body of a GET results in no change. Fields that the body omits stay.
func compareWithBody(body *api.NodeSet) func(workspace.Node) (workspace.NodeEdit, error) {
	return func(n workspace.Node) (workspace.NodeEdit, error) {
		fields, err := fieldsOf(presentWorkspaceNode(n))
		if err != nil {
			return workspace.NodeEdit{}, err
		}
		shown, err := readNode(fields)
		if err != nil {
			return workspace.NodeEdit{}, err
		}
		wanted, err := readNode(mergeFields(fields, body.AdditionalProperties))
		if err != nil {
			return workspace.NodeEdit{}, err
		}
		c := workspace.NodeEdit{Shown: shown.node(), Wanted: wanted.node()}
		c.Shown.Name, c.Shown.Type = n.Name, n.Node.Node.Type
		c.Wanted.Name, c.Wanted.Type = body.Name, transform.NodeTypeID(body.NodeType)
		return c, nil
	}
}

// fieldsOf returns the fields of a wire shape as a body with the same content would be read.
func fieldsOf(shape any) (map[string]any, error) {
	raw, err := json.Marshal(shape)
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	return fields, json.Unmarshal(raw, &fields)
}

// mergeFields lays the fields of a body over those of the node. Null is the same as omitting a field, except for the
// two texts that it clears.
func mergeFields(shown, body map[string]any) map[string]any {
	over := fillMissing(body, shown)
	for _, name := range []string{"description", "materializationType"} {
		if sent, ok := body[name]; ok && sent == nil {
			over[name] = ""
		}
	}
	shownParts, _ := shown["metadata"].(map[string]any)
	parts, ok := over["metadata"].(map[string]any)
	if !ok {
		return over
	}
	parts = fillMissing(parts, shownParts)
	over["metadata"] = parts
	if columns, ok := parts["columns"].([]any); ok {
		shownColumns, _ := shownParts["columns"].([]any)
		parts["columns"] = mergeColumns(shownColumns, columns)
	}
	return over
}

// fillMissing adds the fields of the node that the body omits.
func fillMissing(body, shown map[string]any) map[string]any {
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

// mergeColumns lays the columns of a body over the node's columns of the same id, or else of the same name, unless that one
// has another name in the body. Attributes that the body omits are off, as in a GET.
func mergeColumns(shown, columns []any) []any {
	merged := slices.Clone(columns)
	isMerged, isDone := make([]bool, len(shown)), make([]bool, len(columns))
	for _, key := range []string{"columnID", "name"} {
		at := map[any]int{}
		for i, item := range shown {
			if known, _ := item.(map[string]any); !isMerged[i] {
				at[known[key]] = i
			}
		}
		for i, column := range columns {
			fields, _ := column.(map[string]any)
			text, isText := fields[key].(string)
			if found, isKnown := at[text]; isKnown && isText && !isMerged[found] && !isDone[i] {
				known, _ := shown[found].(map[string]any)
				merged[i], isMerged[found], isDone[i] = mergeKnownColumn(known, fields), true, true
			}
		}
	}
	return merged
}

func mergeKnownColumn(known, fields map[string]any) map[string]any {
	over := fillMissing(fields, withoutAttributes(known))
	if over["transform"] != known["transform"] && reflect.DeepEqual(over["sources"], known["sources"]) {
		over["sources"] = nil // the expression occurs twice; the changed one counts
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
