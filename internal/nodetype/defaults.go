package nodetype

import (
	"maps"

	"github.com/millrace/millrace/internal/transform"
)

// WithDefaults returns the options of a node, with the defaults of its type for those that the node does not set. An
// option that the node sets to null stays null. The argument is not changed.
//
// Defaults of annotations are not included: in templates, an annotation that the node does not have is undefined.
func WithDefaults(spec transform.Spec, config map[string]any) map[string]any {
	result, copied := config, false
	set := func(name string, value any) {
		if name == "" || value == nil {
			return
		}
		if _, given := result[name]; given {
			return
		}
		if !copied {
			result, copied = maps.Clone(config), true
			if result == nil {
				result = map[string]any{}
			}
		}
		result[name] = value
	}
	for item := range options(spec) {
		set(item.Attribute, item.Default)
	}
	return result
}

// Default returns the default of an option, nil if it has none.
func Default(spec *transform.Spec, name string) any {
	for g := range spec.Groups {
		items := spec.Groups[g].Items
		for i := range items {
			if item := &items[i]; item.Attribute == name && item.Default != nil && name != "" && isOption(item.Type) {
				return item.Default
			}
		}
	}
	return nil
}

// options iterates over the elements of a panel whose values are in the config of a node.
func options(spec transform.Spec) func(yield func(transform.Item) bool) {
	return func(yield func(transform.Item) bool) {
		for _, group := range spec.Groups {
			for _, item := range group.Items {
				if isOption(item.Type) && !yield(item) {
					return
				}
			}
		}
	}
}

// isOption reports whether the value of an element is in the config of a node. Other elements are labels, or properties
// of the node and its columns.
func isOption(t transform.ItemType) bool {
	switch t {
	case transform.Label, transform.MaterializationSelector, transform.MultisourceToggle, transform.OverrideSQLToggle,
		transform.BusinessKeyColumns, transform.ChangeTrackingColumns, transform.ColumnSelector:
		return false
	default:
		return true
	}
}
