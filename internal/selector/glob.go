package selector

import "unicode/utf8"

// glob is a pattern compiled for matching folded texts: the pieces between its stars. A question mark in a piece is
// anyRune, which no valid text contains.
type glob []piece

// piece is a run of characters that a text must have one after another.
type piece []rune

const anyRune = utf8.MaxRune + 1

// compile folds a pattern and splits it at its stars. A pattern without stars is one piece.
func (p pattern) compile() glob {
	pieces := glob{nil}
	escaped := false
	for _, r := range string(p) {
		last := &pieces[len(pieces)-1]
		switch {
		case escaped:
			*last = append(*last, foldRune(r))
			escaped = false
		case r == '\\':
			escaped = true
		case r == '*':
			pieces = append(pieces, nil)
		case r == '?':
			*last = append(*last, anyRune)
		default:
			*last = append(*last, foldRune(r))
		}
	}
	return pieces
}

// matches reports whether the whole folded text matches. The first piece must match at the start and the last at the
// end. Each piece between them matches at its first occurrence, which leaves the most text for the following pieces. So
// there is no backtracking, and the time is at most the length of the text times the length of the pattern.
func (g glob) matches(folded string) bool {
	text, ok := g[0].fits(folded)
	if len(g) == 1 {
		return ok && text == ""
	}
	last := len(g) - 1
	for _, piece := range g[1:last] {
		if !ok {
			return false
		}
		text, ok = piece.find(text)
	}
	return ok && g[last].ends(text)
}

// fits removes the piece from the start of the text.
func (p piece) fits(text string) (rest string, ok bool) {
	for _, want := range p {
		got, size := utf8.DecodeRuneInString(text)
		if size == 0 || (want != anyRune && want != got) {
			return "", false
		}
		text = text[size:]
	}
	return text, true
}

// find removes the text up to the end of the first match of the piece.
func (p piece) find(text string) (rest string, ok bool) {
	for {
		if rest, ok = p.fits(text); ok {
			return rest, true
		}
		_, size := utf8.DecodeRuneInString(text)
		if size == 0 {
			return "", false
		}
		text = text[size:]
	}
}

// ends reports whether the text ends with the piece.
func (p piece) ends(text string) bool {
	at := len(text)
	for range p {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		if size == 0 {
			return false
		}
		at -= size
	}
	_, ok := p.fits(text[at:])
	return ok
}
