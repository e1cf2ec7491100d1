package validate_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/validate"
)

func TestCheckNameLineAndParagraphs(t *testing.T) {
	t.Parallel()
	type valid struct{ name, line, paragraphs bool }
	for text, want := range map[string]valid{
		"":                         {false, true, true},
		" \u00a0":                  {false, true, true},
		"Zoë Ωμέγα 🏞":              {true, true, true},
		"two\nlines\tand\r\na tab": {false, false, true},
		"nul\x00":                  {false, false, false},
		"escape\x1b[31m":           {false, false, false},
		"\xff":                     {false, false, false},
		strings.Repeat("ü", 50):    {true, true, true},
		strings.Repeat("ü", 51):    {false, false, false},
	} {
		for check, tt := range map[string]struct {
			err  error
			fine bool
		}{
			"name":       {validate.CheckName("the name", text, 50), want.name},
			"line":       {validate.CheckLine("the name", text, 50), want.line},
			"paragraphs": {validate.CheckParagraphs("the name", text, 50), want.paragraphs},
		} {
			if (tt.err == nil) != tt.fine {
				t.Errorf("%s %q: %v", check, text, tt.err)
			}
			if tt.err != nil && (!fault.Is(tt.err, fault.Invalid) || fault.From(tt.err).Hint == "" || !strings.Contains(tt.err.Error(), "the name")) {
				t.Errorf("%s %q: %v has no hint or is not invalid", check, text, tt.err)
			}
		}
	}
}
