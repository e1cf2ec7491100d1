package selector

import "unicode/utf8"

// glob is a pattern ready for matching folded texts: the pieces between its stars. A question mark in a piece is
// anyRune, which no valid text contains.
type glob []piece

// piece is a run of characters that a text must have one after another.
type piece []rune

const anyRune = utf8.MaxRune + 1

// compile folds a pattern and cuts it at its stars. A pattern without stars is one piece.
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

// matches reports whether the whole folded text fits. The first piece is held against the start and the last against
// the end; those between are taken where they first fit, which leaves the most room for the others. So no choice is
// ever taken back, and the time is at most the length of the text times the length of the pattern.
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

// fits takes the piece off the start of the text.
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

// find takes the text up to and with the first place where the piece fits.
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
