package render

import (
	"iter"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// findInNode searches for a piece of text in the texts of the node's own file.
func (g *rendering) findInNode(piece string, offset int) (diagnostic.Position, bool) {
	if strings.TrimSpace(piece) == "" {
		return diagnostic.Position{}, false
	}
	for text := range nodeTexts(g.node) {
		if found := strings.Index(text.text, piece); found >= 0 && text.at.Line > 0 {
			return text.position(found + offset), true
		}
	}
	return diagnostic.Position{}, false
}

// findInTemplate searches for a piece of text in the template, because a raw block may have produced it.
func (g *rendering) findInTemplate(piece string, offset int) (diagnostic.Position, bool) {
	text := g.kind.Create
	if g.which == Run {
		text = g.kind.Run
	}
	found := strings.Index(text, piece)
	if found < 0 || strings.TrimSpace(piece) == "" || g.template.origin.file == "" {
		return diagnostic.Position{}, false
	}
	return diagnostic.Position{Line: 1, Column: 1}.Inside(text, found+offset), true
}

// atRef sets the position of a finding about a reference to where the node's file contains it, if it does.
func (g *rendering) atRef(d diagnostic.Diagnostic, ref transform.NodeRef) diagnostic.Diagnostic {
	for text := range nodeTexts(g.node) {
		if found := findRef(text.text, ref); found >= 0 && text.at.Line > 0 {
			return d.At(g.node.File, text.position(found))
		}
	}
	return d
}

// findRef returns the offset of a plain reference to a node in a text, or -1.
func findRef(text string, ref transform.NodeRef) int {
	for start := 0; ; {
		at := jinjaStart(text[start:])
		if at < 0 {
			return -1
		}
		found, length := readPlainRef(text[start+at:])
		if length > 0 && found.node == ref {
			return start + at
		}
		start += at + max(length, 2)
	}
}

// nodeText is a text of a node that may contain Jinja.
type nodeText struct {
	text   string
	at     diagnostic.Position
	isNear bool // at is near the text, not at its beginning
}

// position returns the position of an offset in the text.
func (t nodeText) position(offset int) diagnostic.Position {
	if t.isNear {
		return t.at
	}
	return t.at.Inside(t.text, offset)
}

// nodeTexts returns the texts of a node that may contain Jinja.
func nodeTexts(n *transform.Node) iter.Seq[nodeText] {
	return func(yield func(nodeText) bool) {
		if n.SQL != nil {
			yield(nodeText{text: n.SQL.Text, at: diagnostic.Position{Line: 1, Column: 1}})
			return
		}
		_ = yieldSources(n, yield) && yieldTransforms(n, yield) && yieldTests(n, yield)
	}
}

func yieldSources(n *transform.Node, yield func(nodeText) bool) bool {
	for i := range n.Sources {
		source := &n.Sources[i]
		if !yield(nodeText{text: source.Join, at: source.JoinAt}) ||
			!yield(nodeText{text: source.CustomSQL, at: source.At, isNear: true}) {
			return false
		}
	}
	return true
}

func yieldTransforms(n *transform.Node, yield func(nodeText) bool) bool {
	for i := range n.Columns {
		for _, source := range n.Columns[i].Sources {
			if !yield(nodeText{text: source.Transform, at: source.At}) {
				return false
			}
		}
	}
	return true
}

func yieldTests(n *transform.Node, yield func(nodeText) bool) bool {
	for _, test := range n.Tests {
		if !yield(nodeText{text: test.Template, at: test.At}) {
			return false
		}
	}
	return true
}
