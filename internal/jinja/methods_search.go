package jinja

import (
	"strings"
	"unicode/utf8"
)

// textBounds works out the optional start and end of a search in n characters or items.
func textBounds(start, end Value, n int) (low, high int, err error) {
	bounds := [2]int{0, n}
	for i, v := range [...]Value{start, end} {
		if !given(v) || v.IsNone() {
			continue
		}
		at, err := toInt(v)
		if err != nil {
			return 0, 0, err
		}
		if at < 0 {
			at = max(at+n, 0)
		}
		bounds[i] = at
	}
	return bounds[0], min(bounds[1], n), nil
}

// window is the part of a text that is searched.
type window struct {
	text   string
	before int // number of characters before it
	ok     bool
}

// newWindow cuts a text; it is not ok if the start is after the end.
func newWindow(s string, start, end Value) (window, error) {
	n := utf8.RuneCountInString(s)
	low, high, err := textBounds(start, end, n)
	if err != nil || low > high {
		return window{}, err
	}
	if n != len(s) {
		runes := []rune(s)
		return window{string(runes[low:high]), low, true}, nil
	}
	return window{s[low:high], low, true}, nil
}

// findMethodOf implements find, rfind, index and rindex.
func findMethodOf(index func(s, part string) int, must bool) method {
	return func(self Value, args Arguments) (Value, error) {
		var p [3]Value
		if err := args.bindTo(p[:], "sub", "start?", "end?"); err != nil {
			return Value{}, err
		}
		part, err := textArgument(p[0], args.Function)
		if err != nil {
			return Value{}, err
		}
		w, err := newWindow(selfText(self, args), p[1], p[2])
		if err != nil {
			return Value{}, err
		}
		at := -1
		if w.ok {
			at = index(w.text, part)
		}
		switch {
		case at >= 0:
			return Int(int64(w.before + utf8.RuneCountInString(w.text[:at]))), nil
		case must:
			return Value{}, valueError("substring not found")
		default:
			return Int(-1), nil
		}
	}
}

func textCount(self Value, args Arguments) (Value, error) {
	var p [3]Value
	if err := args.bindTo(p[:], "sub", "start?", "end?"); err != nil {
		return Value{}, err
	}
	part, err := textArgument(p[0], "count")
	if err != nil {
		return Value{}, err
	}
	w, err := newWindow(selfText(self, args), p[1], p[2])
	if err != nil || !w.ok {
		return Int(0), err
	}
	return Int(int64(strings.Count(w.text, part))), nil
}

// affixMethod implements startswith and endswith.
func affixMethod(has func(s, affix string) bool) method {
	return func(self Value, args Arguments) (Value, error) {
		var p [3]Value
		if err := args.bindTo(p[:], "prefix", "start?", "end?"); err != nil {
			return Value{}, err
		}
		w, err := newWindow(selfText(self, args), p[1], p[2])
		if err != nil {
			return Value{}, err
		}
		affixes := []Value{p[0]}
		if t, ok := p[0].ref.(*tuple); ok {
			affixes = t.items
		}
		for _, a := range affixes {
			affix, err := textArgument(a, args.Function)
			if err == nil {
				err = args.render.spend(len(affix) / textPerStep)
			}
			if err != nil {
				return Value{}, err
			}
			if w.ok && has(w.text, affix) {
				return Bool(true), nil
			}
		}
		return Bool(false), nil
	}
}
