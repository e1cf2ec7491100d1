package nodetype

import (
	"fmt"
	"iter"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/yamldoc"
)

// maxFindings limits the number of findings about one panel.
const maxFindings = 100

// specReader parses a panel and records what it does not understand.
type specReader struct{ found []Finding }

func (r *specReader) add(f Finding) {
	if len(r.found) < maxFindings {
		r.found = append(r.found, f)
	}
}

// shapef records a value that is not understood.
func (r *specReader) shapef(n *yamldoc.Node, format string, args ...any) {
	r.add(Finding{
		Code: diagnostic.SpecShape, Severity: diagnostic.Warning, Line: n.Line, Column: n.Column,
		Message: fmt.Sprintf(format, args...),
		Hint:    "it is ignored",
	})
}

// text returns a value as text; "" for null or if there is none.
func (r *specReader) text(n *yamldoc.Node) string {
	switch {
	case n.IsNull():
		return ""
	case n.Kind != yamldoc.Scalar:
		r.shapef(n, "%s must be a text but is a %s", keyOf(n), n.Kind)
		return ""
	default:
		return n.Value
	}
}

// items iterates over the items of a list. A single value is treated as a list of one.
func (r *specReader) items(n *yamldoc.Node) iter.Seq[*yamldoc.Node] {
	return func(yield func(*yamldoc.Node) bool) {
		switch {
		case n.IsNull():
		case n.Kind == yamldoc.Sequence:
			for item := range n.Children() {
				if !item.IsNull() && !yield(item) {
					return
				}
			}
		default:
			yield(n)
		}
	}
}

// mapping reads the keys of a node; what names it in messages.
func (r *specReader) mapping(n *yamldoc.Node, what string) *mapping {
	m := &mapping{reader: r, what: what, entries: map[string]*yamldoc.Node{}}
	if n.Kind != yamldoc.Mapping {
		r.shapef(n, "the %s must be a mapping of keys but is a %s", what, n.Kind)
		return m
	}
	for entry := range n.Children() {
		m.entries[strings.ToLower(entry.Key)] = entry // the last one takes precedence
	}
	return m
}

// mapping provides the entries of a YAML mapping by key, ignoring case.
type mapping struct {
	reader  *specReader
	what    string
	entries map[string]*yamldoc.Node
	known   []string
}

func (m *mapping) value(key string) *yamldoc.Node {
	key = strings.ToLower(key)
	m.known = append(m.known, key)
	return m.entries[key]
}

func (m *mapping) text(key string) string { return m.reader.text(m.value(key)) }

func (m *mapping) flag(key string) bool {
	return strings.EqualFold(strings.TrimSpace(m.text(key)), "true")
}

// end records the keys that were not read.
func (m *mapping) end() {
	for _, key := range m.known {
		delete(m.entries, key)
	}
	for _, entry := range sortedByPosition(m.entries) {
		m.reader.add(Finding{
			Code: diagnostic.SpecShape, Severity: diagnostic.Warning, Line: entry.KeyLine, Column: entry.KeyColumn,
			Message: fmt.Sprintf("the %[2]s has no key %[1]s", entry.Key, m.what),
			Hint:    "check its spelling; it is ignored",
		})
	}
}

// keyOf returns the key of a value, for messages.
func keyOf(n *yamldoc.Node) string {
	if n.Key == "" {
		return "an item"
	}
	return n.Key
}
