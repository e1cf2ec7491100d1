package nodetype

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// maxItemDepth is the maximum nesting depth of tables of options.
const maxItemDepth = 4

// itemTypes maps lower-case names to the elements of a panel.
var itemTypes = map[string]transform.ItemType{
	"togglebutton":            transform.ToggleButton,
	"textbox":                 transform.TextBox,
	"dropdownselector":        transform.DropdownSelector,
	"columndropdownselector":  transform.ColumnDropdownSelector,
	"tabular":                 transform.Tabular,
	"label":                   transform.Label,
	"materializationselector": transform.MaterializationSelector,
	"multisourcetoggle":       transform.MultisourceToggle,
	"overridesqltoggle":       transform.OverrideSQLToggle,
	"businesskeycolumns":      transform.BusinessKeyColumns,
	"changetrackingcolumns":   transform.ChangeTrackingColumns,
	"columnselector":          transform.ColumnSelector,
}

// groups reads the groups of a panel. An element at the level of the groups becomes a group of its own.
func (r *specReader) groups(n *yamldoc.Node) []transform.Group {
	var groups []transform.Group
	for part := range r.items(n) {
		if part.Kind == yamldoc.Mapping && hasKey(part, "type") && !hasKey(part, "items") {
			groups = append(groups, transform.Group{Items: []transform.Item{r.item(part, 0)}, At: positionOf(part)})
			continue
		}
		m := r.mapping(part, "group")
		groups = append(groups, transform.Group{
			Name:        m.text("groupName"),
			Description: m.text("description"),
			EnableIf:    m.text("enableIf"),
			Items:       r.itemList(m.value("items"), 0),
			At:          positionOf(part),
		})
		m.ignore("enabled")
		m.end()
	}
	return groups
}

func (r *specReader) itemList(n *yamldoc.Node, depth int) []transform.Item {
	var items []transform.Item
	for item := range r.items(n) {
		items = append(items, r.item(item, depth))
	}
	return items
}

func (r *specReader) item(n *yamldoc.Node, depth int) transform.Item {
	m := r.mapping(n, "element")
	item := transform.Item{
		Type:        r.itemType(m.value("type"), n),
		DisplayName: m.text("displayName"),
		Description: m.text("description"),
		Attribute:   m.text("attributeName"),
		Default:     m.value("default").Any(),
		IsRequired:  m.text("isRequired"),
		EnableIf:    m.text("enableIf"),
		Options:     r.options(m.value("options")),
		Placeholder: m.text("placeholder"),
		Syntax:      m.text("syntax"),
		At:          positionOf(n),
	}
	if columns := m.value("columns"); !columns.IsNull() {
		if depth >= maxItemDepth {
			r.shapef(columns, "tables are nested more than %d deep", maxItemDepth)
		} else {
			item.Columns = r.itemList(columns, depth+1)
		}
	}
	m.ignore("hint", "tooltip", "isDisabled", "text")
	m.end()
	return item
}

// itemType returns the usual spelling of a type, or the type as written if it is unknown.
func (r *specReader) itemType(n, item *yamldoc.Node) transform.ItemType {
	word := strings.TrimSpace(r.text(n))
	if word == "" {
		r.shapef(item, "an element of the options panel has no type")
		return ""
	}
	if known, ok := itemTypes[strings.ToLower(word)]; ok {
		return known
	}
	r.add(Finding{
		Code: diagnostic.SpecShape, Severity: diagnostic.Warning, Line: n.Line, Column: n.Column,
		Message: "there is no element of type " + word,
		Hint:    "check its spelling; until then it is shown as text",
	})
	return transform.ItemType(word)
}

// options returns the options of an element: texts, or the values of mappings.
func (r *specReader) options(n *yamldoc.Node) []string {
	var options []string
	for option := range r.items(n) {
		if option.Kind != yamldoc.Mapping {
			options = append(options, r.text(option))
			continue
		}
		m := r.mapping(option, "option")
		options = append(options, cmp.Or(m.text("value"), m.text("display"), m.text("displayName"), m.text("name"), m.text("label")))
	}
	return options
}

// ignore marks keys that are allowed but have no effect here.
func (m *mapping) ignore(keys ...string) {
	for _, key := range keys {
		m.known = append(m.known, strings.ToLower(key))
	}
}

func hasKey(n *yamldoc.Node, key string) bool {
	for entry := range n.Children() {
		if strings.EqualFold(entry.Key, key) {
			return true
		}
	}
	return false
}

func positionOf(n *yamldoc.Node) diagnostic.Position {
	return diagnostic.Position{Line: n.Line, Column: n.Column}
}

// sortedByPosition returns entries in the order of the text.
func sortedByPosition(entries map[string]*yamldoc.Node) []*yamldoc.Node {
	return slices.SortedFunc(maps.Values(entries), func(a, b *yamldoc.Node) int {
		return cmp.Or(cmp.Compare(a.KeyLine, b.KeyLine), cmp.Compare(a.KeyColumn, b.KeyColumn))
	})
}
