package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/yamldoc"
)

// dump prints everything about a tree but its comments.
func dump(n *yamldoc.Node) string {
	var b strings.Builder
	dumpInto(&b, n, 0)
	return b.String()
}

func dumpInto(b *strings.Builder, n *yamldoc.Node, depth int) {
	fmt.Fprintf(b, "%*s%d:%d %s", 2*depth, "", n.Line, n.Column, n.Kind)
	if n.KeyLine > 0 {
		fmt.Fprintf(b, " key %d:%d %q style %d", n.KeyLine, n.KeyColumn, n.Key, n.KeyStyle)
	}
	if n.Kind == yamldoc.Scalar {
		fmt.Fprintf(b, " value %q style %d type %d", n.Value, n.Style, n.Type())
	}
	b.WriteByte('\n')
	for child := range n.Children() {
		dumpInto(b, child, depth+1)
	}
}

// checkAgainstLibrary fails when the plain reader answers and the library answers something else.
func checkAgainstLibrary(t interface {
	Fatalf(format string, args ...any)
}, text string,
) (isFast bool) {
	fast := yamldoc.ReadFast(text)
	if fast == nil {
		return false
	}
	slow, err := yamldoc.ReadWithLibrary(text)
	if err != nil {
		t.Fatalf("the plain reader accepts what the library rejects: %v\n%q", err, text)
	}
	if got, want := dump(fast.Root), dump(slow.Root); got != want {
		t.Fatalf("for %q\nthe plain reader:\n%s\nthe library:\n%s", text, got, want)
	}
	if got, want := fmt.Sprint(fast.Duplicates), fmt.Sprint(slow.Duplicates); got != want {
		t.Fatalf("for %q\nduplicates %s, library %s", text, got, want)
	}
	return true
}

// fastTexts are documents that the plain reader must handle itself.
var fastTexts = []string{
	"a: 1\n",
	"a: 1",
	"---\na: 1\n",
	"# top\n\na: 1 # beside\n# end\n",
	"a:\n  b: x\n  c:\n    - 1\n    - two three\n",
	"a:\n- b: 1\n  c: 2\n- b: 3\n",
	"- a\n- - b\n  - c\n-\n  d: e\n- # note\n  f: g\n",
	"- a: |-\n    one\n      two\n\n    three\n  b: x\n",
	"a: |\n  one\n\n\nb: |+\n  two\n\n\nc: |-\n  three\n\n# end\n",
	"a: |\n  no end",
	"a: |-\n\n\n  starts late\n",
	"a: |2-\n"[:3] + "|-\n   x\n   \n     \n    y\nb: 1\n",
	"a: 'it''s'\nb: \"x\\n\\\"y\\\"\"\n'c d': 1\n\"e\": 2\n",
	"a: {}\nb: []\nc:\nd: ~\n",
	"a: x: y\n"[:4] + "y:z\nb: -1\nc: -x\nd: a#b\ne: http://x/y\n",
	"a: FROM {{ ref('A', 'B') }} \"B\"\n",
	"b: 1\na: 2\nb: 3\n",
	"  a: 1\n  b: 2\n",
	"größe: Ж # ß\nb: é\n",
	"-\n-\n- a\n",
	"a:\n  # inside\n\n  b: 1\n\n    # odd place\n  c: 2\n",
	"a: | # beside\n  x\nb: \"y\" # z\nc: # w\n  d: 1\n",
	"a: 1 \nb:   2  \n",
	"a: |\n  \tone\n  two\nb: 1\n",
	"a:\n  - b: |-\n      \tone\n\n      \ttwo\n    c: 1\n  - |\n    \tthree\n",
}

func TestPlainReaderHandlesPlainDocuments(t *testing.T) {
	t.Parallel()
	for _, text := range fastTexts {
		if !checkAgainstLibrary(t, text) {
			t.Errorf("the plain reader rejects %q", text)
		}
	}
}

// slowTexts are documents that the plain reader must leave to the library.
var slowTexts = []string{
	"", "\n", "# only a comment\n", "text\n", "{}\n", "a: {b: 1}\n", "a: [1]\n", "a: >\n  x\n", "a: &x 1\nb: *x\n", "a: !!str 1\n",
	"a: one\n  two\n", "a: \"one\n  two\"\n", "? a\n: b\n", "a:\tb\n", "\ta: 1\n", "a: 1\n---\nb: 2\n", "a: |2\n   x\n", "<<: {}\n", "a: |\n",
	"a: \"\\x41\"\n", "a : 1\n", "a: 'x' y\n", "a: b: c\n", "a: - b\n", "a:\n   b: 1\n  c: 2\n", "a: @b\n", "a: %b\n", "- a\nb: 1\n",
	"a: 1\n - b\n", "a: |\n  x\n y\n", "a: \u2028\n", "a: \x01\n", "a: \xff\n", "\"a\"b: 1\n", "a: \"b\"#c\n", ": x\n", "a: |x\n", "a: b\r\n",
}

func TestPlainReaderRejectsOtherDocuments(t *testing.T) {
	t.Parallel()
	for _, text := range slowTexts {
		if yamldoc.ReadFast(text) != nil {
			checkAgainstLibrary(t, text)
			t.Errorf("the plain reader accepts %q", text)
		}
	}
}

// TestPlainReaderAgainstLibrary builds documents from lines that are valid and invalid together.
func TestPlainReaderAgainstLibrary(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"a: 1", "b: x y", "c:", "- d", "-", "- e: f", "- - g", "h: |", "i: |-", "j: |+", "text", "# note", "k: 'l'", "m: \"n\" # o",
		"p: {}", "- []", "", "q: r #s", "\tt", "u: ß", "- |", "v:", "w: x:y", "-z", "'1': 2", "'a': 3", "key with spaces: 1", "k: |-  # c",
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 12).Draw(t, "lines") {
			b.WriteString(strings.Repeat(" ", rapid.IntRange(0, 6).Draw(t, "indent")))
			b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", " \n", "\n\n"}).Draw(t, "end"))
		}
		checkAgainstLibrary(t, b.String())
	})
}

func FuzzFastAgainstLibrary(f *testing.F) {
	for _, text := range fastTexts {
		f.Add(text)
	}
	for _, text := range slowTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkAgainstLibrary(t, text)
		document, err := yamldoc.Read(text)
		if err != nil {
			return
		}
		written := document.Bytes()
		again, err := yamldoc.Read(string(written))
		if err != nil {
			t.Fatalf("%q was written as %q, which does not read: %v", text, written, err)
		}
		if got, want := meaning(again.Root), meaning(document.Root); got != want {
			t.Fatalf("%q was written as %q and changed from\n%s\nto\n%s", text, written, want, got)
		}
	})
}
