package jinja

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
)

// filterTojson writes a value as JSON with sorted keys, safe in HTML.
func filterTojson(in Value, args Arguments) (Value, error) {
	var p [1]Value
	if err := args.bindTo(p[:], "indent?"); err != nil {
		return Value{}, err
	}
	j := newJSONWriter(args.render)
	j.isSorted, j.isForHTML = true, true
	if err := j.setIndent(p[0]); err != nil {
		return Value{}, err
	}
	return j.textOf(in)
}

// ToJSON is the function tojson(value, default, sort_keys), which writes a value as Python's json.dumps does. The keys of a dict
// keep their order unless sort_keys is true. If the value has no JSON, it returns the default, if one is given.
func ToJSON() Value {
	return Function("tojson", func(args Arguments) (Value, error) {
		var p [3]Value
		if err := args.bindTo(p[:], "value", "default?", "sort_keys?"); err != nil {
			return Value{}, err
		}
		j := newJSONWriter(args.render)
		j.isSorted = given(p[2]) && p[2].Truth()
		text, err := j.textOf(p[0])
		if e := (*Error)(nil); errors.As(err, &e) && e.Kind == TypeError && given(p[1]) {
			return p[1], nil
		}
		return text, err
	})
}

type jsonWriter struct {
	render    *render
	out       printer
	lines     bool // each item on its own line
	indent    string
	depth     int
	isSorted  bool // dicts are written in the order of their keys
	isForHTML bool // characters with a meaning in HTML are escaped
}

func newJSONWriter(r *render) *jsonWriter {
	return &jsonWriter{render: r, out: printer{max: r.limits.Output}}
}

// textOf writes a value and returns the text.
func (j *jsonWriter) textOf(v Value) (Value, error) {
	if err := j.value(v); err != nil {
		return Value{}, err
	}
	j.render.charge(len(j.out.out) / textPerStep)
	return String(string(j.out.out)), j.out.err
}

// setIndent sets the indent from a text or a number of spaces; without one everything is on one line.
func (j *jsonWriter) setIndent(v Value) error {
	if !given(v) || v.IsNone() {
		return nil
	}
	j.lines = true
	if s, ok := v.text(); ok {
		j.indent = s
		return nil
	}
	width, err := toInt(v)
	if err != nil {
		return err
	}
	j.indent = strings.Repeat(" ", min(max(width, 0), j.out.max))
	return j.render.makeText(width)
}

func (j *jsonWriter) value(v Value) error {
	if err := j.render.step(); err != nil {
		return err
	}
	v = v.forced()
	switch v.Kind() {
	case KindNone:
		j.out.text("null")
	case KindBool:
		j.out.text(strconv.FormatBool(v.num != 0))
	case KindInt:
		j.out.text(strconv.FormatInt(v.integer(), 10))
	case KindFloat:
		j.out.text(jsonFloat(v.float()))
	case KindString:
		s, _ := v.text()
		if err := j.render.spend(len(s) / dearText); err != nil {
			return err
		}
		j.text(s)
	case KindList, KindTuple:
		items := sequence(v)
		return j.nested("[", "]", len(items), func(i int) error { return j.value(items[i]) })
	case KindDict:
		return j.dict(v)
	default:
		return typeError("Object of type %s is not JSON serializable", v.typeName())
	}
	return j.out.err
}

func jsonFloat(f float64) string {
	switch text := floatText(f); text {
	case "inf":
		return "Infinity"
	case "-inf":
		return "-Infinity"
	case "nan":
		return "NaN"
	default:
		return text
	}
}

func (j *jsonWriter) dict(v Value) error {
	d, err := asDict(v)
	if err != nil {
		return err
	}
	items, err := collect(Value{ref: &dictView{dict: d, pick: entryPair}}, j.render)
	if err != nil {
		return err
	}
	if j.isSorted {
		key := func(pair Value) (Value, error) { return sequence(pair)[0], nil }
		if err := sortItems(items, false, j.render, key); err != nil {
			return err
		}
	}
	return j.nested("{", "}", len(items), func(i int) error {
		pair := sequence(items[i])
		if err := j.key(pair[0]); err != nil {
			return err
		}
		j.out.text(": ")
		return j.value(pair[1])
	})
}

func (j *jsonWriter) key(v Value) error {
	switch {
	case v.Kind() == KindString:
		return j.value(v)
	case v.IsNone() || isNumber(v):
		j.out.text(`"`)
		if err := j.value(v); err != nil {
			return err
		}
		j.out.text(`"`)
		return nil
	default:
		return typeError("keys must be str, int, float, bool or None, not %s", v.typeName())
	}
}

// nested writes n items in brackets.
func (j *jsonWriter) nested(opening, closing string, n int, item func(int) error) error {
	if j.depth++; j.depth > maxNesting {
		return nestingError()
	}
	j.out.text(opening)
	for i := range n {
		if i > 0 {
			j.out.text(",")
			if !j.lines {
				j.out.text(" ")
			}
		}
		j.newline()
		if err := item(i); err != nil {
			return err
		}
	}
	j.depth--
	if n > 0 {
		j.newline()
	}
	j.out.text(closing)
	return j.out.err
}

func (j *jsonWriter) newline() {
	if !j.lines {
		return
	}
	j.out.text("\n")
	for range j.depth {
		j.out.text(j.indent)
	}
}

func (j *jsonWriter) text(s string) {
	out := make([]byte, 0, len(s)+2)
	out = append(out, '"')
	for _, r := range s {
		out = j.appendRune(out, r)
	}
	j.out.text(string(append(out, '"')))
}

func (j *jsonWriter) appendRune(dst []byte, r rune) []byte {
	if i := strings.IndexRune("\"\\\n\r\t\f\b", r); i >= 0 {
		return append(dst, '\\', `"\nrtfb`[i])
	}
	if r >= ' ' && r <= '~' && (!j.isForHTML || !strings.ContainsRune("<>&'", r)) {
		return append(dst, byte(r))
	}
	if r > 0xffff {
		high, low := utf16.EncodeRune(r)
		return appendJSONEscape(appendJSONEscape(dst, high), low)
	}
	return appendJSONEscape(dst, r)
}

func appendJSONEscape(dst []byte, r rune) []byte {
	digits := strconv.FormatInt(int64(r), 16)
	return append(append(dst, `\u0000`[:6-len(digits)]...), digits...)
}
