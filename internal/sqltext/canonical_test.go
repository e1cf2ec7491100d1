package sqltext_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/sqltext"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                 "",
		" -- nothing\n/* at all */ ":       "",
		"SELECT  a,b\n\tFROM t -- x":       "SELECT a , b FROM t",
		"a - -b":                           "a - - b",
		"a--b":                             "a",
		"1 .5":                             "1 .5",
		"1.5":                              "1.5",
		"a.b":                              "a . b",
		"a/**/b":                           "a b",
		"'it''s  -- no' ":                  "'it''s  -- no'",
		"X'00'":                            "X'00'",
		"X '00'":                           "X '00'",
		"$$ a  b $$":                       "$$ a  b $$",
		"{{ref('A','B')}}":                 "{{ ref ( 'A' , 'B' ) }}",
		"{{  ref( 'A' ,\n'B' )  }}  x":     "{{ ref ( 'A' , 'B' ) }} x",
		"{{ a.b|c( 1 )~'d  e' }}":          "{{ a . b | c ( 1 ) ~ 'd  e' }}",
		"{%-if a==b-%}":                    "{%- if a == b -%}",
		"{{ -a }}":                         "{{ - a }}",
		"{{- a }}":                         "{{- a }}",
		"{{}}":                             "{{ }}",
		"{{-}}":                            "{{- }}",
		"a{{ b }}c":                        "a{{ b }}c",
		"a {{ b }} c":                      "a {{ b }} c",
		"a {{- b -}} c":                    "a{{- b -}}c",
		"({{ a }},{{ b }})":                "( {{ a }} , {{ b }} )",
		"a={{ b }}":                        "a = {{ b }}",
		"-{{ a }}":                         "-{{ a }}",
		"- {{ a }}":                        "- {{ a }}",
		"a{# b #}c":                        "ac",
		"a {# b #}c":                       "a c",
		"{{ a }}{# b #}c":                  "{{ a }}c",
		"a{# b #}{# c #}d":                 "ad",
		"'{# kept #}'":                     "'{# kept #}'",
		"{{# #}{":                          "{{# #}{",
		"{ {# #}{ a }}":                    "{ { a } }",
		"-- {% if a %}\nb\n-- {% endif %}": "{% if a %} b {% endif %}",
		"-- {{ a }}\nb":                    "b",
		"@a( 'x' ,\"y\" ) SELECT a @b":     "@a( 'x' , \"y\" ) SELECT a @b",
		"a @b (c)":                         "a @b ( c )",
		"'open  ":                          "'open  ",
		"{{ open  ":                        "{{ open  ",
	} {
		if got := sqltext.Canonical(text); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", text, got, want)
		}
	}
}

// wantCanonical checks that the canonical form of a text is its own canonical form.
func wantCanonical(t rapid.TB, text string) {
	t.Helper()
	once := sqltext.Canonical(text)
	if twice := sqltext.Canonical(once); twice != once {
		t.Fatalf("canonical form of %q\n once %q\ntwice %q", text, once, twice)
	}
}

func TestCanonicalIsItsOwnCanonicalForm(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { wantCanonical(t, rapid.OneOf(sqlText(), rapid.String()).Draw(t, "text")) })
}

func FuzzCanonical(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { wantCanonical(t, text) })
}

// oneToken draws text that is one token with any white space around it.
func oneToken() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"a", "A", "SELECT", "é", "1", "1.5", ".5", "'x'", "'x '", "'--'", "\"x\"", "$$x$$", "$1", "+", "-", "||", "|", "::", ":", "->", "(", ")",
			"{{ a }}", "{{ b }}", "{{- a }}", "{% if a %}", "@a", ",", ".", "*", "/", "[", "]", "E'x'", "X'1'", "<", ">", "=", "<=", "!=",
		}),
		rapid.StringMatching(`[a-z_][a-z0-9_]{0,5}`),
		rapid.StringMatching(`'[ a-z]{0,5}'`),
		rapid.StringMatching(`[1-9][0-9]{0,4}`),
	)
}

// between draws white space and comments, never an empty text.
func between() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{" ", "\n", "\t \r\n", " /* c, 'd' */ ", " -- c (\n", " /* /* nested */ */\n", " {# j #} "})
}

// written joins tokens into a text with drawn white space after each.
func written(t *rapid.T, tokens []string, label string) string {
	var out strings.Builder
	for _, token := range tokens {
		out.WriteString(token)
		out.WriteString(between().Draw(t, label))
	}
	return out.String()
}

func TestCanonicalDependsOnTokensAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOf(oneToken()).Draw(t, "tokens")
		first, second := written(t, tokens, "first"), written(t, tokens, "second")
		if a, b := sqltext.Canonical(first), sqltext.Canonical(second); a != b {
			t.Fatalf("same tokens, different forms:\n%q → %q\n%q → %q", first, a, second, b)
		}
	})
}

func TestCanonicalTellsTokensApart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tokens := rapid.SliceOfN(oneToken(), 1, 12).Draw(t, "tokens")
		changed := slices.Clone(tokens)
		index := rapid.IntRange(0, len(tokens)-1).Draw(t, "index")
		changed[index] = oneToken().Filter(func(s string) bool { return s != tokens[index] }).Draw(t, "other")
		first, second := written(t, tokens, "first"), written(t, changed, "second")
		if a, b := sqltext.Canonical(first), sqltext.Canonical(second); a == b {
			t.Fatalf("different tokens, same form %q:\n%q\n%q", a, first, second)
		}
	})
}
