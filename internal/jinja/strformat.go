package jinja

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// textFormat is Python's format.format(values).
func textFormat(self Value, args Arguments) (Value, error) {
	f := &braceFormat{args: args, out: printer{max: args.render.limits.Output}}
	if err := f.run(selfText(self, args), 2); err != nil {
		return Value{}, err
	}
	args.render.charge(len(f.out.out) / textPerStep)
	return String(string(f.out.out)), f.out.err
}

type braceFormat struct {
	args   Arguments
	auto   int  // the number of the next {}
	manual bool // numbers are used, so {} is rejected
	out    printer
}

// run formats. depth is the maximum nesting depth of fields.
func (f *braceFormat) run(format string, depth int) error {
	if depth < 0 {
		return valueError("max string recursion exceeded")
	}
	for format != "" {
		i := strings.IndexAny(format, "{}")
		if i < 0 {
			f.out.text(format)
			break
		}
		f.out.text(format[:i])
		brace := format[i]
		format = format[i+1:]
		if format != "" && format[0] == brace {
			f.out.text(string(brace))
			format = format[1:]
			continue
		}
		if brace == '}' {
			return valueError("single '}' encountered in format string")
		}
		end := fieldEnd(format)
		if end < 0 {
			return valueError("expected '}' before end of string")
		}
		if err := f.field(format[:end], depth); err != nil {
			return err
		}
		format = format[end+1:]
	}
	return f.out.err
}

