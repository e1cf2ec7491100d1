package nodetype

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// Missing returns the elements that are enabled and required but have no value in the node.
func Missing(n *transform.Node, elements []Element) []*transform.Item {
	var missing []*transform.Item
	for _, e := range elements {
		if e.IsEnabled && e.IsRequired && !isSet(n, e.Item) {
			missing = append(missing, e.Item)
		}
	}
	return missing
}

// isSet reports whether a node has a value for an element. A default counts as a value.
func isSet(n *transform.Node, item *transform.Item) bool {
	switch item.Type {
	case transform.Label, transform.MultisourceToggle, transform.OverrideSQLToggle:
		return true
	case transform.MaterializationSelector:
		return n.Materialization != "" || item.Default != nil
	case transform.BusinessKeyColumns:
		return hasColumnWith(n, "isBusinessKey")
	case transform.ChangeTrackingColumns:
		return hasColumnWith(n, "isChangeTracking")
	case transform.ColumnSelector:
		return hasColumnWith(n, item.Attribute)
	default:
		value, given := n.Config[item.Attribute]
		if !given {
			return item.Default != nil
		}
		return !isBlank(value)
	}
}

func hasColumnWith(n *transform.Node, attribute string) bool {
	return slices.ContainsFunc(n.Columns, func(c transform.Column) bool { return c.Flag(attribute) })
}

// isBlank reports whether an option is empty: null, an empty text, or a table without rows.
func isBlank(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(value) == ""
	case map[string]any:
		items, isTable := value["items"].([]any)
		return len(value) == 0 || isTable && !slices.ContainsFunc(items, func(row any) bool { return !isBlank(row) })
	case []any:
		return len(value) == 0
	default:
		return false
	}
}

// WrongOption is a value that is not one of the options of its element.
type WrongOption struct {
	Item  *transform.Item
	Value string
}

// WrongOptions returns the values of a node that are not among the options of their elements. It skips options that
// contain Jinja, because their values are unknown here.
func WrongOptions(n *transform.Node, elements []Element) []WrongOption {
	var wrong []WrongOption
	for _, e := range elements {
		if !e.IsEnabled || len(e.Item.Options) == 0 {
			continue
		}
		value, given := chosen(n, e.Item)
		if given && !slices.ContainsFunc(e.Item.Options, func(o string) bool { return o == value || strings.Contains(o, "{") }) {
			wrong = append(wrong, WrongOption{e.Item, value})
		}
	}
	return wrong
}

// chosen returns the option that a node sets for an element.
func chosen(n *transform.Node, item *transform.Item) (string, bool) {
	switch item.Type {
	case transform.MaterializationSelector:
		return n.Materialization, n.Materialization != ""
	case transform.DropdownSelector:
		value := n.Config[item.Attribute]
		return fmt.Sprint(value), !isBlank(value)
	default:
		return "", false
	}
}
