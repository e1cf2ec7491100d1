package workspace

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// annotationBlock is the part of a text that contains the annotations of a node or of one of its columns.
type annotationBlock struct {
	text        string
	annotations []sqltext.Annotation
	end         int    // where another annotation goes
	separator   string // between the existing annotations and another one
	opensText   bool   // newService one goes to the beginning of the text, followed by the separator
}

// with returns the text with these annotations of a name instead of the existing ones. It keeps the rest byte for byte.
func (p annotationBlock) with(name string, calls []string) string {
	var there []sqltext.Range
	for _, a := range p.annotations {
		if a.Name == name {
			there = append(there, a.Range)
		}
	}
	tooMany := max(0, len(there)-len(calls))
	text, end := p.text, p.end
	for i, span := range slices.Backward(there) {
		if i < tooMany {
			gone := wholeLine(p.text, span)
			text = text[:gone.Start] + text[gone.End:]
			continue
		}
		call := calls[i-tooMany]
		text = text[:span.Start] + call + text[span.End:]
		end += len(call) - len(span.Of(p.text))
	}
	return p.insert(text, calls[len(there)-tooMany:], end)
}

// insert appends further annotations to the existing ones.
func (p annotationBlock) insert(text string, calls []string, end int) string {
	if len(calls) == 0 {
		return text
	}
	if p.opensText {
		return strings.Join(calls, p.separator) + p.separator + text
	}
	return text[:end] + p.separator + strings.Join(calls, p.separator) + text[end:]
}

// wholeLine returns the line of an annotation if nothing else is in it, else the annotation with the preceding space.
func wholeLine(text string, span sqltext.Range) sqltext.Range {
	start := len(strings.TrimRight(text[:span.Start], " \t"))
	rest := strings.TrimLeft(text[span.End:], " \t\r")
	if startsLine := start == 0 || text[start-1] == '\n'; !startsLine {
		return sqltext.Range{Start: start, End: span.End}
	}
	if rest != "" && rest[0] != '\n' {
		return sqltext.Range{Start: start, End: len(text) - len(strings.TrimLeft(text[span.End:], " \t"))}
	}
	return sqltext.Range{Start: start, End: len(text) - len(strings.TrimPrefix(rest, "\n"))}
}

// behindComment returns the end of the line if only a comment follows the offset, else the offset itself.
func behindComment(text string, offset int) int {
	line, _, _ := strings.Cut(text[offset:], "\n")
	line = strings.TrimRight(line, " \t\r")
	if rest := strings.TrimLeft(line, " \t"); rest == "" || strings.HasPrefix(rest, "--") {
		return offset + len(line)
	}
	return offset
}

// lineEndOf returns the line ending of a text.
func lineEndOf(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}
