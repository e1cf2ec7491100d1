package jinja

import "strings"

// Span is a range of a text, from Start up to End.
type Span struct{ Start, End int }

// MacroSpans returns where the macros of a text are, from {% macro %} to {% endmacro %}. It does not compile the text, so a tag
// that does not parse hides no macro. A macro inside another one belongs to it. If some macro is not closed, each macro ends
// where the next one begins.
func MacroSpans(text string) []Span {
	tags := macroTags(text)
	if spans, isBalanced := nestedSpans(tags); isBalanced {
		return spans
	}
	return flatSpans(tags, len(text))
}

// macroTag is {% macro %} or {% endmacro %}.
type macroTag struct {
	Span

	isEnd bool
}

// macroTags returns the tags outside of comments and raw blocks.
func macroTags(text string) []macroTag {
	var tags []macroTag
	l := lexer{text: text}
	for {
		l.pos = l.findTag()
		switch {
		case l.pos == len(text):
			return tags
		case text[l.pos+1] == '#':
			if l.skipComment() != nil {
				return tags
			}
		case text[l.pos+1] == '{':
			l.pos += 2
		default:
			if content, isRaw := l.rawBegin(); isRaw {
				if _, err := l.rawBody(content); err != nil {
					return tags
				}
				continue
			}
			if tag, ok := l.macroTag(); ok {
				tags = append(tags, tag)
			}
			l.pos += 2
		}
	}
}

// macroTag returns the tag at the current position, if it is one of a macro.
func (l *lexer) macroTag() (macroTag, bool) {
	at := l.spaceEnd(l.afterSign(l.pos + 2))
	rest, isEnd := strings.CutPrefix(l.text[at:], "end")
	if !strings.HasPrefix(rest, "macro") {
		return macroTag{}, false
	}
	length := strings.Index(l.text[l.pos:], "%}")
	if length < 0 {
		return macroTag{}, false
	}
	return macroTag{Span{l.pos, l.pos + length + 2}, isEnd}, true
}

// nestedSpans returns the outermost macros, and whether every macro is closed.
func nestedSpans(tags []macroTag) (spans []Span, isBalanced bool) {
	depth, start := 0, 0
	for _, tag := range tags {
		if !tag.isEnd {
			if depth++; depth == 1 {
				start = tag.Start
			}
			continue
		}
		if depth--; depth < 0 {
			return nil, false
		}
		if depth == 0 {
			spans = append(spans, Span{start, tag.End})
		}
	}
	return spans, depth == 0
}

// flatSpans returns the macros if none is inside another one.
func flatSpans(tags []macroTag, length int) []Span {
	var spans []Span
	isOpen := false
	for _, tag := range tags {
		switch {
		case tag.isEnd && isOpen:
			spans[len(spans)-1].End = tag.End
			isOpen = false
		case !tag.isEnd:
			if isOpen {
				spans[len(spans)-1].End = tag.Start
			}
			spans = append(spans, Span{tag.Start, length})
			isOpen = true
		}
	}
	return spans
}
