package yamldoc_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/yamldoc"
)

func TestTypes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		"~": nil, "null": nil, "": nil, "true": true, "False": false, "yes": "yes", "on": "on",
		"12": int64(12), "-7": int64(-7), "+3": int64(3), "0123": int64(123), "0x1F": int64(31), "0o17": int64(15), "0b1": "0b1",
		"1.5": 1.5, "1e5": 1e5, ".5": .5, "5.": 5., "-1.2E-3": -1.2e-3, ".inf": math.Inf(1), "-.Inf": math.Inf(-1), "1e": "1e", ".": ".", "-": "-", "1.2.3": "1.2.3",
		"+": "+", "1e+": "1e+", "1e+-2": "1e+-2", "0x": "0x", "0xg": "0xg", "-0x1": "-0x1", "1_000": "1_000", "2024-01-31": "2024-01-31",
		"99999999999999999999": "99999999999999999999", "'12'": "12", `"true"`: "true", "n": "n",
	} {
		root, err := yamldoc.Parse("a: " + text + "\n")
		if text == "-" { // alone it would be an item
			root, err = yamldoc.Parse("a: \"-\"\n")
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := root.Get("a").Any(); got != want {
			t.Errorf("%s: got %#v, want %#v", text, got, want)
		}
	}
}

func TestScalarsKeepTheirText(t *testing.T) {
	t.Parallel()
	root, err := yamldoc.Parse("a: 0123\nb: 1e5\nc: 12.50\nd: TRUE\n")
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"a": "0123", "b": "1e5", "c": "12.50", "d": "TRUE"} {
		if got := root.Get(key).Value; got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if value, ok := root.Get("d").Bool(); !value || !ok {
		t.Error("TRUE is not true")
	}
	if _, ok := root.Get("c").Int(); ok {
		t.Error("12.50 is a whole number")
	}
}

// TestBlockThatBeginsWithTab has forms that the plain reader leaves to the library.
func TestBlockThatBeginsWithTab(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a: {x: 1}\nb: |\n  \tone\n  two\n":                               "\tone\ntwo\n",
		"a: {x: 1}\nb: |-  # note\n\n    \tone\n    two\n\n":              "\n\tone\ntwo",
		"a: {x: 1}\nb: >-\n  \tone\n  two\n":                              "\tone\ntwo",
		"a: [x]\nl:\n  - c: |+\n      \tone\n\n    d: 1\nb: |2\n   \tx\n": " \tx\n",
		"a: |2\n   x\n\"b\": |\n \tone\n":                                 "\tone\n",
	} {
		root, err := yamldoc.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := root.Get("b").Value; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	root, err := yamldoc.Parse("a: [x]\nl:\n  - c: |+\n      \tone\n\n    d: |\n      e: |\n        \tx\n  - |-\n    \ttwo\n")
	if err != nil {
		t.Fatal(err)
	}
	items := slices.Collect(root.Get("l").Children())
	got := []string{items[0].Get("c").Value, items[0].Get("d").Value, items[1].Value}
	if want := []string{"\tone\n\n", "e: |\n  \tx\n", "\ttwo"}; !slices.Equal(got, want) {
		t.Errorf("blocks %q, want %q", got, want)
	}
}

// TestSyntaxErrors checks messages and positions. The positions are those that a user expects.
func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text, want string
	}{
		"value in a value": {"a: 1\nb: c: d\n", "line 2, column 4: mapping values are not allowed in this context"},
		"open quote":       {"a: 1\nb: \"x\n", "line 2, column 4: found unexpected end of stream"},
		"tab":              {"a:\n\tb: 1\n", "line 2, column 1: a tab in the indentation; indent with spaces"},
		"odd indent":       {"a:\n    b: 1\n  c: 2\n", "line 3, column 3: did not find expected key"},
		"list in a map":    {"a: 1\n- b\n", "line 2, column 1: did not find expected key"},
		"reserved":         {"a: @b\n", "line 1, column 4: found character that cannot start any token"},
		"open flow":        {"a: [1, 2\nb: 1\n", "line 1, column 4: did not find expected ',' or ']'"},
		"unknown alias":    {"a: *b\n", "line 1, column 4: unknown anchor 'b' referenced"},
		"second document":  {"a: 1\n---\nb: 2\n", "line 2, column 1: a second document begins; a file must contain one"},
		"empty key":        {"?\n: 1\n", "line 1, column 2: a key must be a text"},
		"list as a key":    {"? [a]\n: 1\n", "line 1, column 3: a key must be a text"},
		"odd merge":        {"<<: 1\n", "line 1, column 5: only mappings can be merged"},
		"control":          {"é: 1\na: \x01\n", "line 2, column 4: control characters are not allowed"},
		"not UTF-8":        {"a: 1\nb: \xff\n", "line 2, column 4: "},
	} {
		_, err := yamldoc.Read(tt.text)
		var problem *yamldoc.SyntaxError
		if !errors.As(err, &problem) || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", name, err, tt.want)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	deep := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%*sa:\n", i, "")
		}
		return b.String()
	}
	for name, tt := range map[string]struct {
		text string
		ok   bool
	}{
		"deep enough":      {deep(90), true},
		"too deep":         {deep(300), false},
		"too deep in flow": {strings.Repeat("[", 200) + strings.Repeat("]", 200), false},
		"too large":        {strings.Repeat("# x\n", 3<<20), false},
		"aliases":          {"a: &a [1]\nb: [*a, *a]\n", true},
		"alias of itself":  {"a: &a\n  b: *a\n", false},
		"aliases growing":  {growingAliases(12), false},
		"many duplicates":  {strings.Repeat("b: 1\na: 1\n", 200), false},
	} {
		if _, err := yamldoc.Read(tt.text); (err == nil) != tt.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func growingAliases(levels int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 x\n")
	for i := range levels {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", "))
	}
	return b.String()
}

