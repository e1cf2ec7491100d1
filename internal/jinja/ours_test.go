package jinja_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// renderWithGo renders a template with our implementation.
func renderWithGo(t testing.TB, env *jinja.Environment, q renderRequest) renderResult {
	t.Helper()
	template, err := env.Compile("case", q.Template)
	if err != nil {
		return failed(t, err)
	}
	out, err := template.Render(jinja.Input{Variables: contextOf(t, q.Context)})
	if err != nil {
		return failed(t, err)
	}
	return renderResult{Output: out}
}

func failed(t testing.TB, err error) renderResult {
	t.Helper()
	var e *jinja.Error
	if !errors.As(err, &e) {
		t.Fatalf("the error has type %T: %v", err, err)
	}
	if e.Line < 1 || e.Column < 1 || e.Template != "case" {
		t.Errorf("the error has no position: %v", err)
	}
	return renderResult{Error: e.Kind.String(), Message: e.Message}
}

// contextOf reads variables from JSON. Dicts keep the order of the text.
func contextOf(t testing.TB, raw json.RawMessage) map[string]jinja.Value {
	t.Helper()
	variables := map[string]jinja.Value{}
	if len(raw) == 0 {
		return variables
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	d, ok := valueOf(t, decoder).AsDict()
	if !ok {
		t.Fatalf("the context is not an object: %s", raw)
	}
	for key, value := range d.All() {
		variables[key.String()] = value
	}
	return variables
}

func valueOf(t testing.TB, decoder *json.Decoder) jinja.Value {
	t.Helper()
	token, err := decoder.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch token := token.(type) {
	case json.Delim:
		if token == '[' {
			return listOf(t, decoder)
		}
		return dictOf(t, decoder)
	case json.Number:
		if n, err := strconv.ParseInt(token.String(), 10, 64); err == nil {
			return jinja.Int(n)
		}
		f, err := token.Float64()
		if err != nil {
			t.Fatal(err)
		}
		return jinja.Float(f)
	default:
		return jinja.FromGo(token)
	}
}

func listOf(t testing.TB, decoder *json.Decoder) jinja.Value {
	t.Helper()
	var items []jinja.Value
	for decoder.More() {
		items = append(items, valueOf(t, decoder))
	}
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	return jinja.NewList(items...)
}

func dictOf(t testing.TB, decoder *json.Decoder) jinja.Value {
	t.Helper()
	d := jinja.NewDict()
	for decoder.More() {
		key := valueOf(t, decoder)
		d.Set(key.String(), valueOf(t, decoder))
	}
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	return jinja.DictValue(d)
}
