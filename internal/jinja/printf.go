package jinja

import (
	"strings"
	"unicode/utf8"
)

// filterFormat returns the filter format: the text is a format for %.
func filterFormat(in Value, args Arguments) (Value, error) {
	format, err := toText(in, args.render)
	if err != nil {
		return Value{}, err
	}
	if len(args.Positional) > 0 && len(args.Named) > 0 {
		return Value{}, failure(RuntimeError, "can't handle positional and keyword arguments at the same time")
	}
	if len(args.Named) == 0 {
		return formatPercent(format, NewTuple(args.Positional...), args.render)
	}
	d := NewDict()
	for _, named := range args.Named {
		d.Set(named.Name, named.Value)
	}
	return formatPercent(format, DictValue(d), args.render)
}

// formatPercent is Python's format % values.
func formatPercent(format string, values Value, r *render) (Value, error) {
	f := &percentFormat{rest: format, values: []Value{values}, render: r, out: printer{max: r.limits.Output}}
	switch ref := values.ref.(type) {
	case *tuple:
		f.values = ref.items
	case *Dict:
		f.mapping, f.lenient = ref, true
	case *list, nil, *absent, indexed:
		f.lenient = true
	}
	for f.rest != "" {
		i := strings.IndexByte(f.rest, '%')
		if i < 0 {
			f.out.text(f.rest)
			break
		}
		f.out.text(f.rest[:i])
		f.rest = f.rest[i+1:]
		if err := f.directive(); err != nil {
			return Value{}, err
		}
	}
	if f.used < len(f.values) && !f.lenient {
		return Value{}, typeError("not all arguments converted during string formatting")
	}
	r.charge(len(f.out.out) / textPerStep)
	return String(string(f.out.out)), f.out.err
}

type percentFormat struct {
	rest    string
	values  []Value
	used    int
	mapping *Dict // for %(name)s
	lenient bool  // values may be left over
	render  *render
	out     printer
}

func (f *percentFormat) next() (Value, error) {
	if f.used >= len(f.values) {
		return Value{}, typeError("not enough arguments for format string")
	}
	f.used++
	return f.values[f.used-1].forced(), nil
}

// directive formats the directive after a %.
func (f *percentFormat) directive() error {
	if err := f.render.step(); err != nil {
		return err
	}
	var value Value
	if strings.HasPrefix(f.rest, "(") {
		var err error
		if value, err = f.named(); err != nil {
			return err
		}
	}
	s := formatSpec{fill: " ", align: '>', precision: -1}
	f.flags(&s)
	if err := f.widths(&s); err != nil {
		return err
	}
	f.rest = strings.TrimLeft(f.rest, "hlL")
	if f.rest == "" {
		return valueError("incomplete format")
	}
	kind := f.rest[0]
	f.rest = f.rest[1:]
	if kind == '%' {
		f.out.text("%")
		return nil
	}
	if value.ref == nil {
		var err error
		if value, err = f.next(); err != nil {
			return err
		}
	}
	return f.value(value, kind, s)
}

func (f *percentFormat) named() (Value, error) {
	name, rest, ok := strings.Cut(f.rest[1:], ")")
	if !ok {
		return Value{}, valueError("incomplete format key")
	}
	if f.mapping == nil {
		return Value{}, typeError("format requires a mapping")
	}
	f.rest = rest
	v, ok := f.mapping.Get(name)
	if !ok {
		return Value{}, failure(LookupError, "%s", quoted(name))
	}
	return orUndefined(v), nil
}

func (f *percentFormat) flags(s *formatSpec) {
	for ; f.rest != ""; f.rest = f.rest[1:] {
		switch f.rest[0] {
		case '-':
			s.align = '<'
		case '+':
			s.sign = '+'
		case ' ':
			if s.sign == 0 {
				s.sign = ' '
			}
		case '0':
			s.zero = true
		case '#':
			s.alternate = true
		default:
			return
		}
	}
}

