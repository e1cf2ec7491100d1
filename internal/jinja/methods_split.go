package jinja

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// splitter cuts a text at most this many times, from one of its ends; a negative limit means none.
type splitter func(s, separator string, limit int) []string

// splitMethod implements split and rsplit.
func splitMethod(split splitter) method {
	return func(self Value, args Arguments) (Value, error) {
		var p [2]Value
		if err := args.bindTo(p[:], "sep?", "maxsplit?"); err != nil {
			return Value{}, err
		}
		separator := ""
		if given(p[0]) && !p[0].IsNone() {
			var err error
			if separator, err = textArgument(p[0], args.Function); err != nil {
				return Value{}, err
			}
			if separator == "" {
				return Value{}, valueError("empty separator")
			}
		}
		limit, err := intOr(p[1], -1)
		if err != nil {
			return Value{}, err
		}
		return textList(split(selfText(self, args), separator, limit), args.render)
	}
}

func textList(texts []string, r *render) (Value, error) {
	if err := r.makeItems(len(texts)); err != nil {
		return Value{}, err
	}
	items := make([]Value, len(texts))
	for i, s := range texts {
		items[i] = String(s)
	}
	return NewList(items...), nil
}

// splitLeft splits from the left; without a separator at runs of white space.
func splitLeft(s, separator string, limit int) []string {
	if separator != "" {
		if limit >= 0 {
			limit++
		}
		if limit == 0 {
			return []string{s}
		}
		return strings.SplitN(s, separator, limit)
	}
	var words []string
	for {
		s = strings.TrimLeftFunc(s, isSpace)
		end := strings.IndexFunc(s, isSpace)
		switch {
		case s == "":
			return words
		case end < 0 || len(words) == limit:
			return append(words, s)
		}
		words = append(words, s[:end])
		s = s[end:]
	}
}

// splitRight splits from the right.
func splitRight(s, separator string, limit int) []string {
	var words []string
	for limit < 0 || len(words) < limit {
		rest, word, more := lastWord(s, separator)
		if separator == "" && word == "" {
			s = ""
			break
		}
		words = append(words, word)
		if s = rest; !more {
			slices.Reverse(words)
			return words
		}
	}
	if separator == "" {
		s = strings.TrimRightFunc(s, isSpace)
	}
	if separator != "" || s != "" {
		words = append(words, s)
	}
	slices.Reverse(words)
	return words
}

// lastWord returns the last word, the text before it, and whether there may be more.
func lastWord(s, separator string) (rest, word string, more bool) {
	if separator != "" {
		i := strings.LastIndex(s, separator)
		if i < 0 {
			return "", s, false
		}
		return s[:i], s[i+len(separator):], true
	}
	s = strings.TrimRightFunc(s, isSpace)
	i := strings.LastIndexFunc(s, isSpace)
	if i < 0 {
		return "", s, false
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[:i], s[i+size:], true
}

func textSplitlines(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "keepends?"); err != nil {
		return Value{}, err
	}
	return textList(splitLines(selfText(self, args), p[0].Truth()), args.render)
}

// splitLines splits at every character that Python treats as a line end.
func splitLines(s string, keepEnds bool) []string {
	var lines []string
	for s != "" {
		end := strings.IndexFunc(s, isLineEnd)
		if end < 0 {
			return append(lines, s)
		}
		_, size := utf8.DecodeRuneInString(s[end:])
		if strings.HasPrefix(s[end:], "\r\n") {
			size = 2
		}
		if keepEnds {
			lines = append(lines, s[:end+size])
		} else {
			lines = append(lines, s[:end])
		}
		s = s[end+size:]
	}
	return lines
}

func isLineEnd(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	default:
		return false
	}
}
