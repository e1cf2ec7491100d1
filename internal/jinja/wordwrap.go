package jinja

import (
	"slices"
	"strings"
	"unicode"
)

func filterWordwrap(in Value, args Arguments) (Value, error) {
	var p [4]Value
	if err := args.bindTo(p[:], "width?", "break_long_words?", "wrapstring?", "break_on_hyphens?"); err != nil {
		return Value{}, err
	}
	s, err := needText(in)
	if err != nil {
		return Value{}, err
	}
	w := wrapper{breakLong: !given(p[1]) || p[1].Truth(), breakHyphens: !given(p[3]) || p[3].Truth()}
	if w.width, err = intOr(p[0], 79); err != nil {
		return Value{}, err
	}
	newline := "\n"
	if given(p[2]) && !p[2].IsNone() {
		if newline, err = needText(p[2]); err != nil {
			return Value{}, err
		}
	}
	if err := args.render.spend(len(s)); err != nil {
		return Value{}, err
	}
	var lines []string
	for _, paragraph := range splitLines(s, false) {
		if w.width <= 0 {
			return Value{}, valueError("invalid width %d (must be > 0)", w.width)
		}
		lines = append(lines, strings.Join(w.wrap([]rune(paragraph)), newline))
	}
	return joinTexts(lines, newline, args.render)
}

// wrapper breaks lines as Python's textwrap does.
type wrapper struct {
	width        int
	breakLong    bool // words longer than a line are cut
	breakHyphens bool // words may be cut after a hyphen
}

func (w wrapper) wrap(text []rune) []string {
	chunks := w.chunks(text)
	var lines []string
	for len(chunks) > 0 {
		if len(lines) > 0 && isBlank(chunks[0]) {
			chunks = chunks[1:]
		}
		var line [][]rune
		line, chunks = w.line(chunks)
		if last := len(line) - 1; last >= 0 && isBlank(line[last]) {
			line = line[:last]
		}
		if len(line) > 0 {
			lines = append(lines, string(slices.Concat(line...)))
		}
	}
	return lines
}

// line returns the chunks of one line, and the rest.
func (w wrapper) line(chunks [][]rune) (line, rest [][]rune) {
	length := 0
	for len(chunks) > 0 && length+len(chunks[0]) <= w.width {
		line = append(line, chunks[0])
		length += len(chunks[0])
		chunks = chunks[1:]
	}
	if len(chunks) == 0 || len(chunks[0]) <= w.width {
		return line, chunks
	}
	switch {
	case w.breakLong:
		end := w.cut(chunks[0], w.width-length)
		line = append(line, chunks[0][:end])
		chunks[0] = chunks[0][end:]
	case len(line) == 0:
		line, chunks = append(line, chunks[0]), chunks[1:]
	}
	return line, chunks
}

// cut returns where to split a word that is too long: after a hyphen, if there is one, else where the line ends.
func (w wrapper) cut(word []rune, space int) int {
	if !w.breakHyphens {
		return space
	}
	for i := space - 1; i > 0; i-- {
		if word[i] == '-' {
			if slices.ContainsFunc(word[:i], func(r rune) bool { return r != '-' }) {
				return i + 1
			}
			break
		}
	}
	return space
}

// isBlank checks only the first letter, because it is called for every line of a long word.
func isBlank(chunk []rune) bool {
	return !slices.ContainsFunc(chunk, func(r rune) bool { return !isSpace(r) })
}

// chunks cuts a text into words and the white space between them.
func (w wrapper) chunks(text []rune) [][]rune {
	var chunks [][]rune
	for start := 0; start < len(text); {
		end := start + 1
		switch {
		case isWrapSpace(text[start]):
			for end < len(text) && isWrapSpace(text[end]) {
				end++
			}
		case w.breakHyphens:
			end = hyphenatedEnd(text, start)
		default:
			for end < len(text) && !isWrapSpace(text[end]) {
				end++
			}
		}
		chunks = append(chunks, text[start:end])
		start = end
	}
	return chunks
}

func isWrapSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }

// hyphenatedEnd returns the end of a word, of a part of it with its hyphen, or of a dash.
func hyphenatedEnd(text []rune, start int) int {
	if end := dashEnd(text, start); end > 0 {
		return end
	}
	for end := start + 1; ; end++ {
		switch {
		case end == len(text) || isWrapSpace(text[end]):
			return end
		case text[end] == '-' && isHyphen(text, end):
			return end + 1
		case dashEnd(text, end) > 0:
			return end
		}
	}
}

// dashEnd returns the end of two or more hyphens between words, or 0.
func dashEnd(text []rune, start int) int {
	if text[start] != '-' || start == 0 || !isWordPunctuation(text[start-1]) {
		return 0
	}
	end := start
	for end < len(text) && text[end] == '-' {
		end++
	}
	if end-start < 2 || end == len(text) || !isWordRune(text[end]) {
		return 0
	}
	return end
}

func isWordPunctuation(r rune) bool { return isWordRune(r) || strings.ContainsRune(`!"'&.,?`, r) }

func isWordLetter(r rune) bool { return isWordRune(r) && !unicode.IsDigit(r) }

// isHyphen reports whether a word may be split after the hyphen: letters are on both sides.
func isHyphen(text []rune, at int) bool {
	before := at >= 2 && isWordLetter(text[at-1]) && isWordLetter(text[at-2]) ||
		at >= 3 && isWordPunctuation(text[at-1]) && text[at-2] == '-' && isWordLetter(text[at-3])
	if !before || at+2 >= len(text) || !isWordLetter(text[at+1]) {
		return false
	}
	if text[at+2] == '-' {
		return at+3 < len(text) && isWordLetter(text[at+3])
	}
	return isWordLetter(text[at+2])
}