// widths reads the width and the precision, each digits or *.
func (f *percentFormat) widths(s *formatSpec) error {
	width, err := f.width()
	if err != nil {
		return err
	}
	if s.width = width; width < 0 {
		s.width, s.align = -width, '<'
	}
	if strings.HasPrefix(f.rest, ".") {
		f.rest = f.rest[1:]
		s.precision, err = f.width()
		s.precision = max(s.precision, 0)
	}
	return err
}

// width reads a number: digits, or * for the next value.
func (f *percentFormat) width() (int, error) {
	if strings.HasPrefix(f.rest, "*") {
		f.rest = f.rest[1:]
		v, err := f.next()
		if err != nil {
			return 0, err
		}
		if !v.isInt() {
			return 0, typeError("* wants int")
		}
		return int(v.integer()), nil
	}
	n, size := leadingNumber(f.rest)
	f.rest = f.rest[size:]
	return n, nil
}

// leadingNumber reads digits; a number that is absurdly large becomes a large one.
func leadingNumber(s string) (n, size int) {
	for size < len(s) && isDigit(s[size]) {
		n = min(n*10+int(s[size]-'0'), 1<<40)
		size++
	}
	return n, size
}

func (f *percentFormat) value(v Value, kind byte, s formatSpec) error {
	if s.align == '<' {
		s.zero = false
	}
	switch kind {
	case 's', 'r', 'a':
		return f.text(v, kind, s)
	case 'c':
		return f.character(v, s)
	}
	if v.IsUndefined() {
		return undefinedError(v)
	}
	if !isNumber(v) {
		return typeError("%%%c format: a real number is required, not %s", kind, v.typeName())
	}
	switch kind {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		if err := integral(&v, kind); err != nil {
			return err
		}
		if kind == 'i' || kind == 'u' {
			kind = 'd'
		}
		s.kind = kind
		return f.emit(s.integer(v.integer(), f.render))
	case 'e', 'E', 'f', 'F', 'g', 'G':
		s.kind = kind
		return f.emit(s.float(asFloat(v), f.render))
	default:
		return valueError("unsupported format character '%c'", kind)
	}
}

// integral converts a float to an integer where the directive allows it.
func integral(v *Value, kind byte) error {
	if !v.isFloat() {
		return nil
	}
	if kind == 'o' || kind == 'x' || kind == 'X' {
		return typeError("%%%c format: an integer is required, not float", kind)
	}
	n, err := floatToInt(v.float())
	*v = Int(n)
	return err
}

func (f *percentFormat) emit(text string, err error) error {
	if err != nil {
		return err
	}
	f.out.text(text)
	return f.out.err
}

func (f *percentFormat) text(v Value, kind byte, s formatSpec) error {
	p := printer{max: f.render.limits.Output}
	if kind == 's' {
		p.str(v)
	} else {
		p.repr(v)
	}
	f.render.charge(p.steps())
	if p.err != nil {
		return p.err
	}
	text := string(p.out)
	if kind == 'a' {
		text = asciiOnly(text)
	}
	s.zero = false
	return f.emit(s.text(text, f.render))
}

func asciiOnly(s string) string {
	var out []byte
	for _, r := range s {
		if r < utf8.RuneSelf {
			out = append(out, byte(r)) //nolint:gosec // checked above
		} else {
			out = appendEscapedRune(out, r)
		}
	}
	return string(out)
}

func (f *percentFormat) character(v Value, s formatSpec) error {
	text, ok := v.text()
	if !ok && v.isInt() {
		if !utf8.ValidRune(rune(v.integer())) || v.integer() != int64(rune(v.integer())) { //nolint:gosec // compared
			return failure(ArithmeticError, "%%c arg not in range(0x110000)")
		}
		text, ok = string(rune(v.integer())), true //nolint:gosec // checked above
	}
	if !ok || utf8.RuneCountInString(text) != 1 {
		return typeError("%%c requires int or char")
	}
	s.zero, s.precision = false, -1
	return f.emit(s.text(text, f.render))
}
