package sqltext_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/sqltext"
)

// kindNames returns a short name for each kind.
func kindNames() []string {
	return []string{
		"space", "line", "block", "word", "quoted", "string", "dollar", "number", "parameter", "op",
		"expression", "statement", "jcomment", "annotation",
	}
}

// printTokens prints tokens without white space: kind and text, and ! for an unterminated token.
func printTokens(text string) string {
	var words []string
	for _, token := range sqltext.Tokens(text) {
		if token.Kind == sqltext.Space {
			continue
		}
		word := fmt.Sprintf("%s(%s)", kindNames()[token.Kind], token.Of(text))
		if token.Unterminated {
			word += "!"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                       "",
		" \t\r\n\v\f":            "",
		"\ufeffa":                "word(a)",
		"a\ufeff":                "word(a)",
		"SELECT a1_$é, ß":        "word(SELECT) word(a1_$é) op(,) word(ß)",
		`"a ""b""" "c`:           `quoted("a ""b""") quoted("c)!`,
		"`a``b` `c":              "quoted(`a``b`) quoted(`c)!",
		"'it''s' 'x":             "string('it''s') string('x)!",
		`E'it\'s' e'\\' 'a\'`:    `string(E'it\'s') string(e'\\') string('a\')`,
		"N'a' X'00' U&'b' b'1'":  "string(N'a') string(X'00') string(U&'b') string(b'1')",
		"x '00' date'2020'":      "word(x) string('00') word(date) string('2020')",
		"$$a'b$$ $t$ $$ $t$ $u$": "dollar($$a'b$$) dollar($t$ $$ $t$) dollar($u$)!",
		"$1 $name a$b $":         "parameter($1) parameter($name) word(a$b) op($)",
		"1 1.5 .5 1. 1e5 1E-3":   "number(1) number(1.5) number(.5) number(1.) number(1e5) number(1E-3)",
		"1_000 1_a 0xFf 0xg 1e":  "number(1_000) number(1) word(_a) number(0xFf) number(0) word(xg) number(1) word(e)",
		"1..2 a.b a.1":           "number(1.) number(.2) word(a) op(.) word(b) word(a) number(.1)",
		"a-- c\nb--":             "word(a) line(-- c) word(b) line(--)",
		"a -- c\r\nb":            "word(a) line(-- c) word(b)",
		"a/* b */c/**/d":         "word(a) block(/* b */) word(c) block(/**/) word(d)",
		"/* a /* b */ c */ d":    "block(/* a /* b */ c */) word(d)",
		"/* a /* b */ c":         "block(/* a /* b */) word(c)",
		"/* a */ b /* c":         "block(/* a */) word(b) block(/* c)!",
		"a//b #c":                "word(a) op(//) word(b) op(#) word(c)",
		"a - +b a--b":            "word(a) op(-) op(+) word(b) word(a) line(--b)",
		"a->>b#>c::d||e!~*f":     "word(a) op(->>) word(b) op(#>) word(c) op(::) word(d) op(||) word(e) op(!~*) word(f)",
		"a|/* c */b":             "word(a) op(|) block(/* c */) word(b)",
		"a[1:2] {'x':y} ?;":      "word(a) op([) number(1) op(:) number(2) op(]) op({) string('x') op(:) word(y) op(}) op(?) op(;)",
		"\x00\x7f\xff":           "op(\x00) op(\x7f) word(\xff)",
		`a \ b`:                  `word(a) op(\) word(b)`,
	} {
		if got := printTokens(text); got != want {
			t.Errorf("tokens of %q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestBackslashBeforeAQuote(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`'don\'t' a`:                   `string('don\'t') word(a)`,
		`'\'' a`:                       `string('\'') word(a)`,
		`f(a, '\'', '') b`:             `word(f) op(() word(a) op(,) string('\'') op(,) string('') op()) word(b)`,
		`'a \'b\' c' d`:                `string('a \'b\' c') word(d)`,
		`split(a, '\') b`:              `word(split) op(() word(a) op(,) string('\') op()) word(b)`,
		`a LIKE 'x\_' ESCAPE '\', 'y'`: `word(a) word(LIKE) string('x\_') word(ESCAPE) string('\') op(,) string('y')`,
		`'C:\' || 'x' -- don't`:        `string('C:\') op(||) string('x') line(-- don't)`,
		"'\\',\n'":                     "string('\\',\n')",
		"'\\',\n'a'":                   "string('\\') op(,) string('a')",
		`'he said \'no\' to it' a`:     `string('he said \'no\' to it') word(a)`,
		`'\\' a`:                       `string('\\') word(a)`,
	} {
		if got := printTokens(text); got != want {
			t.Errorf("tokens of %s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestTokensOfJinja(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{{ a }}{% b %}{# c #}`:         `expression({{ a }}) statement({% b %}) jcomment({# c #})`,
		`{{ '}}' }} {% "%}" %}`:         `expression({{ '}}' }}) statement({% "%}" %})`,
		`{{ 'a\'}}' }}b`:                `expression({{ 'a\'}}' }}) word(b)`,
		`{{ {'a': {'b': 1}} }} c`:       `expression({{ {'a': {'b': 1}} }}) word(c)`,
		`{{ a }} }`:                     `expression({{ a }}) op(})`,
		`{{ a`:                          `expression({{ a)!`,
		`{{ don't }} a`:                 `expression({{ don't }} a)!`,
		`{# {{ #} a {# b`:               `jcomment({# {{ #}) word(a) jcomment({# b)!`,
		`'{{ f('a') }}' b`:              `string('{{ f('a') }}') word(b)`,
		`"{{ f("a") }}".b`:              `quoted("{{ f("a") }}") op(.) word(b)`,
		`'{{' a '{"b":{"c":1}}'`:        `string('{{' a '{"b":{"c":1}}')`,
		`'{{ f("'") }}' a`:              `string('{{ f("'") }}') word(a)`,
		`'{{ open' a`:                   `string('{{ open') word(a)`,
		"-- {{ f(\n'x') }}\na":          "line(-- {{ f(\n'x') }}) word(a)",
		`/* {{ '*/' }} */ a`:            `block(/* {{ '*/' }} */) word(a)`,
		`tbl_{{ x }}_y`:                 `word(tbl_) expression({{ x }}) word(_y)`,
		`{{- a -}}`:                     `expression({{- a -}})`,
		`{% raw %}{{ a }}{% endraw %}b`: `statement({% raw %}) expression({{ a }}) statement({% endraw %}) word(b)`,
	} {
		if got := printTokens(text); got != want {
			t.Errorf("tokens of %q:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestTokensOfAnnotations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`@id("a") @b SELECT`:        `annotation(@id) op(() string("a") op()) annotation(@b) word(SELECT)`,
		`a @b, c @d("x\"y", 'z''')`: `word(a) annotation(@b) op(,) word(c) annotation(@d) op(() string("x\"y") op(,) string('z''') op())`,
		`a @b("(") "c"`:             `word(a) annotation(@b) op(() string("(") op()) quoted("c")`,
		`@a(f("x"), b) "y"`:         `annotation(@a) op(() word(f) op(() string("x") op()) op(,) word(b) op()) quoted("y")`,
		`@a ("x")`:                  `annotation(@a) op(() quoted("x") op())`,
		`@d("{{ ref("A", "B") }}")`: `annotation(@d) op(() string("{{ ref("A", "B") }}") op())`,
		`FROM @stage/x.csv`:         `word(FROM) op(@) word(stage) op(/) word(x) op(.) word(csv)`,
		`list @~ @%t`:               `word(list) op(@) op(~) op(@) op(%) word(t)`,
		`a > @b AND @ c`:            `word(a) op(>) op(@) word(b) word(AND) op(@) word(c)`,
		`a @> b <@c`:                `word(a) op(@>) word(b) op(<@) word(c)`,
		`* @a t.* @b`:               `op(*) annotation(@a) word(t) op(.) op(*) annotation(@b)`,
		`'me@example.com' @a`:       `string('me@example.com') annotation(@a)`,
	} {
		if got := printTokens(text); got != want {
			t.Errorf("tokens of %s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// sqlText draws text with many characters that are special to a scanner.
func sqlText() *rapid.Generator[string] {
	pieces := []string{
		"a", "SELECT ", " FROM ", " AS ", "CASE WHEN ", " END ", "1", ".5", "'x'", "''", "'", "\"", "\"q\"", "`", "$$", "$t$", "$1",
		"--", "\n", "/*", "*/", "{{", "}}", "{%", "%}", "{#", "#}", "{{ ref('A', 'B') }}", "{% if x %}", "{%- endif -%}", "@a", "@b(\"c\", 1)",
		"(", ")", "[", "]", "{", "}", ",", ";", ".", "::", "->", ":", "*", "-", "+", "/", "\\", "E'", "é", "\xff", " ", " UNION ALL ", " WITH q AS (",
		" JOIN ", " ON ", " OVER (PARTITION BY ", " ORDER BY ", "count(*)", "BEGIN ", "END;", " IN (SELECT ", "|", "<", "=",
	}
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40), func(chosen []string) string { return strings.Join(chosen, "") })
}

func TestTokensCoverAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) { wantCovered(t, rapid.OneOf(sqlText(), rapid.String()).Draw(t, "text")) })
}

// wantCovered checks that tokens are consecutive and that only the last may be unterminated.
func wantCovered(t rapid.TB, text string) {
	t.Helper()
	end := 0
	tokens := sqltext.Tokens(text)
	for i, token := range tokens {
		if token.Start != end || token.End <= token.Start {
			t.Fatalf("token %d of %q is %+v, want it to begin at %d", i, text, token, end)
		}
		if token.Unterminated && i != len(tokens)-1 {
			t.Fatalf("token %d of %q is unterminated but is not the last", i, text)
		}
		end = token.End
	}
	if end != len(text) {
		t.Fatalf("tokens of %q end at %d, want %d", text, end, len(text))
	}
}

func FuzzTokens(f *testing.F) {
	for _, seed := range seeds(f) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { wantCovered(t, text) })
}
