package jinja_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// addSeeds adds the templates of the conformance cases, some generated templates, and the bombs to the fuzzer.
func addSeeds(f *testing.F) {
	f.Helper()
	files, err := filepath.Glob("testdata/conformance/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		for _, c := range readCases(f, file) {
			f.Add(c.request.Template)
		}
	}
	g := &templateGenerator{random: rand.New(rand.NewPCG(3, 3))}
	for range 100 {
		f.Add(g.template())
	}
	for _, bomb := range bombs {
		f.Add(bomb)
	}
}

func FuzzCompile(f *testing.F) {
	addSeeds(f)
	env := jinja.NewEnvironment(jinja.Options{})
	f.Fuzz(func(t *testing.T, text string) {
		_, err := env.Compile("fuzz", text)
		var e *jinja.Error
		if err != nil && (!errors.As(err, &e) || e.Line < 1 || e.Column < 1 || e.Message == "") {
			t.Errorf("the error has no position: %v", err)
		}
		if err != nil && !jinja.HasSyntax(text) {
			t.Errorf("a text without tags is rejected: %v", err)
		}
	})
}

// FuzzRender renders twice: the template must keep no state between renders, and the limits apply.
func FuzzRender(f *testing.F) {
	addSeeds(f)
	env := jinja.NewEnvironment(jinja.Options{})
	limits := jinja.Limits{Steps: 20000, Depth: 20, Output: 1 << 16}
	f.Fuzz(func(t *testing.T, text string) {
		template, err := env.Compile("fuzz", text)
		if err != nil {
			return
		}
		render := func() (string, error) {
			return template.Render(jinja.Input{Variables: contextOf(t, json.RawMessage(generatorContext)), Limits: limits})
		}
		first, err := render()
		if len(first) > max(limits.Output, len(text)) {
			t.Errorf("%d bytes of output, more than the limit", len(first))
		}
		second, again := render()
		if first != second || (err == nil) != (again == nil) || err != nil && err.Error() != again.Error() {
			t.Errorf("two renders differ:\n%q, %v\n%q, %v", first, err, second, again)
		}
	})
}
