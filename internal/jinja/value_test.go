package jinja_test

import (
	"math"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func TestZeroValueIsUndefined(t *testing.T) {
	t.Parallel()
	var v jinja.Value
	if !v.IsUndefined() || v.Truth() || v.String() != "" || v.Kind() != jinja.KindUndefined {
		t.Errorf("zero value: %v", v.Kind())
	}
	if items, err := v.Items(); err != nil || len(items) != 0 {
		t.Errorf("items of undefined: %v, %v", items, err)
	}
}

func TestKindsAndTexts(t *testing.T) {
	t.Parallel()
	d := jinja.NewDict()
	d.Set("a", jinja.Int(1))
	for _, tt := range []struct {
		value jinja.Value
		kind  jinja.Kind
		text  string
		repr  string
		truth bool
	}{
		{jinja.Undefined("x"), jinja.KindUndefined, "", "Undefined", false},
		{jinja.None(), jinja.KindNone, "None", "None", false},
		{jinja.Bool(true), jinja.KindBool, "True", "True", true},
		{jinja.Bool(false), jinja.KindBool, "False", "False", false},
		{jinja.Int(-5), jinja.KindInt, "-5", "-5", true},
		{jinja.Int(math.MinInt64), jinja.KindInt, "-9223372036854775808", "-9223372036854775808", true},
		{jinja.Float(1), jinja.KindFloat, "1.0", "1.0", true},
		{jinja.Float(math.Copysign(0, -1)), jinja.KindFloat, "-0.0", "-0.0", false},
		{jinja.String(""), jinja.KindString, "", "''", false},
		{jinja.String("it's"), jinja.KindString, "it's", `"it's"`, true},
		{jinja.NewList(), jinja.KindList, "[]", "[]", false},
		{jinja.NewTuple(jinja.Int(1)), jinja.KindTuple, "(1,)", "(1,)", true},
		{jinja.DictValue(d), jinja.KindDict, "{'a': 1}", "{'a': 1}", true},
		{jinja.Function("f", nil), jinja.KindFunction, "<function f>", "<function f>", true},
	} {
		if tt.value.Kind() != tt.kind || tt.value.String() != tt.text || tt.value.Repr() != tt.repr || tt.value.Truth() != tt.truth {
			t.Errorf("got kind %d, %q, %q, %v; want %d, %q, %q, %v",
				tt.value.Kind(), tt.value.String(), tt.value.Repr(), tt.value.Truth(), tt.kind, tt.text, tt.repr, tt.truth)
		}
	}
}

func TestFromGo(t *testing.T) {
	t.Parallel()
	v := jinja.FromGo(map[string]any{
		"z": []any{nil, true, 1, int8(2), uint64(3), 1.5, "x"}, "a": []string{"p", "q"}, "m": map[string]string{"k": "v"},
		"v": jinja.Int(7), "big": uint64(math.MaxUint64),
	})
	want := "{'a': ['p', 'q'], 'big': 1.8446744073709552e+19, 'm': {'k': 'v'}, 'v': 7, 'z': [None, True, 1, 2, 3, 1.5, 'x']}"
	if got := v.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestInspection(t *testing.T) {
	t.Parallel()
	v := jinja.FromGo(map[string]any{"n": 5, "f": 1.5, "s": "aé", "b": true})
	if n, ok := v.Attr("n").AsInt(); n != 5 || !ok {
		t.Errorf("n = %d, %v", n, ok)
	}
	if f, ok := v.Attr("n").AsFloat(); f != 5 || !ok {
		t.Errorf("n as float = %v, %v", f, ok)
	}
	if f, ok := v.Attr("f").AsFloat(); f != 1.5 || !ok {
		t.Errorf("f = %v, %v", f, ok)
	}
	if _, ok := v.Attr("f").AsInt(); ok {
		t.Error("AsInt accepts a float")
	}
	if s, ok := v.Attr("s").AsString(); s != "aé" || !ok {
		t.Errorf("s = %q, %v", s, ok)
	}
	if b, ok := v.Attr("b").AsBool(); !b || !ok {
		t.Errorf("b = %v, %v", b, ok)
	}
}

func TestInspectionOfContainers(t *testing.T) {
	t.Parallel()
	v := jinja.FromGo(map[string]any{"n": 5, "s": "aé", "l": []any{1, 2}})
	if n, ok := v.Attr("s").Len(); n != 2 || !ok {
		t.Errorf("length of s = %d, %v", n, ok)
	}
	if got := v.Attr("l").Index(-1); !got.Equal(jinja.Float(2)) {
		t.Errorf("last item = %v", got)
	}
	if !v.Attr("nothing").IsUndefined() || !v.Attr("nothing").Attr("x").IsUndefined() || !v.Attr("l").Index(9).IsUndefined() {
		t.Error("a missing attribute or item is not undefined")
	}
	if _, err := v.Attr("n").Items(); err == nil {
		t.Error("Items accepts a number")
	}
	if !jinja.None().IsNone() || v.IsNone() {
		t.Error("IsNone reports a wrong result")
	}
}

func TestDictKeepsOrder(t *testing.T) {
	t.Parallel()
	d := jinja.NewDict()
	var want []string
	for i := range 30 {
		key := string(rune('z' - i%26))
		if i >= 26 {
			key += key
		}
		d.Set(key, jinja.Int(int64(i)))
		want = append(want, key)
	}
	d.Set("z", jinja.String("again"))
	if got := d.Keys(); !slices.Equal(got, want) || d.Len() != 30 {
		t.Errorf("keys = %q", got)
	}
	if v, ok := d.Get("z"); !ok || v.String() != "again" {
		t.Errorf("z = %v, %v", v, ok)
	}
	if _, ok := d.Get("zzz"); ok {
		t.Error("Get finds the missing key zzz")
	}
}

func TestLazyIsComputedOnce(t *testing.T) {
	t.Parallel()
	calls := 0
	v := jinja.Lazy(func() jinja.Value {
		calls++
		return jinja.FromGo([]any{1, 2})
	})
	got := renderText(t, "{{ v | length }}{{ v[1] }}{{ v }}{% for x in v %}{{ x }}{% endfor %}{{ v is sequence }}", map[string]jinja.Value{"v": v})
	if got != "22[1, 2]12True" || calls != 1 {
		t.Errorf("got %q after %d calls", got, calls)
	}
	unused := jinja.Lazy(func() jinja.Value { panic("not needed") })
	nested := jinja.NewDict()
	nested.Set("x", unused)
	nested.Set("y", v)
	if got := renderText(t, "{{ d.y[0] }}{{ d | length }}", map[string]jinja.Value{"d": jinja.DictValue(nested), "u": unused}); got != "12" {
		t.Errorf("got %q", got)
	}
}

func TestFrozenValuesCannotBeChanged(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"{% do v.l.append(1) %}", "{% do v.update(a=1) %}", "{% do v.l[0].pop('k') %}", "{% do v.l.sort() %}", "{% do v.clear() %}",
	} {
		v := jinja.FromGo(map[string]any{"l": []any{map[string]any{"k": 1}}}).Freeze()
		_, err := tryRender(t, text, map[string]jinja.Value{"v": v})
		if e := asJinjaError(t, err); e.Kind != jinja.TypeError {
			t.Errorf("%s: %v", text, err)
		}
	}
	v := jinja.FromGo([]any{2, 1}).Freeze()
	if got := renderText(t, "{% set c = v | list %}{% do c.append(3) %}{{ c }}{{ v | sort }}{{ v + [3] }}", map[string]jinja.Value{"v": v}); got != "[2, 1, 3][1, 2][2, 1, 3]" {
		t.Errorf("got %q", got)
	}
}

func TestPrintingIsBounded(t *testing.T) {
	t.Parallel()
	v := jinja.NewList()
	for range 60 {
		v = jinja.NewList(v, v)
	}
	const maxSize = 16 << 20
	if n := len(v.String()); n == 0 || n > maxSize {
		t.Errorf("String returned %d bytes", n)
	}
	if n := len(v.Repr()); n == 0 || n > maxSize {
		t.Errorf("Repr returned %d bytes", n)
	}
}
