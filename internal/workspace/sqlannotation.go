package workspace

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// annotationPlace is where the annotations of a node, or of one of its columns, stand in the text.
type annotationPlace struct {
	text        string
	annotations []sqltext.Annotation
	end         int    // where another one goes
	separator   string // between what stands there and another one
	opensText   bool   // another one goes to the beginning of the text, with the separator behind it
}

// with is the text with these annotations of a name, in the place of those that are there. The rest of it stays as it is,
// byte for byte.
func (p annotationPlace) with(name string, calls []string) string {
	var there []sqltext.Range
	for _, a := range p.annotations {
		if a.Name == name {
			there = append(there, a.Range)
		}
	}
	tooMany := max(0, len(there)-len(calls))
	text, end := p.text, p.end
	for i, place := range slices.Backward(there) {
		if i < tooMany {
			gone := wholeLine(p.text, place)
			text = text[:gone.Start] + text[gone.End:]
			continue
		}
		call := calls[i-tooMany]
		text = text[:place.Start] + call + text[place.End:]
		end += len(call) - len(place.Of(p.text))
	}
	return p.insert(text, calls[len(there)-tooMany:], end)
}

// insert puts further annotations to the end of those that are there.
func (p annotationPlace) insert(text string, calls []string, end int) string {
	if len(calls) == 0 {
		return text
	}
	if p.opensText {
		return strings.Join(calls, p.separator) + p.separator + text
	}
	return text[:end] + p.separator + strings.Join(calls, p.separator) + text[end:]
}

// wholeLine is the line of an annotation when nothing else stands in it, else the annotation with the space before it.
func wholeLine(text string, place sqltext.Range) sqltext.Range {
	start := len(strings.TrimRight(text[:place.Start], " \t"))
	rest := strings.TrimLeft(text[place.End:], " \t\r")
	if startsLine := start == 0 || text[start-1] == '\n'; !startsLine {
		return sqltext.Range{Start: start, End: place.End}
	}
	if rest != "" && rest[0] != '\n' {
		return sqltext.Range{Start: start, End: len(text) - len(strings.TrimLeft(text[place.End:], " \t"))}
	}
	return sqltext.Range{Start: start, End: len(text) - len(strings.TrimPrefix(rest, "\n"))}
}

// behindComment is the end of a line when nothing but a comment stands between, else the offset itself.
func behindComment(text string, offset int) int {
	line, _, _ := strings.Cut(text[offset:], "\n")
	line = strings.TrimRight(line, " \t\r")
	if rest := strings.TrimLeft(line, " \t"); rest == "" || strings.HasPrefix(rest, "--") {
		return offset + len(line)
	}
	return offset
}

// lineEndOf is how lines of a text end.
func lineEndOf(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}
