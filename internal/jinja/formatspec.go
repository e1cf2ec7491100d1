package jinja

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// formatSpec describes the format of a value, for % and for format.
type formatSpec struct {
	fill      string
	align     byte // < > ^ =, or 0 for the default
	sign      byte // + - space, or 0
	alternate bool
	zero      bool
	width     int
	group     byte // , _ or 0
	precision int  // -1 for none
	kind      byte // the type, or 0
}

// pad fills a text up. The prefix is a sign or 0x, after which zeros go.
func (s formatSpec) pad(prefix, body string, r *render) (string, error) {
	missing := s.width - utf8.RuneCountInString(prefix) - utf8.RuneCountInString(body)
	if missing <= 0 {
		return prefix + body, nil
	}
	fill, align := s.fill, s.align
	if s.zero {
		fill, align = "0", '='
	}
	if err := r.makeTexts(int64(missing), len(fill)); err != nil {
		return "", err
	}
	switch align {
	case '<':
		return prefix + body + strings.Repeat(fill, missing), nil
	case '^':
		return strings.Repeat(fill, missing/2) + prefix + body + strings.Repeat(fill, missing-missing/2), nil
	case '=':
		return prefix + strings.Repeat(fill, missing) + body, nil
	default:
		return strings.Repeat(fill, missing) + prefix + body, nil
	}
}

// text writes a text, cut to the precision.
func (s formatSpec) text(text string, r *render) (string, error) {
	if s.precision >= 0 {
		text = firstRunes(text, s.precision)
	}
	return s.pad("", text, r)
}

func (s formatSpec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case s.sign == '+' || s.sign == ' ':
		return string(s.sign)
	default:
		return ""
	}
}

// integer formats an integer in the base of its kind.
func (s formatSpec) integer(n int64, r *render) (string, error) {
	size := uint64(n) //nolint:gosec // its size follows
	if n < 0 {
		size = -size
	}
	prefix := s.signOf(n < 0)
	base, mark := 10, ""
	switch s.kind {
	case 'b':
		base, mark = 2, "0b"
	case 'o':
		base, mark = 8, "0o"
	case 'x':
		base, mark = 16, "0x"
	case 'X':
		base, mark = 16, "0X"
	}
	digits := strconv.FormatUint(size, base)
	if s.kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	if missing := s.precision - len(digits); missing > 0 {
		if err := r.makeText(missing); err != nil {
			return "", err
		}
		digits = strings.Repeat("0", missing) + digits
	}
	if s.alternate {
		prefix += mark
	}
	return s.grouped(prefix, digits, r)
}

// float writes a float by its kind: e, f, g or %.
func (s formatSpec) float(f float64, r *render) (string, error) {
	precision := s.precision
	if precision < 0 {
		precision = 6
	}
	if err := r.makeText(precision); err != nil {
		return "", err
	}
	kind, percent := s.kind|0x20, ""
	if s.kind == '%' {
		kind, percent = 'f', "%"
		f *= 100
	}
	if kind == 'g' && precision == 0 {
		precision = 1
	}
	var digits string
	switch {
	case math.IsNaN(f):
		digits = "nan"
	case math.IsInf(f, 0):
		digits = "inf"
	default:
		digits = strconv.FormatFloat(math.Abs(f), kind, precision, 64)
	}
	if s.kind == 'E' || s.kind == 'F' || s.kind == 'G' {
		digits = strings.ToUpper(digits)
	}
	return s.grouped(s.signOf(math.Signbit(f) && !math.IsNaN(f)), digits+percent, r)
}

// grouped inserts the thousands separator and pads.
func (s formatSpec) grouped(prefix, digits string, r *render) (string, error) {
	if s.group == 0 {
		return s.pad(prefix, digits, r)
	}
	every := 3
	if s.kind == 'b' || s.kind == 'o' || s.kind|0x20 == 'x' {
		every = 4
	}
	whole := digits
	rest := ""
	if i := strings.IndexAny(digits, ".e%"); i >= 0 && every == 3 {
		whole, rest = digits[:i], digits[i:]
	}
	if s.zero {
		// Zeros count as digits that are grouped too.
		if err := r.makeText(s.width); err != nil {
			return "", err
		}
		n := len(whole)
		for need := s.width - len(prefix) - len(rest); groupedLength(n, every) < need; {
			n++
		}
		whole = strings.Repeat("0", n-len(whole)) + whole
	}
	return s.pad(prefix, groupDigits(whole, every, s.group)+rest, r)
}

func groupedLength(n, every int) int { return n + (n-1)/every }

func groupDigits(digits string, every int, separator byte) string {
	var out []byte
	for i := range len(digits) {
		if left := len(digits) - i; i > 0 && left%every == 0 {
			out = append(out, separator)
		}
		out = append(out, digits[i])
	}
	return string(out)
}

// parseSpec reads the text after the colon in {:…}.
func parseSpec(text string) (formatSpec, error) {
	s := formatSpec{fill: " ", precision: -1}
	rest := s.parseAlign(text)
	s.sign, rest = leadingByte(rest, "+- ")
	var mark byte
	mark, rest = leadingByte(rest, "#")
	s.alternate = mark != 0
	mark, rest = leadingByte(rest, "0")
	s.zero = mark != 0 && s.align == 0
	var size int
	s.width, size = leadingNumber(rest)
	s.group, rest = leadingByte(rest[size:], ",_")
	if strings.HasPrefix(rest, ".") {
		if s.precision, size = leadingNumber(rest[1:]); size == 0 {
			return s, valueError("format specifier missing precision")
		}
		rest = rest[1+size:]
	}
	if len(rest) > 1 {
		return s, valueError("invalid format specifier %s", quoted(text))
	}
	if rest != "" {
		s.kind = rest[0]
	}
	return s, nil
}

// parseAlign reads <, >, = or ^, perhaps with a character before it that fills up.
func (s *formatSpec) parseAlign(text string) string {
	const aligns = "<>=^"
	if _, size := utf8.DecodeRuneInString(text); len(text) > size && strings.IndexByte(aligns, text[size]) >= 0 {
		s.fill, s.align = text[:size], text[size]
		return text[size+1:]
	}
	var rest string
	s.align, rest = leadingByte(text, aligns)
	return rest
}

// leadingByte cuts the first byte off, if it is one of those; else it returns 0.
func leadingByte(text, accepted string) (first byte, rest string) {
	if text == "" || strings.IndexByte(accepted, text[0]) < 0 {
		return 0, text
	}
	return text[0], text[1:]
}
