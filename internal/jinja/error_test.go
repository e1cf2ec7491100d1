package jinja_test

import (
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func TestErrorsHavePositionAndHint(t *testing.T) {
	t.Parallel()
	variables := map[string]jinja.Value{
		"columns": jinja.NewList(),
		"node":    jinja.FromGo(map[string]any{"location": map[string]any{"name": "A"}}),
	}
	for text, want := range map[string]string{
		"a\n  {{ columnz.x }}":                    "test:2:6: 'columnz' is undefined (did you mean columns?)",
		"{% for c in columnz.x %}{% endfor %}":    "test:1:13: 'columnz' is undefined (did you mean columns?)",
		"{{ 1 + columnz }}":                       "test:1:8: 'columnz' is undefined (did you mean columns?)",
		"{{ Columns + 1 }}":                       "test:1:4: 'Columns' is undefined (did you mean columns?)",
		"{{ node.locatoin.name }}":                "test:1:9: 'dict object' has no attribute 'locatoin' (did you mean location?)",
		"{{ node.x.name }}":                       "test:1:9: 'dict object' has no attribute 'x'",
		"é{{ 'ж' ~ (1 / 0) }}":                    "test:1:14: division by zero",
		"{{ 'a' + 1 }}":                           `test:1:8: can only concatenate str (not "int") to str (use ~ to concatenate texts)`,
		"{{ columns | frist }}":                   "test:1:14: no filter named 'frist' (did you mean first?)",
		"{{ columns is defind }}":                 "test:1:15: no test named 'defind' (did you mean defined?)",
		"{{ x | random }}":                        "test:1:8: no filter named 'random' (a render must return the same text each time)",
		"{% if true %}\n{% for x in columns %}\n": "test:2:4: unexpected end of template: the block 'for' that was opened in line 2 is not closed (expected endfor or else)",
		"{% if true %}\n{% endfor %}":             "test:2:4: encountered unknown tag 'endfor' (expected elif or else or endif for the block 'if' that was opened in line 1)",
		"{% include 'x' %}":                       "test:1:4: 'include' is not supported here (put macros into the project's macro file)",
		"\n{{ x":                                  "test:2:1: unexpected end of template, expected 'end of print statement' (the tag that begins in line 2 is not closed)",
		"\n{{":                                    "test:2:1: unexpected end of template, expected 'end of print statement' (the tag that begins in line 2 is not closed)",
		"{% if x":                                 "test:1:1: unexpected end of template, expected 'end of statement block' (the tag that begins in line 1 is not closed)",
		"{# x":                                    "test:1:1: missing end of comment tag (close the comment with #})",
		"{{ 'x }}":                                "test:1:4: text in quotes is not closed",
		"{{ a b }}":                               "test:1:6: expected token 'end of print statement', got 'b'",
		"{{ columns.x() }}":                       "test:1:12: 'list object' has no attribute 'x'",
		"{{ columns.pop() }}":                     "test:1:12: pop from empty list",
		"{% set node.x = 1 %}":                    "test:1:8: cannot assign attribute on non-namespace object (make it with {% set node = namespace() %})",
		"{% set a, b = 1, 2, 3 %}":                "test:1:8: too many values to unpack (expected 2)",
		"{% macro m(a) %}\n{{ a.b }}{% endmacro %}{{ m() }}": "test:2:4: parameter 'a' was not provided",
		"{% macro m() %}{% endmacro %}\n{{ m(1) }}":          "test:2:4: macro 'm' takes not more than 0 arguments",
		"{{ missing | int }}":                                "test:1:4: 'missing' is undefined",
		"{{ [1, 'a'] | sort }}":                              "test:1:15: '<' not supported between instances of 'str' and 'int'",
		"{{ 1 < 'a' }}":                                      "test:1:4: '<' not supported between instances of 'int' and 'str'",
	} {
		_, err := tryRender(t, text, variables)
		if err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestErrorKindsHaveNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := jinja.SyntaxError; k <= jinja.CallError; k++ {
		if name := k.String(); name == "" || seen[name] {
			t.Errorf("kind %d has an empty or duplicate name %q", k, name)
		} else {
			seen[name] = true
		}
	}
}
