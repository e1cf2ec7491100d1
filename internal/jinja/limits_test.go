package jinja_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// bombs are templates that would run or grow forever without limits.
var bombs = map[string]string{
	"loops in loops":            "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
	"a growing list":            "{% set l = [1] %}{% for x in l %}{% do l.append(x) %}{% endfor %}",
	"a list of all numbers":     "{{ range(9223372036854775807) | list }}",
	"endless recursion":         "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
	"two macros":                "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}",
	"callers":                   "{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{% call m() %}{% endcall %}",
	"recursive loop":            "{% set l = [] %}{% do l.append(l) %}{% for x in l recursive %}{{ loop(x) }}{% endfor %}",
	"text times number":         "{{ 'x' * 9223372036854775807 }}",
	"list times number":         "{{ [1] * 9223372036854775807 }}",
	"doubling text":             "{% set n = namespace(s='x') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
	"doubling by +":             "{% set n = namespace(s='x') %}{% for i in range(99) %}{% set n.s = n.s + n.s %}{% endfor %}",
	"doubling list":             "{% set n = namespace(l=[1]) %}{% for i in range(99) %}{% set n.l = n.l + n.l %}{% endfor %}",
	"doubling by extend":        "{% set l = [1] %}{% for i in range(99) %}{% do l.extend(l) %}{% endfor %}",
	"doubling by replace":       "{% set n = namespace(s='xx') %}{% for i in range(99) %}{% set n.s = n.s | replace('x', n.s) %}{% endfor %}",
	"doubling by join":          "{% set n = namespace(s='xx') %}{% for i in range(99) %}{% set n.s = n.s | join(n.s) %}{% endfor %}",
	"doubling by format":        "{% set n = namespace(s='xx') %}{% for i in range(99) %}{% set n.s = '%s%s' % (n.s, n.s) %}{% endfor %}",
	"doubling by a block":       "{% set n = namespace(s='xx') %}{% for i in range(99) %}{% set n.s %}{{ n.s }}{{ n.s }}{% endset %}{% endfor %}",
	"padding":                   "{{ 'x'.center(9223372036854775807) }}",
	"padding by format":         "{{ '{:>9999999999}'.format(1) }}",
	"padding by %":              "{{ '%*d' % (9999999999, 1) }}",
	"precision":                 "{{ '%.9999999999f' % 1.5 }}",
	"tabs":                      "{{ ('\\t' * 99999).expandtabs(99999999) }}",
	"indent":                    "{{ ('\\n' * 99999) | indent(9999999) }}",
	"printing a doubling list":  "{% set n = namespace(l=[]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}",
	"comparing doubling lists":  "{% set n = namespace(a=[], b=[]) %}{% for i in range(60) %}{% set n.a = [n.a, n.a] %}{% set n.b = [n.b, n.b] %}{% endfor %}{{ n.a == n.b }}",
	"doubling key":              "{% set n = namespace(t=()) %}{% for i in range(60) %}{% set n.t = (n.t, n.t) %}{% endfor %}{{ {n.t: 1} }}",
	"doubling JSON":             "{% set n = namespace(l=[]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | tojson }}",
	"deep lists":                "{% set n = namespace(l=[]) %}{% for i in range(99999) %}{% set n.l = [n.l] %}{% endfor %}{{ n.l }}",
	"deep comparison":           "{% set n = namespace(a=[], b=[]) %}{% for i in range(9999) %}{% set n.a = [n.a] %}{% set n.b = [n.b] %}{% endfor %}{{ n.a == n.b }}",
	"deep order":                "{% set n = namespace(a=[], b=[1]) %}{% for i in range(9999) %}{% set n.a = [n.a] %}{% set n.b = [n.b] %}{% endfor %}{{ n.a < n.b }}",
	"deep key":                  "{% set n = namespace(t=()) %}{% for i in range(9999) %}{% set n.t = (n.t,) %}{% endfor %}{{ {n.t: 1} }}",
	"deep JSON":                 "{% set n = namespace(l=[]) %}{% for i in range(9999) %}{% set n.l = [n.l] %}{% endfor %}{{ n.l | tojson }}",
	"comparing recursive lists": "{% set a = [1] %}{% do a.append(a) %}{% set b = [1] %}{% do b.append(b) %}{{ a == b }}",
	"nested lazy sequences":     "{% set n = namespace(g=[1]) %}{% for i in range(99999) %}{% set n.g = n.g | map('string') %}{% endfor %}{{ n.g | list }}",
	"searching":                 "{% set l = [0] * 99999 %}{% for i in range(99999) %}{{ 1 in l }}{% endfor %}",
	"searching text":            "{% set s = 'x' * 999999 %}{% for i in range(99999) %}{{ 'y' in s }}{% endfor %}",
	"counting":                  "{% set l = [0] * 99999 %}{% for i in range(99999) %}{{ l.count(1) }}{% endfor %}",
	"text methods":              "{% set s = 'x' * 999999 %}{% for i in range(99999) %}{% set t = s.upper() %}{% endfor %}",
	"stripping many letters":    "{% set c = 'y' * 99999 ~ 'x' %}{% for i in range(99999) %}{% set t = ('x' * 99999).strip(c) %}{% endfor %}",
	"wrapping a long word":      "{% for i in range(99) %}{% set t = ('x' * 99999) | wordwrap(1) %}{% endfor %}",
	"keys of a sort":            "{{ (['X' * 999999] * 9999) | sort | length }}",
	"growing by urlencode":      "{% set n = namespace(s='%') %}{% for i in range(99) %}{% set n.s = n.s | urlencode | replace('2', '%') %}{% endfor %}",
	"output":                    "{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}",
	"batches":                   "{{ [1] | batch(9223372036854775807, 1) | list }}",
	"slices":                    "{{ [1] | slice(9223372036854775807, 1) | list }}",
	"grouping digits":           "{{ '{:09999999999,}'.format(1) }}",
	"arguments":                 "{% macro m() %}{{ varargs | length }}{% endmacro %}{{ m(*range(9223372036854775807)) }}",
}

