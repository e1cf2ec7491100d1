package jinja_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
)

// TestFromJSONKeepsDigits checks that a large whole number does not become a float.
func TestFromJSONKeepsDigits(t *testing.T) {
	t.Parallel()
	out, err := renderWithFunctions(t, "{{ fromjson('[9223372036854775807, -9223372036854775808, 1e3, 2.5]') }}", nil, jinja.Limits{})
	if err != nil || out != "[9223372036854775807, -9223372036854775808, 1000.0, 2.5]" {
		t.Errorf("got %q, %v", out, err)
	}
	for _, text := range []string{"{{ fromjson('{\"a\": 9223372036854775808}') }}", "{{ fromjson('[-12345678901234567890]', none) }}"} {
		out, err := renderWithFunctions(t, text, nil, jinja.Limits{})
		if err == nil {
			t.Errorf("%s: got %q, want an error", text, out)
			continue
		}
		if e := asJinjaError(t, err); !strings.Contains(e.Message, "too large") || e.Hint == "" || e.Line != 1 {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
