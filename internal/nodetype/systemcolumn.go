package nodetype

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// WithSystemColumns returns the columns of a node with those that its type adds to every node, such as the surrogate
// key and dates. It does not add a column that the node already has by attribute or by name, so a file that lists them
// stays unchanged. The text of a SQL node lists only what it selects, so its system columns are added here.
func WithSystemColumns(spec *transform.Spec, n *transform.Node) []transform.Column {
	var first, last []transform.Column
	for _, system := range spec.SystemColumns {
		column := systemColumn(system, n.Name)
		if hasSystemColumn(n, system.Attribute, column.Name) {
			continue
		}
		if system.AtBeginning {
			first = append(first, column)
			continue
		}
		last = append(last, column)
	}
	return slices.Concat(first, n.Columns, last)
}

func hasSystemColumn(n *transform.Node, attribute, name string) bool {
	return slices.ContainsFunc(n.Columns, func(c transform.Column) bool {
		return attribute != "" && c.Flag(attribute) || strings.EqualFold(c.Name, name)
	})
}

func systemColumn(system transform.SystemColumn, node string) transform.Column {
	name := fillName(system.DisplayName, node)
	column := transform.Column{
		ID:       transform.ColumnID(name),
		Name:     name,
		DataType: system.DataType, Description: system.Description,
		Nullable: system.Attribute != "isSurrogateKey",
		Sources:  []transform.ColumnSource{{Transform: system.Transform}},
	}
	if system.Attribute != "" {
		column.Attributes = map[string]any{system.Attribute: true}
	}
	return column
}

// RoleOfSystemColumn says what the load writes into a system column with an attribute; "" for an attribute without a role.
func RoleOfSystemColumn(attribute string) string {
	switch attribute {
	case "isSurrogateKey":
		return "A number that identifies the row."
	case "isSystemVersion":
		return "The number of the version of the row, from 1."
	case "isSystemCurrentFlag":
		return "`Y` for the current version, `N` for older ones."
	case "isSystemStartDate":
		return "When the version became valid."
	case "isSystemEndDate":
		return "When the version ended; 2999-12-31 for the current one."
	case "isSystemCreateDate":
		return "When the row was inserted."
	case "isSystemUpdateDate":
		return "When the row was changed last."
	default:
		return ""
	}
}

// fillName inserts the name of the node into the name of a column.
func fillName(pattern, node string) string {
	before, rest, found := strings.Cut(pattern, "{{")
	word, after, closed := strings.Cut(rest, "}}")
	if !found || !closed || strings.TrimSpace(word) != "NODE_NAME" {
		return pattern
	}
	return before + node + after
}
