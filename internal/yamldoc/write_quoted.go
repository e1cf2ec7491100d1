package yamldoc

import (
	"fmt"
	"unicode/utf8"
)

// doubleQuoted writes any text in double quotes. Bytes that are not UTF-8 become the replacement character, because
// YAML cannot represent them.
func (w *writer) doubleQuoted(text string) {
	w.b = append(w.b, '"')
	for _, c := range text {
		switch c {
		case '"', '\\':
			w.b = append(w.b, '\\', byte(c))
		case '\n':
			w.b = append(w.b, `\n`...)
		case '\t':
			w.b = append(w.b, `\t`...)
		case '\r':
			w.b = append(w.b, `\r`...)
		default:
			w.character(c)
		}
	}
	w.b = append(w.b, '"')
}

func (w *writer) character(c rune) {
	switch {
	case c >= ' ' && c < 0x7f, c >= utf8.RuneSelf && isPrintableRune(c):
		w.b = utf8.AppendRune(w.b, c)
	case c > 0xffff:
		w.b = fmt.Appendf(w.b, `\U%08X`, c)
	default:
		w.b = fmt.Appendf(w.b, `\u%04X`, c)
	}
}