// fieldEnd returns the position of the brace that closes a field.
func fieldEnd(s string) int {
	open := 1
	for i := range len(s) {
		switch s[i] {
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}

// field writes {name!conversion:spec}.
func (f *braceFormat) field(field string, depth int) error {
	if err := f.args.render.step(); err != nil {
		return err
	}
	name, spec := field, ""
	conversion := byte(0)
	if i := strings.IndexAny(field, "!:"); i >= 0 {
		name = field[:i]
		rest := field[i:]
		if rest[0] == '!' {
			if len(rest) < 2 || len(rest) > 2 && rest[2] != ':' {
				return valueError("expected ':' after conversion specifier")
			}
			conversion, rest = rest[1], rest[2:]
		}
		spec = strings.TrimPrefix(rest, ":")
	}
	value, err := f.lookup(name)
	if err != nil {
		return err
	}
	if strings.ContainsAny(spec, "{}") {
		inner := &braceFormat{args: f.args, auto: f.auto, manual: f.manual, out: printer{max: f.out.max}}
		if err := inner.run(spec, depth-1); err != nil {
			return err
		}
		spec, f.auto, f.manual = string(inner.out.out), inner.auto, inner.manual
	}
	if value, err = converted(value, conversion, f.args.render); err != nil {
		return err
	}
	text, err := formatValue(value, spec, f.args.render)
	if err != nil {
		return err
	}
	f.out.text(text)
	return f.out.err
}

func converted(v Value, conversion byte, r *render) (Value, error) {
	switch conversion {
	case 0:
		return v, nil
	case 's':
		s, err := toText(v, r)
		return String(s), err
	case 'r', 'a':
		p := printer{max: r.limits.Output}
		p.repr(v)
		r.charge(p.steps())
		text := string(p.out)
		if conversion == 'a' {
			text = asciiOnly(text)
		}
		return String(text), p.err
	default:
		return Value{}, valueError("unknown conversion specifier '%c'", conversion)
	}
}

// lookup returns the value of a field such as 0.name[key].
func (f *braceFormat) lookup(field string) (Value, error) {
	end := strings.IndexAny(field, ".[")
	if end < 0 {
		end = len(field)
	}
	value, err := f.first(field[:end])
	rest := field[end:]
	for rest != "" && err == nil {
		if rest[0] == '[' {
			key, after, ok := strings.Cut(rest[1:], "]")
			if !ok {
				return Value{}, valueError("missing ']' in format string")
			}
			value, err = getItem(value, pathStep(key, String(key)), f.args.render)
			rest = after
			continue
		}
		if rest[0] != '.' {
			return Value{}, valueError("only '.' or '[' may follow ']' in format field specifier")
		}
		end := strings.IndexAny(rest[1:], ".[") + 1
		if end == 0 {
			end = len(rest)
		}
		value, err = getAttr(value, rest[1:end])
		rest = rest[end:]
	}
	return value, err
}

func (f *braceFormat) first(name string) (Value, error) {
	number, err := strconv.Atoi(name)
	switch {
	case name == "":
		if f.manual {
			return Value{}, valueError("cannot switch from manual field specification to automatic field numbering")
		}
		number = f.auto
		f.auto++
	case err == nil && number >= 0:
		if f.auto > 0 {
			return Value{}, valueError("cannot switch from automatic field numbering to manual field specification")
		}
		f.manual = true
	default:
		for _, named := range f.args.Named {
			if named.Name == name {
				return named.Value, nil
			}
		}
		return Value{}, failure(LookupError, "%s", quoted(name))
	}
	if number >= len(f.args.Positional) {
		return Value{}, failure(LookupError, "replacement index %d out of range for positional args tuple", number)
	}
	return f.args.Positional[number], nil
}

// formatValue is Python's format(value, spec).
func formatValue(v Value, spec string, r *render) (string, error) {
	if spec == "" {
		return toText(v, r)
	}
	text, isText := v.text()
	r.charge(len(text) / textPerStep)
	if !isText && !isNumber(v) {
		return "", typeError("unsupported format string passed to %s.__format__", v.typeName())
	}
	s, err := parseSpec(spec)
	if err != nil {
		return "", err
	}
	if isText {
		if s.kind != 0 && s.kind != 's' {
			return "", valueError("unknown format code '%c' for object of type 'str'", s.kind)
		}
		if s.sign != 0 || s.align == '=' || s.group != 0 {
			return "", valueError("sign, '=' or ',' not allowed in string format specifier")
		}
		if s.align == 0 {
			s.align = '<'
		}
		if s.zero {
			s.zero, s.fill = false, "0"
		}
		return s.text(text, r)
	}
	return formatNumber(v, s, r)
}

func formatNumber(v Value, s formatSpec, r *render) (string, error) {
	if strings.IndexByte("eEfFgG%", s.kind) >= 0 && s.kind != 0 {
		return s.float(asFloat(v), r)
	}
	if v.isFloat() {
		return formatFloat(v.float(), s, r)
	}
	switch s.kind {
	case 0, 'b', 'd', 'o', 'x', 'X', 'n':
		if s.precision >= 0 {
			return "", valueError("precision not allowed in integer format specifier")
		}
		return s.integer(v.integer(), r)
	case 'c':
		if c := v.integer(); c >= 0 && c <= utf8.MaxRune {
			s.precision = -1
			return s.text(string(rune(c)), r)
		}
		return "", failure(ArithmeticError, "%%c arg not in range(0x110000)")
	default:
		return "", valueError("unknown format code '%c' for object of type 'int'", s.kind)
	}
}

// formatFloat writes a float without a kind: as it prints, or with this many digits.
func formatFloat(f float64, s formatSpec, r *render) (string, error) {
	if s.kind != 0 && s.kind != 'n' {
		return "", valueError("unknown format code '%c' for object of type 'float'", s.kind)
	}
	if s.precision >= 0 || s.kind == 'n' {
		bare := s
		bare.kind = 'g'
		text, err := bare.float(f, r)
		if s.kind == 0 && err == nil && !strings.ContainsAny(text, ".eni") {
			bare.width = 0
			if text, err = bare.float(f, r); err == nil {
				return s.pad("", text+".0", r)
			}
		}
		return text, err
	}
	digits := floatText(f)
	sign := s.signOf(strings.HasPrefix(digits, "-"))
	return s.grouped(sign, strings.TrimPrefix(digits, "-"), r)
}
