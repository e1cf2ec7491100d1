package sqltext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" ; ;; -- nothing\n; /* c */ ", nil},
		{"a", []string{"a"}},
		{"a; b ;\nc;", []string{"a", "b", "c"}},
		{"a ';' b; \"c;d\"; $$e;f$$; -- g;h\ni /* ; */ j", []string{"a ';' b", "\"c;d\"", "$$e;f$$", "-- g;h\ni /* ; */ j"}},
		{"{{ ';' }}; {% set a = ';' %}b", []string{"{{ ';' }}", "{% set a = ';' %}b"}},
		{"BEGIN; INSERT a; COMMIT;", []string{"BEGIN", "INSERT a", "COMMIT"}},
		{"begin transaction; a; end;", []string{"begin transaction", "a", "end"}},
		{"BEGIN a; b; END; c", []string{"BEGIN a; b; END", "c"}},
		{"BEGIN IF (x) THEN a; END IF; FOR i IN c DO b; END FOR; END; c", []string{"BEGIN IF (x) THEN a; END IF; FOR i IN c DO b; END FOR; END", "c"}},
		{"BEGIN x := CASE WHEN a THEN b END; CASE WHEN c THEN d; END CASE; END; e", []string{"BEGIN x := CASE WHEN a THEN b END; CASE WHEN c THEN d; END CASE; END", "e"}},
		{"DECLARE a INT; b INT; BEGIN c; BEGIN d; END; e; END; f", []string{"DECLARE a INT; b INT; BEGIN c; BEGIN d; END; e; END", "f"}},
		{"CREATE PROCEDURE p() AS BEGIN a; b; END; c", []string{"CREATE PROCEDURE p() AS BEGIN a; b; END", "c"}},
		{"CREATE PROCEDURE p() AS DECLARE x INT; BEGIN a; END; c", []string{"CREATE PROCEDURE p() AS DECLARE x INT; BEGIN a; END", "c"}},
		{"CREATE FUNCTION f() BEGIN ATOMIC a; b; END; c", []string{"CREATE FUNCTION f() BEGIN ATOMIC a; b; END", "c"}},
		{"CREATE TABLE t (begin INT, end INT); SELECT begin, CASE WHEN a THEN b END FROM t; c", []string{
			"CREATE TABLE t (begin INT, end INT)", "SELECT begin, CASE WHEN a THEN b END FROM t", "c",
		}},
		{"BEGIN a; b", []string{"BEGIN a; b"}},
	} {
		var got []string
		for _, statement := range sqltext.Split(tt.text) {
			got = append(got, statement.Text)
			if statement.Range.Of(tt.text) != statement.Text {
				t.Errorf("%q: the range contains %q, the text is %q", tt.text, statement.Range.Of(tt.text), statement.Text)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.text, diff)
		}
	}
}

// TestSplitLosesNothing checks that only semicolons, white space and comments are between statements.
func TestSplitLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := sqlText().Draw(t, "text")
		end := 0
		var rest strings.Builder
		for _, statement := range sqltext.Split(text) {
			if statement.Range.Start < end || statement.Text == "" {
				t.Fatalf("%q: statement %+v begins before %d or is empty", text, statement, end)
			}
			rest.WriteString(text[end:statement.Range.Start])
			end = statement.Range.End
		}
		rest.WriteString(text[end:])
		for _, token := range sqltext.Tokens(rest.String()) {
			switch token.Kind {
			case sqltext.Space, sqltext.LineComment, sqltext.BlockComment, sqltext.JinjaComment:
			default:
				if token.Of(rest.String()) != ";" {
					t.Fatalf("%q: %q is in no statement", text, token.Of(rest.String()))
				}
			}
		}
	})
}
