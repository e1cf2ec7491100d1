package yamldoc

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

func (c *converter) scalar(from *yaml.Node) *Node {
	n := newNodeAt(Scalar, from)
	n.Value, n.Style = from.Value, styleOf(from)
	if n.Style == Literal || n.Style == Folded {
		n.Line++
		n.Column = c.blockIndent(int(n.Line)-1, n.Value) + 1
	}
	return n
}

// styleOf returns the style of a scalar. A tag decides between a text and the rest, so its effect is kept as a style.
func styleOf(from *yaml.Node) Style {
	style := Plain
	switch {
	case from.Style&yaml.LiteralStyle != 0:
		style = Literal
	case from.Style&yaml.FoldedStyle != 0:
		style = Folded
	case from.Style&yaml.DoubleQuotedStyle != 0:
		style = DoubleQuoted
	case from.Style&yaml.SingleQuotedStyle != 0:
		style = SingleQuoted
	}
	if from.Style&yaml.TaggedStyle == 0 {
		return style
	}
	switch from.Tag {
	case "!!int", "!!float", "!!bool", "!!null":
		return Plain
	default:
		return max(style, SingleQuoted)
	}
}

// blockIndent returns the indentation of the block that begins in a line, counted from 0: that of its first line with more
// than spaces, without the spaces that belong to the text.
func (c *converter) blockIndent(line int, value string) int32 {
	if c.lineStarts == nil {
		c.findLines()
	}
	if line >= len(c.lineStarts) {
		return 0
	}
	indent := firstIndent(c.text[c.lineStarts[line]:]) - firstIndent(value)
	return int32(max(indent, 0)) //nolint:gosec // a text is not larger than maxSize
}

// firstIndent counts the spaces before the first line that has other characters.
func firstIndent(text string) int {
	for line := range strings.SplitSeq(text, "\n") {
		if indent := leadingSpaces(line, len(line)); indent < len(line) {
			return indent
		}
	}
	return 0
}

func (c *converter) findLines() {
	c.lineStarts = append(c.lineStarts, 0)
	for i := range len(c.text) {
		if c.text[i] == '\n' {
			c.lineStarts = append(c.lineStarts, i+1)
		}
	}
}

// comment hands on the comments that the library found at an entry or an item.
func (c *converter) comment(n *Node, key, value *yaml.Node) {
	if key.HeadComment != "" {
		n.addHead(strings.Split(key.HeadComment, "\n"))
	}
	if key != value && value.HeadComment != "" {
		n.addHead(strings.Split(value.HeadComment, "\n"))
	}
	for _, line := range []string{key.LineComment, value.LineComment} {
		line, _, _ = strings.Cut(line, "\n")
		n.setLineComment(line)
	}
	for _, foot := range []string{key.FootComment, value.FootComment} {
		if foot != "" && (key != value || foot != key.FootComment) {
			c.document.Foot = append(c.document.Foot, strings.Split(foot, "\n")...)
		}
	}
}

// finish records what writing the document would lose.
//
// The library assigns some comments to unexpected entries, and loses a few. So wherever there may be one, the document
// counts as not kept.
func (c *converter) finish(root *yaml.Node) {
	for _, foot := range []string{root.FootComment} {
		if foot != "" {
			c.document.Foot = append(c.document.Foot, strings.Split(foot, "\n")...)
		}
	}
	switch {
	case c.hasSpecial:
		c.document.Unkept = "anchors, aliases or tags"
	case mayHaveComments(c.text):
		c.document.Unkept = "comments beside flow collections, texts over several lines or other unusual YAML"
	}
}

func mayHaveComments(text string) bool {
	for offset := 0; ; offset++ {
		at := strings.IndexByte(text[offset:], '#')
		if at < 0 {
			return false
		}
		offset += at
		if offset == 0 || strings.IndexByte(" \t\n\r", text[offset-1]) >= 0 {
			return true
		}
	}
}
