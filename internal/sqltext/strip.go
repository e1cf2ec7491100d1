package sqltext

import (
	"sort"
	"strings"
)

// stripped returns a part of the text without the annotations in it, and without the white space before them.
func (n *nodeReader) stripped(r Range) string {
	first := sort.Search(len(n.annotations), func(i int) bool { return n.annotations[i].Range.Start >= r.Start })
	if first == len(n.annotations) || n.annotations[first].Range.Start >= r.End {
		return r.Of(n.text)
	}
	var out strings.Builder
	out.Grow(r.End - r.Start)
	from := r.Start
	for _, a := range n.annotations[first:] {
		if a.Range.Start >= r.End {
			break
		}
		appendPiece(&out, n.before(a, from))
		from = min(a.Range.End, r.End)
	}
	appendPiece(&out, n.text[from:r.End])
	return out.String()
}

// before returns the text between an offset and an annotation. It removes the white space before the annotation, unless
// it ends a line comment.
func (n *nodeReader) before(a positionedAnnotation, from int) string {
	piece := n.text[from:a.Range.Start]
	if a.afterComment {
		return piece
	}
	return strings.TrimRight(piece, " \t\r\n\v\f")
}

// appendPiece joins pieces so that two words do not become one.
func appendPiece(out *strings.Builder, piece string) {
	if piece == "" {
		return
	}
	if out.Len() > 0 && !isSpace(piece[0]) && isWordPart(piece[0]) {
		out.WriteByte(' ')
	}
	out.WriteString(piece)
}
