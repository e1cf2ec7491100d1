package yamldoc

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// converter converts the library's tree to ours.
type converter struct {
	text       string
	document   *Document
	lineStarts []int // offsets; computed on first use
	fromAlias  int   // nodes that were created under an alias
	inAlias    int
	hasSpecial bool // anchors, aliases or tags were met
}

func (c *converter) convert(from *yaml.Node, depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, c.fail(from, fmt.Sprintf("the document is nested more than %d deep", maxDepth))
	}
	if c.inAlias > 0 {
		if c.fromAlias++; c.fromAlias > maxFromAlias {
			return nil, c.fail(from, "the aliases of the document grow beyond measure")
		}
	}
	if from.Anchor != "" || from.Style&yaml.TaggedStyle != 0 {
		c.hasSpecial = true
	}
	switch from.Kind {
	case yaml.AliasNode:
		return c.alias(from, depth)
	case yaml.MappingNode:
		return c.mapping(from, depth)
	case yaml.SequenceNode:
		return c.sequence(from, depth)
	default:
		return c.scalar(from), nil
	}
}

func (c *converter) fail(at *yaml.Node, message string) *SyntaxError {
	where := placeOf(at)
	return &SyntaxError{Line: where.line, Column: where.column, Message: message}
}

func placeOf(n *yaml.Node) position {
	return position{int32(n.Line), int32(n.Column)} //nolint:gosec // a text is not larger than maxSize
}

func newNodeAt(kind Kind, from *yaml.Node) *Node {
	where := placeOf(from)
	return &Node{Kind: kind, Line: where.line, Column: where.column}
}

// alias copies the target of an alias. A recursive alias ends at the depth limit.
func (c *converter) alias(from *yaml.Node, depth int) (*Node, error) {
	c.hasSpecial = true
	c.inAlias++
	defer func() { c.inAlias-- }()
	return c.convert(from.Alias, depth+1)
}

func (c *converter) sequence(from *yaml.Node, depth int) (*Node, error) {
	n := newNodeAt(Sequence, from)
	for _, content := range from.Content {
		item, err := c.convert(content, depth+1)
		if err != nil {
			return nil, err
		}
		c.comment(item, content, content)
		n.Append(item)
	}
	return n, nil
}

func (c *converter) mapping(from *yaml.Node, depth int) (*Node, error) {
	n := newNodeAt(Mapping, from)
	list := entries{mapping: n, document: c.document}
	var merged []*yaml.Node
	for i := 0; i+1 < len(from.Content); i += 2 {
		key, value := from.Content[i], from.Content[i+1]
		if key.Tag == "!!merge" {
			merged = append(merged, value)
			continue
		}
		entry, err := c.entry(key, value, depth)
		if err != nil {
			return nil, err
		}
		if !list.add(entry) {
			return nil, c.fail(key, "too many keys occur twice")
		}
	}
	return n, c.merge(n, merged, depth)
}

func (c *converter) entry(key, value *yaml.Node, depth int) (*Node, error) {
	if key.Kind == yaml.AliasNode {
		c.hasSpecial = true
		key = key.Alias
	}
	if key.Kind != yaml.ScalarNode || key.Value == "" && key.Style == 0 {
		return nil, c.fail(key, "a key must be a text")
	}
	if key.Anchor != "" {
		c.hasSpecial = true
	}
	entry, err := c.convert(value, depth+1)
	if err != nil {
		return nil, err
	}
	where := placeOf(key)
	entry.Key, entry.KeyStyle, entry.KeyLine, entry.KeyColumn = key.Value, styleOf(key), where.line, where.column
	c.comment(entry, key, value)
	return entry, nil
}

// merge adds the entries of other mappings for <<, unless the mapping has its own.
func (c *converter) merge(n *Node, merged []*yaml.Node, depth int) error {
	for _, from := range merged {
		c.hasSpecial = true
		other, err := c.convert(from, depth+1)
		if err != nil {
			return err
		}
		if err := c.mergeOne(n, other, from); err != nil {
			return err
		}
	}
	return nil
}

func (c *converter) mergeOne(n, other *Node, from *yaml.Node) error {
	switch other.Kind {
	case Mapping:
		var added []*Node
		for entry := range other.Children() {
			if n.Get(entry.Key) == nil {
				added = append(added, entry)
			}
		}
		for _, entry := range added {
			n.Append(entry)
		}
		return nil
	case Sequence:
		for item := range other.Children() {
			if item.Kind != Mapping {
				return c.fail(from, "only mappings can be merged")
			}
			if err := c.mergeOne(n, item, from); err != nil {
				return err
			}
		}
		return nil
	default:
		return c.fail(from, "only mappings can be merged")
	}
}