func TestLastOfDuplicateKeysCounts(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 50 {
		fmt.Fprintf(&many, "k%02d: %d\n", i, i)
	}
	for name, tt := range map[string]struct {
		text string
		key  string
		want yamldoc.Duplicate
	}{
		"plain":   {"a: 1\nb: 2\na: 3\n", "a", yamldoc.Duplicate{Key: "a", Line: 3, Column: 1, FirstLine: 1}},
		"library": {"a: 1\nb: [2]\na: 3\n", "a", yamldoc.Duplicate{Key: "a", Line: 3, Column: 1, FirstLine: 1}},
		"large":   {many.String() + "k07: 3\nk08x: 1\n", "k07", yamldoc.Duplicate{Key: "k07", Line: 51, Column: 1, FirstLine: 8}},
	} {
		document, err := yamldoc.Read(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if len(document.Duplicates) != 1 || document.Duplicates[0] != tt.want || document.Root.Get(tt.key).Value != "3" {
			t.Errorf("%s: %+v, value %s", name, document.Duplicates, document.Root.Get(tt.key).Value)
		}
	}
}

func TestAliasesAreExpanded(t *testing.T) {
	t.Parallel()
	document, err := yamldoc.Read("base: &b\n  x: 1\n  y: 2\nown:\n  <<: *b\n  y: 3\nlist:\n  <<: [*b, {z: 4}]\nsame: *b\n")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"base": {"x": 1:1, "y": 1:2}, "list": {"x": 1:1, "y": 1:2, "z": 1:4}, "own": {"x": 1:1, "y": 1:3}, "same": {"x": 1:1, "y": 1:2}}`
	if got := meaning(document.Root); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if document.Unkept == "" {
		t.Error("the lost anchors are not reported")
	}
}

func TestLineEndsAndByteOrderMarks(t *testing.T) {
	t.Parallel()
	want, err := yamldoc.Parse("a: |\n  x\n  y\nb:\n  - é: 1\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := yamldoc.Parse("\ufeffa: |\r\n  x\r\n  y\r\nb:\r\n  - é: 1\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if dump(got) != dump(want) {
		t.Errorf("got\n%swant\n%s", dump(got), dump(want))
	}
}

// TestReaderForgetsTheLastDocument reads documents of every size in the same memory.
func TestReaderReusesMemory(t *testing.T) {
	t.Parallel()
	var reader yamldoc.Reader
	large := "a:\n" + strings.Repeat("  - {}\n  - x: 1\n    y: |-\n      z\n", 2000)
	for _, text := range append(append([]string{large}, fastTexts...), large, "a: # x\n", "b:\n") {
		want, err := yamldoc.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := reader.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if dump(got.Root) != dump(want.Root) || !got.Equal(want) {
			t.Errorf("%.60q: got\n%.200s\nwant\n%.200s", text, dump(got.Root), dump(want.Root))
		}
	}
}

// TestBlocksKnowWhereTheyBegin is about blocks that only the library reads: their first column is not that of their
// first letter.
func TestPositionsOfBlocks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a: |2-\n    x\n  y\n":         "2:3",
		"a:\n  b: |1\n\n     x\n":      "3:4",
		"a: >\n    x\n    y\n":         "2:5",
		"- &x |-\n   x\n   y\n- [1]\n": "2:4",
	} {
		root, err := yamldoc.Parse(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		n := root
		for n.Kind != yamldoc.Scalar {
			for child := range n.Children() {
				n = child
				break
			}
		}
		if got := fmt.Sprintf("%d:%d", n.Line, n.Column); got != want {
			t.Errorf("%q: begins at %s, want %s", text, got, want)
		}
	}
}
