package jinja_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func tryRender(t testing.TB, text string, variables map[string]jinja.Value) (string, error) {
	t.Helper()
	template, err := jinja.NewEnvironment(jinja.Options{}).Compile("test", text)
	if err != nil {
		return "", err
	}
	return template.Render(jinja.Input{Variables: variables})
}

func renderText(t testing.TB, text string, variables map[string]jinja.Value) string {
	t.Helper()
	out, err := tryRender(t, text, variables)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func asJinjaError(t testing.TB, err error) *jinja.Error {
	t.Helper()
	var e *jinja.Error
	if !errors.As(err, &e) {
		t.Fatalf("want a *jinja.Error, got %v", err)
	}
	return e
}

func TestOptions(t *testing.T) {
	t.Parallel()
	env := jinja.NewEnvironment(jinja.Options{
		Filters: map[string]jinja.Filter{
			"escape": func(in jinja.Value, _ jinja.Arguments) (jinja.Value, error) {
				return jinja.String(strings.ReplaceAll(in.String(), "'", "''")), nil
			},
			"twice": func(in jinja.Value, args jinja.Arguments) (jinja.Value, error) {
				bound, err := args.Bind("separator?")
				return jinja.String(in.String() + bound[0].String() + in.String()), err
			},
		},
		Tests: map[string]jinja.Test{
			"short": func(in jinja.Value, _ jinja.Arguments) (bool, error) { return len(in.String()) < 3, nil },
		},
		Globals:             map[string]jinja.Value{"answer": jinja.Int(42)},
		KeepTrailingNewline: true,
	})
	template, err := env.Compile("test", "{{ \"it's\" | escape }} {{ 'a' | twice('-') }} {{ ['a', 'bcd'] | select('short') | map('twice') | list }} {{ answer }}\n")
	if err != nil {
		t.Fatal(err)
	}
	if template.Name() != "test" {
		t.Errorf("the name of the template is %q, want test", template.Name())
	}
	got, err := template.Render(jinja.Input{})
	if want := "it''s a-a ['aa'] 42\n"; err != nil || got != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	got, err = template.Render(jinja.Input{Variables: map[string]jinja.Value{"answer": jinja.Int(7)}})
	if err != nil || !strings.HasSuffix(got, " 7\n") {
		t.Errorf("a variable does not override a global: %q, %v", got, err)
	}
}

func TestFunctions(t *testing.T) {
	t.Parallel()
	failure := errors.New("no such node")
	variables := map[string]jinja.Value{
		"ref": jinja.Function("ref", func(args jinja.Arguments) (jinja.Value, error) {
			bound, err := args.Bind("loc", "node", "quote?")
			if err != nil {
				return jinja.Value{}, err
			}
			if bound[1].String() == "GONE" {
				return jinja.Value{}, failure
			}
			return jinja.String(bound[0].String() + "." + bound[1].String()), nil
		}),
		"nothing": jinja.Function("nothing", func(jinja.Arguments) (jinja.Value, error) { return jinja.Value{}, nil }),
	}
	if got := renderText(t, "{{ ref('A', 'B') }} {{ ref(node='C', loc='A') }} {{ ref(*['A'], **{'node': 'B'}) }} {{ nothing() }}| {{ nothing() is defined }}", variables); got != "A.B A.C A.B | False" {
		t.Errorf("got %q", got)
	}
	for text, want := range map[string]string{
		"{{ ref('A') }}":                  "test:1:4: ref() missing 1 required positional argument: 'node'",
		"{{ ref() }}":                     "test:1:4: ref() missing 2 required positional arguments: 'loc' and 'node'",
		"{{ ref('A', 'B', 'C', 'D') }}":   "test:1:4: ref() takes from 2 to 3 positional arguments but 4 were given",
		"{{ ref('A', 'B', x=1) }}":        "test:1:4: ref() got an unexpected keyword argument 'x'",
		"{{ ref('A', loc='A') }}":         "test:1:4: ref() got multiple values for argument 'loc'",
		"x\n  {{ 1 + ref('A', 'GONE') }}": "test:2:10: no such node",
	} {
		_, err := tryRender(t, text, variables)
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
	_, err := tryRender(t, "{{ ref('A', 'GONE') }}", variables)
	if e := asJinjaError(t, err); !errors.Is(err, failure) || e.Kind != jinja.CallError {
		t.Errorf("the error does not wrap its cause: %v", err)
	}
}

func TestLookupOfArguments(t *testing.T) {
	t.Parallel()
	f := jinja.Function("f", func(args jinja.Arguments) (jinja.Value, error) {
		v, ok := args.Lookup("phase", 1)
		return jinja.NewTuple(v, jinja.Bool(ok)), nil
	})
	if got := renderText(t, "{{ f(1, 2) }}{{ f(phase=3) }}{{ f(1) }}", map[string]jinja.Value{"f": f}); got != "(2, True)(3, True)(Undefined, False)" {
		t.Errorf("got %q", got)
	}
}

func TestHasSyntax(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, "{": false, "SELECT {'a': 1}": false, "} }} %} #}": false, "{ {": false,
		"{{": true, "a {% b": true, "{#": true, "x{{{": true,
	} {
		if got := jinja.HasSyntax(text); got != want {
			t.Errorf("HasSyntax(%q) = %v", text, got)
		}
	}
}

func TestPlainTextIsNotCopied(t *testing.T) { //nolint:paralleltest // it counts allocations
	template, err := jinja.NewEnvironment(jinja.Options{}).Compile("test", "SELECT 1\n")
	if err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(100, func() {
		if out, err := template.Render(jinja.Input{}); err != nil || out != "SELECT 1" {
			t.Errorf("got %q, %v", out, err)
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations, want 0", allocations)
	}
}
