package jinja

import (
	"strings"
	"unicode/utf8"
)

// padding is the width of a text and its fill character and side.
type padding struct {
	width int
	fill  string
	where side
}

// padMethod implements center, ljust and rjust.
func padMethod(where side) method {
	return func(self Value, args Arguments) (Value, error) {
		var p [2]Value
		if err := args.bindTo(p[:], "width", "fillchar?"); err != nil {
			return Value{}, err
		}
		width, err := toInt(p[0])
		if err != nil {
			return Value{}, err
		}
		fill := " "
		if given(p[1]) {
			if fill, err = textArgument(p[1], args.Function); err != nil {
				return Value{}, err
			}
			if utf8.RuneCountInString(fill) != 1 {
				return Value{}, typeError("the fill character must be exactly one character long")
			}
		}
		return padText(selfText(self, args), padding{width, fill, where}, args.render)
	}
}

func padText(s string, p padding, r *render) (Value, error) {
	missing := p.width - utf8.RuneCountInString(s)
	if missing <= 0 {
		return String(s), nil
	}
	if err := r.makeTexts(int64(missing), len(p.fill)); err != nil {
		return Value{}, err
	}
	left := 0
	switch p.where {
	case leftSide:
		left = missing
	case rightSide:
	case bothSides:
		left = missing/2 + missing&p.width&1
	}
	return String(strings.Repeat(p.fill, left) + s + strings.Repeat(p.fill, missing-left)), nil
}

// textZfill fills up with zeros, after a sign.
func textZfill(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "width"); err != nil {
		return Value{}, err
	}
	width, err := toInt(p[0])
	if err != nil {
		return Value{}, err
	}
	s := selfText(self, args)
	sign := ""
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		sign, s = s[:1], s[1:]
	}
	padded, err := padText(s, padding{width - len(sign), "0", leftSide}, args.render)
	digits, _ := padded.text()
	return String(sign + digits), err
}

func textExpandtabs(self Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "tabsize?"); err != nil {
		return Value{}, err
	}
	size, err := intOr(p[0], 8)
	if err != nil {
		return Value{}, err
	}
	s := selfText(self, args)
	if err := args.render.makeTexts(int64(strings.Count(s, "\t")), max(size, 0)); err != nil {
		return Value{}, err
	}
	var out strings.Builder
	column := 0
	for _, r := range s {
		switch {
		case r == '\t' && size > 0:
			n := size - column%size
			out.WriteString(strings.Repeat(" ", n))
			column += n
		case r == '\t':
		default:
			out.WriteRune(r)
			if column++; r == '\n' || r == '\r' {
				column = 0
			}
		}
	}
	return String(out.String()), args.render.makeText(out.Len())
}
