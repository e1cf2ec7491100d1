package dbtimport

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/yamldoc"
)

// setting is a value of a config with its position.
type setting struct {
	value any
	file  string
	line  int
}

// config are the settings of a model, seed, snapshot, source or test.
type config map[string]setting

// text returns a setting as a text.
func (c config) text(key string) string {
	switch v := c[key].value.(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		return fmt.Sprint(v)
	}
}

// list returns a setting that is a text or a list of texts.
func (c config) list(key string) []string { return listOf(c[key].value) }

func listOf(value any) []string {
	switch v := value.(type) {
	case string:
		if v == "" {
			return nil
		}
		return []string{v}
	case []any:
		var list []string
		for _, one := range v {
			if text, ok := one.(string); ok {
				list = append(list, text)
			}
		}
		return list
	default:
		return nil
	}
}

// isOn returns a boolean setting.
func (c config) isOn(key string, otherwise bool) bool {
	switch v := c[key].value.(type) {
	case bool:
		return v
	case string:
		return strings.EqualFold(v, "true")
	default:
		return otherwise
	}
}

// put adds settings of a more specific place. Tags and hooks accumulate, as in dbt.
func (c config) put(key string, s setting) {
	key = canonicalKey(key)
	switch key {
	case "tags":
		s.value = append(anyList(c[key].value), anyList(s.value)...)
	case "pre_hook", "post_hook":
		s.value = append(anyList(c[key].value), anyList(s.value)...)
	}
	c[key] = s
}

// anyList returns a list, or a list of the single value.
func anyList(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return slices.Clone(v)
	default:
		return []any{v}
	}
}

// canonicalKey returns a key of a config as Python spells it.
func canonicalKey(key string) string {
	key = strings.TrimPrefix(key, "+")
	switch key {
	case "pre-hook", "post-hook":
		return strings.ReplaceAll(key, "-", "_")
	default:
		return key
	}
}

// origin is where settings come from.
type origin struct {
	file string
	pkg  *dbtPackage
}

// fill adds the entries of a mapping.
func (x *conversion) fill(c config, from origin, mapping *yamldoc.Node) {
	if mapping == nil || mapping.Kind != yamldoc.Mapping {
		return
	}
	for entry := range mapping.Children() {
		x.fillEntry(c, from, entry)
	}
}

func (x *conversion) fillEntry(c config, from origin, entry *yamldoc.Node) {
	s := setting{value: entry.Any(), file: from.file, line: line(entry)}
	switch key := canonicalKey(entry.Key); key {
	case "pre_hook", "post_hook", "meta":
	default:
		evaluated, err := from.pkg.evaluator.value(s.value)
		if err != nil {
			x.report.add(Entry{
				File: s.file, Line: s.line, Action: Left, Message: fmt.Sprintf("the value of %s cannot be evaluated: %v", key, err),
				Hint: "Set the option of the node by hand.",
			})
			return
		}
		s.value = evaluated
	}
	c.put(entry.Key, s)
}

// fillTree adds the settings of the tree in dbt_project.yml that apply to a file: those of the project, then those of
// each folder on the way, then those of the file itself.
func (x *conversion) fillTree(c config, from origin, tree *yamldoc.Node, names []string) {
	for tree != nil && tree.Kind == yamldoc.Mapping {
		for entry := range tree.Children() {
			if isSetting(entry) {
				x.fillEntry(c, from, entry)
			}
		}
		if len(names) == 0 {
			return
		}
		next := tree.Get(names[0])
		if next != nil && isSetting(next) {
			return
		}
		tree, names = next, names[1:]
	}
}

// isSetting tells a setting from a folder: folders are mappings without a plus.
func isSetting(entry *yamldoc.Node) bool {
	if strings.HasPrefix(entry.Key, "+") || entry.Kind != yamldoc.Mapping {
		return true
	}
	switch canonicalKey(entry.Key) {
	case "meta", "persist_docs", "grants", "docs", "column_types", "contract", "quoting":
		return true
	default:
		return false
	}
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
