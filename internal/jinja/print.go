package jinja

import (
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// maxNesting is how deep lists, tuples and dicts may be nested to be printed, compared or used as keys.
const maxNesting = 400

func nestingError() error {
	return failure(LimitError, "values are nested more than %d deep", maxNesting)
}

// maxPrinted limits the printed text of a value outside a render: a few nested lists can represent more than fits into
// memory.
const maxPrinted = 16 << 20

// String returns the value as {{ }} prints it. What is no text is cut off after some megabytes.
func (v Value) String() string {
	if text, ok := v.text(); ok {
		return text
	}
	p := printer{max: maxPrinted}
	p.str(v)
	return string(p.out)
}

// Repr returns the value as Python writes it inside a list: texts in quotes. It is cut off as String is.
func (v Value) Repr() string {
	p := printer{max: maxPrinted}
	p.repr(v)
	return string(p.out)
}

// shortRepr is Repr for messages: a long one is cut off.
func shortRepr(v Value) string {
	p := printer{max: 80}
	p.repr(v)
	if p.err != nil {
		return string(p.out) + "…"
	}
	return string(p.out)
}

// printer writes values as Python does. After an error it writes nothing more.
type printer struct {
	out  []byte
	max  int
	path []any // the containers that are being printed, for those that contain themselves
	err  error

	compared int // number of compared containers of the path, which is most of the work in deep lists
}

// steps returns the work that was done, in steps of a render.
func (p *printer) steps() int { return (len(p.out) + p.compared) / textPerStep }

// str writes the result of str().
func (p *printer) str(v Value) {
	v = v.forced()
	if s, ok := v.text(); ok {
		p.text(s)
		return
	}
	if !v.IsUndefined() {
		p.repr(v)
	}
}

// text writes a text unless there is too much already.
func (p *printer) text(s string) {
	if p.err != nil {
		return
	}
	if len(s) > p.max-len(p.out) {
		p.err = outputError(p.max)
		return
	}
	p.out = append(p.out, s...)
}

// repr writes the result of repr().
func (p *printer) repr(v Value) {
	v = v.forced()
	switch ref := v.ref.(type) {
	case Kind:
		p.text(scalarText(v))
	case textPointer:
		s, _ := v.text()
		p.quote(s)
	case *list:
		p.container(ref, "[", "]", ref.items)
	case *tuple:
		p.container(ref, "(", ")", ref.items)
	case *Dict:
		p.dict(ref)
	case reprer:
		ref.repr(p)
	case object:
		p.text("<" + ref.typeName() + ">")
	default:
		p.text("Undefined")
	}
}

// reprer is an object with its own way to be printed.
type reprer interface{ repr(p *printer) }

func scalarText(v Value) string {
	switch v.scalar() {
	case KindNone:
		return "None"
	case KindBool:
		if v.num != 0 {
			return "True"
		}
		return "False"
	case KindInt:
		return strconv.FormatInt(v.integer(), 10)
	default:
		return floatText(v.float())
	}
}

// enter records that a container is being printed. If the container contains itself, enter prints dots and returns
// false.
func (p *printer) enter(ref any, dots string) bool {
	p.compared += len(p.path)
	if slices.Contains(p.path, ref) {
		p.text(dots)
		return false
	}
	if len(p.path) > maxNesting && p.err == nil {
		p.err = nestingError()
	}
	p.path = append(p.path, ref)
	return p.err == nil
}

func (p *printer) leave() { p.path = p.path[:len(p.path)-1] }

func (p *printer) container(ref any, opening, closing string, items []Value) {
	if !p.enter(ref, opening+"..."+closing) {
		return
	}
	p.text(opening)
	for i, item := range items {
		if i > 0 {
			p.text(", ")
		}
		if p.repr(item); p.err != nil {
			return
		}
	}
	if opening == "(" && len(items) == 1 {
		p.text(",")
	}
	p.text(closing)
	p.leave()
}

func (p *printer) dict(d *Dict) {
	if !p.enter(d, "{...}") {
		return
	}
	p.text("{")
	for i, e := range d.all() {
		if i > 0 {
			p.text(", ")
		}
		p.repr(e.key)
		p.text(": ")
		if p.repr(e.value); p.err != nil {
			return
		}
	}
	p.text("}")
	p.leave()
}

// quote writes a text in Python's quotes: single quotes unless only double quotes avoid a backslash.
func (p *printer) quote(s string) {
	p.text("")
	if p.err != nil || len(s) > p.max-len(p.out) {
		p.text(s)
		return
	}
	p.out = appendQuoted(p.out, s)
}

func appendQuoted(dst []byte, s string) []byte {
	quote := byte('\'')
	if single, double := containsQuotes(s); single && !double {
		quote = '"'
	}
	dst = append(dst, quote)
	for _, c := range s {
		dst = appendQuotedRune(dst, c, quote)
	}
	return append(dst, quote)
}

func containsQuotes(s string) (single, double bool) {
	for i := range len(s) {
		single = single || s[i] == '\''
		double = double || s[i] == '"'
	}
	return single, double
}

func appendQuotedRune(dst []byte, c rune, quote byte) []byte {
	switch {
	case c == rune(quote) || c == '\\':
		return append(dst, '\\', byte(c)) //nolint:gosec // one of three ASCII characters
	case c == '\n':
		return append(dst, `\n`...)
	case c == '\r':
		return append(dst, `\r`...)
	case c == '\t':
		return append(dst, `\t`...)
	case c >= ' ' && c < 0x7f:
		return append(dst, byte(c))
	case unicode.IsPrint(c):
		return utf8.AppendRune(dst, c)
	default:
		return appendEscapedRune(dst, c)
	}
}

// appendEscapedRune writes \xe9, \u0416 or \U0001f600.
func appendEscapedRune(dst []byte, c rune) []byte {
	width, letter := 8, byte('U')
	switch {
	case c <= 0xff:
		width, letter = 2, 'x'
	case c <= 0xffff:
		width, letter = 4, 'u'
	}
	dst = append(dst, '\\', letter)
	digits := strconv.FormatInt(int64(c), 16)
	for range width - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// floatText writes a float as Python does: the shortest text that reads back the same, always with a point or exponent.
func floatText(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !slices.Contains([]byte(text), '.') {
		text += ".0"
	}
	return text
}
