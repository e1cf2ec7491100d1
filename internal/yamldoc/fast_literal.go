package yamldoc

import "strings"

// literal parses a literal block under a parent in a column, and moves to the next content. It rejects an empty block
// and one with an indentation indicator.
func (r *fast) literal(n *Node, column int) bool {
	chomping := byte(0)
	r.position++
	if r.position < len(r.text) && (r.text[r.position] == '-' || r.text[r.position] == '+') {
		chomping = r.text[r.position]
		r.position++
	}
	if !r.endLiteralHeader(n) {
		return false
	}
	indent, ok := r.literalIndent()
	if !ok || indent <= column {
		return false
	}
	n.Style, n.Line, n.Column = Literal, r.line, int32(indent)+1 //nolint:gosec // a text is not larger than maxSize
	n.Value, ok = r.literalText(indent, chomping)
	return ok && r.nextContent() && (r.isEnd || r.indent <= column)
}

// endLiteralHeader ends the line with the bar.
func (r *fast) endLiteralHeader(n *Node) bool {
	header := r.position
	if !r.skipSpaces() || r.position == len(r.text) {
		return false
	}
	if r.text[r.position] == '#' {
		n.setLineComment(r.takeComment())
		return r.text[header] == ' '
	}
	r.endLine(r.position)
	return true
}

// literalIndent returns the indentation of the first line that is not empty. Empty lines before it must not be longer.
func (r *fast) literalIndent() (int, bool) {
	longest, lineStart := 0, r.position
	for i := r.position; i < len(r.text); i++ {
		switch r.text[i] {
		case ' ':
			continue
		case '\n':
			longest = max(longest, i-lineStart)
			lineStart = i + 1
		default:
			return i - lineStart, longest <= i-lineStart // a tab here is the first character of the text
		}
	}
	return 0, false
}

// literalText reads the lines of a block and removes their indentation.
func (r *fast) literalText(indent int, chomping byte) (string, bool) {
	block := literalLines{indent: indent}
	for r.position < len(r.text) {
		end := r.lineEnd()
		line := r.text[r.position:end]
		spaces := leadingSpaces(line, indent)
		if spaces < indent && spaces < len(line) {
			if line[spaces] == '\t' {
				return "", false
			}
			break
		}
		block.add(line[spaces:], end < len(r.text))
		r.endLine(end)
	}
	return block.text(chomping), true
}

// leadingSpaces counts the spaces at the start of a line, up to a limit.
func leadingSpaces(line string, limit int) int {
	for i := range min(len(line), limit) {
		if line[i] != ' ' {
			return i
		}
	}
	return min(len(line), limit)
}

// literalLines joins the lines of a block. A block of one line shares the text of the file.
type literalLines struct {
	indent int
	only   string // the first line, while it is the only one
	b      strings.Builder
	isLong bool
	hasAny bool // there was a line that is not empty
	breaks int  // line ends since then, not yet in the text
}

func (l *literalLines) add(line string, isEnded bool) {
	if line != "" {
		l.addText(line)
	}
	if isEnded {
		l.breaks++
	}
}

func (l *literalLines) addText(line string) {
	if !l.hasAny && l.breaks == 0 {
		l.only, l.hasAny = line, true
		return
	}
	if !l.isLong {
		l.b.WriteString(l.only)
		l.isLong = true
	}
	l.writeBreaks(l.breaks)
	l.b.WriteString(line)
	l.hasAny, l.breaks = true, 0
}

func (l *literalLines) writeBreaks(count int) {
	for range count {
		l.b.WriteByte('\n')
	}
}

// text ends the block: a minus removes the line ends at the end, a plus keeps all, otherwise one is kept.
func (l *literalLines) text(chomping byte) string {
	kept := min(l.breaks, 1)
	switch chomping {
	case '-':
		kept = 0
	case '+':
		kept = l.breaks
	}
	if kept == 0 && !l.isLong {
		return l.only
	}
	if !l.isLong {
		l.b.WriteString(l.only)
	}
	l.writeBreaks(kept)
	return l.b.String()
}
