package sqltext

import (
	"fmt"
	"strings"
)

// comment reports what looks like an annotation in a comment: @name( anywhere, and a line of only @names.
func (n *nodeReader) comment(token Token) {
	if strings.IndexByte(token.in(n.text), '@') < 0 {
		return
	}
	for start := token.Start; start < token.End; {
		end := min(lineEnd(n.text, start), token.End)
		n.commentLine(Range{start, end})
		start = end + 1
	}
}

// commentLine reports annotations in one line of a comment.
func (n *nodeReader) commentLine(line Range) {
	bare := isBareAnnotations(line.Of(n.text))
	for i := line.Start; i < line.End; i++ {
		if n.text[i] != '@' || i+1 >= line.End || !isWordStart(n.text[i+1]) || isWordPart(n.text[max(i-1, 0)]) {
			continue
		}
		end := i + 1
		for end < line.End && isWordPart(n.text[end]) {
			end++
		}
		if bare || end < line.End && n.text[end] == '(' {
			n.problem(AnnotationInComment, Range{i, end}, fmt.Sprintf("@%s is in a comment and has no effect", n.text[i+1:end]),
				"move it out of the comment; write annotations directly in the text")
		}
		i = end - 1
	}
}

// isBareAnnotations reports whether a line of a comment contains only names with @.
func isBareAnnotations(line string) bool {
	line = strings.Trim(line, "-/* \t\r")
	if line == "" {
		return false
	}
	for field := range strings.FieldsSeq(line) {
		field = strings.TrimSuffix(field, ",")
		if len(field) < 2 || field[0] != '@' || !isWord(field[1:]) {
			return false
		}
	}
	return true
}

func isWord(text string) bool {
	for i := range len(text) {
		if !isWordPart(text[i]) {
			return false
		}
	}
	return true
}
