package sqltext_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

// TestReadTimeIsLinear reads large texts. If reading took quadratic time, the test would take minutes and exceed its
// deadline.
func TestReadTimeIsLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 18
	for name, piece := range map[string]string{
		"open strings":       `'\'a `,
		"closed backslashes": `'\' `,
		"open Jinja":         "'{{ ' {% ",
		"open comments":      "/* /* */ ",
		"open dollars":       "$a$b",
		"annotations":        "@a(1) ",
		"open annotations":   "@a(\n",
		"annotated columns":  "a @b, ",
		"unreadable columns": "a b c @d, ",
		"parentheses":        "()",
		"open parentheses":   "(",
		"queries":            "SELECT 1 EXCEPT ",
		"from first":         "FROM a UNION ",
		"sub-queries":        "(SELECT a FROM b), ",
		"commas":             ",",
		"lambdas":            "f(lambda a, b, c, d, e: a + z), ",
		"parameters":         "a, b, c, ",
		"lists":              "[a FOR b IN c], ",
		"links":              "{{ ref_link('A', 'B') }} UNION SELECT a ",
		"refs":               "{{ ref('A', 'B') }} ",
		"priors":             "PRIOR ",
		"words":              "a ",
		"cases":              "CASE WHEN ",
	} {
		for _, prefix := range []string{"", "SELECT ", "SELECT f(lambda ", "@a( \n"} {
			text := prefix + strings.Repeat(piece, size/len(piece))
			sqltext.Split(text)
			sqltext.Refs(text)
			sqltext.ReadNode(text)
			_, _ = sqltext.ReadQuery(text)
			if got := sqltext.Canonical(text); got != sqltext.Canonical(got) {
				t.Errorf("%s after %q: the canonical form is not its own canonical form", name, prefix)
			}
		}
	}
}

func TestTooLongTextIsRejected(t *testing.T) {
	t.Parallel()
	text := "SELECT '" + strings.Repeat("x", 5<<20) + "' AS a"
	if _, err := sqltext.ReadQuery(text); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("ReadQuery: %v", err)
	}
	if _, problems := sqltext.ReadNode(text); len(problems) != 1 || problems[0].Code != sqltext.TextTooLong {
		t.Errorf("ReadNode: %v", problems)
	}
}
