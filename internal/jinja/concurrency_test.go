package jinja_test

import (
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

func TestOneTemplateManyGoroutines(t *testing.T) {
	t.Parallel()
	env := benchEnvironment()
	library, err := env.Compile("macros", "{% macro q(x) %}[{{ x }}]{% endmacro %}")
	if err != nil {
		t.Fatal(err)
	}
	body, err := env.Compile("run", insertSelect(t)+"{{ q(shared.a) }}{% set own = [1] %}{% do own.append(2) %}{{ own }}")
	if err != nil {
		t.Fatal(err)
	}
	template := jinja.Join("all", library, body)
	in := insertSelectInput()
	in.Variables["shared"] = jinja.Lazy(func() jinja.Value { return jinja.FromGo(map[string]any{"a": 5}) })
	for _, v := range in.Variables {
		v.Freeze()
	}
	want, err := template.Render(in)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if got, err := template.Render(in); err != nil || got != want {
					t.Errorf("got %q, %v", got, err)
					return
				}
			}
		})
	}
	group.Wait()
}
