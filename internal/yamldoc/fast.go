package yamldoc

import (
	"strings"
	"unicode/utf8"
)

// fast parses the plain subset of YAML, line by line. Its methods return false for anything else; then the attempt
// ends, and position is the offset of the problem.
type fast struct {
	text      string
	position  int // offset of the next character
	lineStart int // offset of the current line
	line      int32
	indent    int  // of the content line that nextContent found
	isEnd     bool // nextContent found no more
	isASCII   bool

	document *Document
	memory   *memory
	comments []string // comment lines above the next entry
	isAtTop  bool     // only comments so far
	setOff   int      // how many of them are separated from the following content by an empty line
}

// readFast parses a text if it is plain, else it returns the position where it stopped.
func readFast(text string, m *memory) (*Document, position) {
	r := &fast{text: text, line: 1, document: &Document{}, memory: m}
	if !r.isReadable() {
		return nil, firstUnreadable(text)
	}
	if !r.readDocument() {
		return nil, position{r.line, r.columnOf(r.position)}
	}
	return r.document, position{}
}

// isReadable reports whether the text has only characters that this reader handles.
func (r *fast) isReadable() bool {
	hasControls, hasBeyond := scan(r.text)
	r.isASCII = !hasBeyond
	r.memory.prepare(strings.Count(r.text, "\n"))
	return !hasControls && (r.isASCII || isPrintable(r.text))
}

func (r *fast) readDocument() bool {
	if strings.HasPrefix(r.text, "---\n") {
		r.position, r.line = 4, 2
	}
	r.isAtTop = true
	if !r.nextContent() || r.isEnd {
		return false
	}
	r.takeDocumentHead()
	root, ok := r.block(0)
	if !ok || !r.isEnd {
		return false
	}
	r.document.Root = root
	r.document.Foot = r.comments
	return true
}

// takeDocumentHead assigns the comments at the top to the document, so that they stay there when keys are sorted: those
// that an empty line separates, else all above the first key. An item of a sequence keeps its comments, because it does
// not move.
func (r *fast) takeDocumentHead() {
	r.isAtTop = false
	switch {
	case r.setOff > 0:
		r.document.Head = r.comments[: r.setOff-1 : r.setOff-1] // without the empty line
		r.comments = r.comments[r.setOff:]
	case len(r.comments) > 0 && !r.atDash():
		r.document.Head, r.document.IsHeadClose = r.takeHead(), true
	}
}

// nextContent moves from the start of a line to the first character of the next line that is neither empty nor a
// comment.
func (r *fast) nextContent() bool {
	for r.position < len(r.text) {
		r.lineStart = r.position
		i := r.position
		for i < len(r.text) && r.text[i] == ' ' {
			i++
		}
		r.position = i
		switch {
		case i == len(r.text):
		case r.text[i] == '\n':
			r.emptyLine()
			r.endLine(i)
		case r.text[i] == '#':
			r.comments = append(r.comments, r.takeComment())
		default:
			r.indent = i - r.lineStart
			return r.text[i] != '\t' && !r.atMarker()
		}
	}
	r.isEnd = true
	return true
}

// emptyLine keeps an empty line between the comments at the top.
func (r *fast) emptyLine() {
	if !r.isAtTop || len(r.comments) == r.setOff {
		return
	}
	r.comments = append(r.comments, "")
	r.setOff = len(r.comments)
}

// takeComment reads a comment and its line end.
func (r *fast) takeComment() string {
	end := r.lineEnd()
	comment := strings.TrimRight(r.text[r.position:end], " \t")
	r.endLine(end)
	return comment
}

// lineEnd returns the offset of the end of the current line.
func (r *fast) lineEnd() int {
	if at := strings.IndexByte(r.text[r.position:], '\n'); at >= 0 {
		return r.position + at
	}
	return len(r.text)
}

// endLine moves over a line end at an offset, or to the end of the text.
func (r *fast) endLine(end int) {
	r.position = min(end+1, len(r.text))
	if end < len(r.text) {
		r.line++
		r.lineStart = r.position
	}
}

// atMarker reports whether a document begins or ends here.
func (r *fast) atMarker() bool {
	if r.indent > 0 {
		return false
	}
	rest := r.text[r.position:]
	return strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")
}

// columnOf returns the column of an offset in the current line.
func (r *fast) columnOf(offset int) int32 {
	if r.isASCII {
		return int32(offset-r.lineStart) + 1 //nolint:gosec // a text is not larger than maxSize
	}
	return int32(utf8.RuneCountInString(r.text[r.lineStart:offset])) + 1 //nolint:gosec // a text is not larger than maxSize
}

// newNode returns a node with its position at an offset in the current line.
func (r *fast) newNode(kind Kind, offset int) *Node {
	n := r.memory.newNode()
	n.Kind, n.Line, n.Column = kind, r.line, r.columnOf(offset)
	return n
}
