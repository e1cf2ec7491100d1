package projectfile

import (
	"strings"

	"github.com/millrace/millrace/internal/yamldoc"
)

// text reads a value as a text. A number or a boolean becomes its source text; null is "".
func (r *reader) text(n *yamldoc.Node) string {
	text, ok := plainText(n)
	if !ok {
		r.wrongShape(n, "a text")
		return ""
	}
	if n.Style == yamldoc.Literal && strings.IndexByte(text, '\n') >= 0 {
		return text // a block is assembled from its lines and shares no memory with the file
	}
	return r.words.own(text)
}

// word reads a text that is likely to be repeated.
func (r *reader) word(n *yamldoc.Node) string {
	text, ok := plainText(n)
	if !ok {
		r.wrongShape(n, "a text")
		return ""
	}
	return r.words.share(text)
}

// plainText returns the text of a scalar; null is "".
func plainText(n *yamldoc.Node) (text string, ok bool) {
	switch {
	case n.Kind != yamldoc.Scalar:
		return "", false
	case n.IsNull():
		return "", true
	default:
		return n.Value, true
	}
}

// boolean reads a boolean; null is the default.
func (r *reader) boolean(n *yamldoc.Node, fallback bool) bool {
	value, ok := plainBool(n, fallback)
	if !ok {
		r.wrongShape(n, "true or false")
	}
	return value
}

// plainBool returns the boolean of a scalar, in quotes or not. Null and other values are the default.
func plainBool(n *yamldoc.Node, fallback bool) (value, ok bool) {
	if n.IsNull() {
		return fallback, true
	}
	if value, ok := n.Bool(); ok {
		return value, true
	}
	if n.Kind == yamldoc.Scalar {
		switch strings.ToLower(n.Value) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
	}
	return fallback, false
}

// isList reports whether a value is a list, and adds a finding if it is another value; null is an empty list.
func (r *reader) isList(n *yamldoc.Node) bool {
	if n.Kind == yamldoc.Sequence {
		return true
	}
	if !n.IsNull() {
		r.wrongShape(n, "a list")
	}
	return false
}

// list reads a list. An item for which read returns false is left out; an empty list is nil.
func list[V any](r *reader, n *yamldoc.Node, read func(item *yamldoc.Node, into *V) bool) []V {
	if !r.isList(n) {
		return nil
	}
	return filled(n, make([]V, n.Len()), read)
}

// filled reads a list into values of its length.
func filled[V any](n *yamldoc.Node, values []V, read func(item *yamldoc.Node, into *V) bool) []V {
	count := 0
	for item := range n.Children() {
		if read(item, &values[count]) {
			count++
			continue
		}
		var none V
		values[count] = none
	}
	if count == 0 {
		return nil
	}
	return values[:count]
}

// mappingList reads a list of mappings. Other items are left out; null is an empty list.
func mappingList[V any](r *reader, n *yamldoc.Node, read func(item *yamldoc.Node, into *V)) []V {
	return list(r, n, onlyMappings(r, read))
}

// onlyMappings reads items that are mappings, and adds a finding for other items.
func onlyMappings[V any](r *reader, read func(item *yamldoc.Node, into *V)) func(item *yamldoc.Node, into *V) bool {
	return func(item *yamldoc.Node, into *V) bool {
		if !isReadable(item) {
			r.wrongShape(item, "a mapping")
			return false
		}
		read(item, into)
		return true
	}
}

// isMapping reports whether a value is a mapping, and adds a finding if it is another value; null is an empty mapping.
func (r *reader) isMapping(n *yamldoc.Node) bool {
	if n.Kind == yamldoc.Mapping {
		return true
	}
	if !n.IsNull() {
		r.wrongShape(n, "a mapping")
	}
	return false
}

// anything reads a free-form value. Its texts are copies.
func (r *reader) anything(n *yamldoc.Node) any {
	switch n.Kind {
	case yamldoc.Mapping:
		values := make(map[string]any, n.Len())
		for child := range n.Children() {
			values[r.words.share(child.Key)] = r.anything(child)
		}
		return values
	case yamldoc.Sequence:
		values := make([]any, 0, n.Len())
		for child := range n.Children() {
			values = append(values, r.anything(child))
		}
		return values
	default:
		value := n.Any()
		if text, ok := value.(string); ok {
			return r.words.own(text)
		}
		return value
	}
}
