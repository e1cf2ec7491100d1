package yamldoc

import (
	"strings"
	"unicode/utf8"
)

// Eight bytes at a time: each constant repeats the same byte eight times.
const (
	lowBits  = 0x7f7f7f7f7f7f7f7f
	highBits = 0x8080808080808080
	tabs     = 0x0909090909090909
	newlines = 0x0a0a0a0a0a0a0a0a
	deletes  = 0x7f7f7f7f7f7f7f7f
	upToHigh = 0x6060606060606060 // added to a byte, it reaches the high bit from a space on
)

// scan searches for control characters other than tab and line feed, and for bytes beyond ASCII. Every file passes
// through it, so it processes eight bytes without a branch.
func scan(text string) (hasControls, hasBeyond bool) {
	var controls, beyond uint64
	i := 0
	for ; i+8 <= len(text); i += 8 {
		s := text[i : i+8]
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		below := ^((w & lowBits) + upToHigh | w)
		controls |= below&^(equal(w, tabs)|equal(w, newlines)) | equal(w, deletes)
		beyond |= w
	}
	for ; i < len(text); i++ {
		c := text[i]
		if c < ' ' && c != '\t' && c != '\n' || c == 0x7f {
			controls = highBits
		}
		beyond |= uint64(c)
	}
	return controls&highBits != 0, beyond&highBits != 0
}

// equal sets the high bit of every byte in which two words are the same.
func equal(a, b uint64) uint64 {
	x := a ^ b
	return ^((x&lowBits + lowBits) | x | lowBits)
}

// isPrintable reports whether a text is UTF-8 without line separators, byte order marks and control characters beyond
// ASCII.
func isPrintable(text string) bool {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(text[i:])
		if c == utf8.RuneError && size == 1 || !isPrintableRune(c) {
			return false
		}
		i += size
	}
	return true
}

// isPrintableRune reports whether YAML allows a character beyond ASCII unescaped and does not treat it as a line end.
func isPrintableRune(c rune) bool {
	switch {
	case c < 0xa0, c == 0x2028, c == 0x2029, c == 0xfeff, c == 0xfffe, c == 0xffff:
		return false
	default:
		return true
	}
}

// firstUnreadable returns the position of the first character that YAML does not allow unescaped.
func firstUnreadable(text string) position {
	at := position{1, 1}
	for i, c := range text {
		switch {
		case c == '\n':
			at.line, at.column = at.line+1, 1
			continue
		case c == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"), c < ' ' && c != '\t', c == 0x7f:
			return at
		case c >= utf8.RuneSelf && !isPrintableRune(c):
			return at
		}
		at.column++
	}
	return at
}
