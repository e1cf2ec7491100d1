package yamldoc_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/yamldoc"
)

// canonicalTexts are documents and their canonical forms; "" means that the form is canonical already.
var canonicalTexts = map[string]struct{ text, want string }{
	"sorted":             {"b: 1\na: 2\nB: 3\n", "B: 3\na: 2\nb: 1\n"},
	"lists indented":     {"a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"},
	"lists of mappings":  {"a:\n- c: 1\n  b: 2\n-\n  d: 3\n", "a:\n  - b: 2\n    c: 1\n  - d: 3\n"},
	"lists of lists":     {"- - a\n  - - b\n- []\n", ""},
	"wide indentation":   {"a:\n      b:\n            c: 1\n", "a:\n  b:\n    c: 1\n"},
	"flow":               {"a: {c: [1, {d: 2}], b: 'x'}\n", "a:\n  b: x\n  c:\n    - 1\n    - d: 2\n"},
	"empty":              {"a: {}\nb: []\nc: \"\"\nd:\ne: ~\nf: Null\n", "a: {}\nb: []\nc: \"\"\nd: null\ne: null\nf: null\n"},
	"booleans":           {"a: TRUE\nb: \"true\"\nc: yes\nd: 'No'\n", "a: true\nb: \"true\"\nc: \"yes\"\nd: \"No\"\n"},
	"numbers":            {"a: 007\nb: 1e5\nc: \"12\"\nd: 0x1F\ne: '1_000'\nf: \"12:30\"\ng: 1.50\n", "a: 007\nb: 1e5\nc: \"12\"\nd: 0x1F\ne: \"1_000\"\nf: \"12:30\"\ng: 1.50\n"},
	"dates":              {"a: '2024-01-31'\nb: 2024-01-31T10:00:00Z\nc: 2024-01-31x\n", "a: \"2024-01-31\"\nb: \"2024-01-31T10:00:00Z\"\nc: 2024-01-31x\n"},
	"ids":                {"a: 11111111-0000-4000-8000-000000000001\nb: 0b12cd34-0000\nc: \"2e8\"\nd: 2e8x\n", ""},
	"quotes":             {"a: 'say \"hi\": x'\nb: \"it's: x\"\nc: \"both ' and \\\": x\"\nd: 'plain'\n", "a: 'say \"hi\": x'\nb: \"it's: x\"\nc: \"both ' and \\\": x\"\nd: plain\n"},
	"Jinja":              {"a: FROM {{ ref('A', 'B') }} \"B\"\nb: \"{{ x }}\"\nc: \"{% if %}\"\n", ""},
	"indicators":         {"a: \"- x\"\nb: \"@x\"\nc: \"#x\"\nd: \"x #y\"\ne: x#y\nf: \"x: y\"\ng: x:y\nh: \"x:\"\ni: -x\nj: \"?\"\n", ""},
	"spaces":             {"a: \" x\"\nb: \"x \"\nc: \"\\t\"\n", ""},
	"blocks":             {"a: |-\n  x\n   y\n\n  z\nb: |\n  x\nc: |+\n  x\n\nd: 1\n", ""},
	"block of one line":  {"a: |-\n  x\n", "a: x\n"},
	"leading spaces":     {"a: |2-\n    x\n  y\n", ""},
	"folded":             {"a: >\n  x\n  y\n\n  z\n", "a: |\n  x y\n  z\n"},
	"several lines":      {"a: x\n  y\nb: \"x\\\n  y\"\n", "a: x y\nb: xy\n"},
	"control characters": {"a: \"\\x00\\a\\u2028\\U0001F600\"\n", "a: \"\\u0000\\u0007\\u2028\U0001f600\"\n"},
	"keys":               {"1: a\n\"1\": b\n\"a b\": c\n\"x: y\": d\ntrue: e\n\"\": f\n", "\"\": f\n\"1\": b\na b: c\ntrue: e\n\"x: y\": d\n"},
	"a text alone":       {"hello\n", ""},
	"nothing":            {"", "null\n"},
	"start":              {"---\na: 1\n", "a: 1\n"},
	"comments": {
		"# top\n# more\n\n# of b\nb: 1 # beside b\n# of a\na: # beside a\n  # of c\n  c:\n  # of the list\n  - x # beside x\n  # of y\n  - y\n# end\n",
		"# top\n# more\n\n# of a\na: # beside a\n  # of c\n  c:\n    # of the list\n    - x # beside x\n    # of y\n    - y\n# of b\nb: 1 # beside b\n# end\n",
	},
	"comments at the top": {"\n# one\n\n\n# two\n\n# of a\na: 1\n\n# of b\nb: 2\n", "# one\n\n# two\n\n# of a\na: 1\n# of b\nb: 2\n"},
	"comments in lists": {
		"- # of the item\n  b: 1\n  # of a\n  a: 2\n# of the next\n- c: 3\n",
		"# of the item\n-\n  # of a\n  a: 2\n  b: 1\n# of the next\n- c: 3\n",
	},
	"comments at blocks":           {"a: |- # why\n  x\n  # text\n  y\n# end\n", ""},
	"the top comment stays":        {"# of all\nb: 1\na: 2\n", "# of all\na: 2\nb: 1\n"},
	"the top comment stays apart":  {"# of all\nb: 1\n# of a\na: 2\n", "# of all\n\n# of a\na: 2\nb: 1\n"},
	"the top comment is not the b": {"# of all\n\n# of b\nb: 1\na: 2\n", "# of all\n\na: 2\n# of b\nb: 1\n"},
	"the top comment of a list":    {"# of x\n- x\n- y\n", ""},
}

func TestCanonicalForm(t *testing.T) {
	t.Parallel()
	for name, tt := range canonicalTexts {
		want := tt.want
		if want == "" && tt.text != "" {
			want = tt.text
		}
		document, err := yamldoc.Read(tt.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, string(document.Bytes())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		again, err := yamldoc.Read(want)
		if err != nil {
			t.Errorf("%s: the output does not parse: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, string(again.Bytes())); diff != "" {
			t.Errorf("%s the second time (-want +got):\n%s", name, diff)
		}
		if document.Unkept == "" && !again.Equal(document) && len(document.Duplicates) == 0 {
			t.Errorf("%s: the meaning changed", name)
		}
	}
}

func TestUnkept(t *testing.T) {
	t.Parallel()
	for text, isKept := range map[string]bool{
		"a: 1 # x\n": true, "a: [1]\n": true, "a: [1] # x\n": false, "a: [1, # x\n  2]\n": false, "a: &x 1\n": false, "a: !x 1\n": false,
		"a: x\n  y # z\n": false, "a: \"x\\\n  y#\"\n": true,
	} {
		document, err := yamldoc.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if (document.Unkept == "") != isKept {
			t.Errorf("%q: %q", text, document.Unkept)
		}
	}
}