// TestLimitsEndEveryRender renders one bomb after another and checks how much memory each one allocates.
func TestLimitsEndEveryRender(t *testing.T) { //nolint:paralleltest // it counts allocations
	env := jinja.NewEnvironment(jinja.Options{})
	limits := jinja.Limits{Steps: 400_000, Output: 1 << 20}
	for name, text := range bombs { //nolint:paralleltest // the same
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			template, err := env.Compile("test", text)
			if err != nil {
				t.Fatal(err)
			}
			out, err := template.Render(jinja.Input{Limits: limits})
			runtime.ReadMemStats(&after)
			if err == nil {
				t.Fatalf("no error, %d bytes of output", len(out))
			}
			if e := asJinjaError(t, err); e.Kind != jinja.LimitError || e.Line == 0 {
				t.Errorf("got %v", err)
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 200 {
				t.Errorf("%d MB allocated, want at most 200", used)
			}
		})
	}
}

func TestLimitsOfTheParser(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"parentheses": "{{ " + strings.Repeat("(", 10000) + strings.Repeat(")", 10000) + " }}",
		"lists":       "{{ " + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + " }}",
		"dicts":       "{{ " + strings.Repeat("{1:", 10000) + "1" + strings.Repeat("}", 10000) + " }}",
		"signs":       "{{ " + strings.Repeat("- ", 10000) + "1 }}",
		"not":         "{{ " + strings.Repeat("not ", 10000) + "1 }}",
		"conditions":  "{{ " + strings.Repeat("1 if 1 else ", 10000) + "1 }}",
		"blocks":      strings.Repeat("{% if 1 %}", 10000) + strings.Repeat("{% endif %}", 10000),
		"loops":       strings.Repeat("{% for a in b %}", 10000) + strings.Repeat("{% endfor %}", 10000),
		"calls":       "{{ " + strings.Repeat("f(", 10000) + strings.Repeat(")", 10000) + " }}",
		"items":       "{{ " + strings.Repeat("a[", 10000) + "1" + strings.Repeat("]", 10000) + " }}",
		"targets":     "{% set " + strings.Repeat("(", 10000) + "a" + strings.Repeat(")", 10000) + " = 1 %}",
		"sums":        "{{ 1" + strings.Repeat(" + 1", 100000) + " }}",
		"powers":      "{{ 1" + strings.Repeat(" ** 1", 100000) + " }}",
		"ands":        "{{ 1" + strings.Repeat(" and 1", 100000) + " }}",
		"attributes":  "{{ a" + strings.Repeat(".a", 100000) + " }}",
		"filters":     "{{ a" + strings.Repeat("|e", 100000) + " }}",
		"tests":       "{{ a" + strings.Repeat(" is eq(1)", 100000) + " }}",
		"short ifs":   "{{ 1" + strings.Repeat(" if 1", 100000) + " }}",
	} {
		_, err := tryRender(t, text, nil)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if e := asJinjaError(t, err); e.Kind != jinja.SyntaxError {
			t.Errorf("%s: %v", name, err)
		}
	}
	long := "{{ ''" + strings.Repeat(" ~ 1", 100000) + " }}"
	if out := renderText(t, long, nil); len(out) != 100000 {
		t.Errorf("a long chain of ~ rendered %d bytes, want 100000", len(out))
	}
	if out := renderText(t, strings.Repeat("{{ 1 }}", 100000), nil); len(out) != 100000 {
		t.Errorf("a long template rendered %d bytes, want 100000", len(out))
	}
}

func TestLimitsCanBeSet(t *testing.T) {
	t.Parallel()
	template, err := jinja.NewEnvironment(jinja.Options{}).Compile("test", "{% macro m(n) %}{{ n }}{% if n %}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(20) }}")
	if err != nil {
		t.Fatal(err)
	}
	for name, limits := range map[string]jinja.Limits{"steps": {Steps: 20}, "depth": {Depth: 10}, "output": {Output: 5}} {
		_, err := template.Render(jinja.Input{Limits: limits})
		if err == nil || asJinjaError(t, err).Kind != jinja.LimitError {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := template.Render(jinja.Input{Limits: jinja.Limits{Steps: 2000, Depth: 30, Output: 1000}}); err != nil {
		t.Error(err)
	}
}

func TestInterrupt(t *testing.T) {
	t.Parallel()
	template, err := jinja.NewEnvironment(jinja.Options{}).Compile("test", "{% for i in range(100000) %}{% endfor %}")
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("canceled")
	calls := 0
	_, err = template.Render(jinja.Input{Limits: jinja.Limits{Interrupt: func() error {
		if calls++; calls == 3 {
			return stop
		}
		return nil
	}}})
	if !errors.Is(err, stop) || asJinjaError(t, err).Kind != jinja.LimitError || calls != 3 {
		t.Errorf("Interrupt was called %d times, want 3; error %v", calls, err)
	}
}
