package selector_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/selector"
)

func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	term := []string{`"*"`, "a name", `a key such as "location:"`}
	after := []string{`"}"`, "another pair"}
	joined := []string{"AND", "OR", "the end"}
	begin := []string{`"{"`, `"+"`}
	allKeys := []string{"name:", "location:", "nodeType:", "nodeID:", "subgraph:"}
	for name, tt := range map[string]struct {
		text     string
		offset   int
		expected []string
		found    string
		hint     string // a part of it
	}{
		"no value":                {"{ location: }", 12, []string{`a value after "location:"`}, "}", ""},
		"no value, then a pair":   {"{name: location:SRC}", 7, []string{`a value after "name:"`}, "location:SRC", ""},
		"no value, then AND":      {"{name: AND location:SRC}", 7, []string{`a value after "name:"`}, "AND", `name:"AND"`},
		"no value, then a comma":  {"{name:,}", 6, []string{`a value after "name:"`}, ",", ""},
		"no value, then the end":  {"{name:", 6, []string{`a value after "name:"`}, "", ""},
		"nothing in braces":       {"{}", 1, term, "}", "{*}"},
		"nothing behind a comma":  {"{name:A,}", 8, term, "}", ""},
		"two commas":              {"{name:A,,name:B}", 8, term, ",", ""},
		"comma first":             {"{,name:A}", 1, term, ",", ""},
		"AND first":               {"{AND name:A}", 1, term, "AND", ""},
		"colon first":             {"{:A}", 1, term, ":", ""},
		"nested braces":           {"{{A}}", 1, term, "{", "nest"},
		"open brace":              {"{", 1, term, "", ""},
		"open brace with a name":  {"{A", 2, []string{`"}"`}, "", ""},
		"open brace with a pair":  {"{name:A", 7, after, "", ""},
		"two names":               {"{A B}", 3, []string{`"}"`}, "B", `{"A B"}`},
		"names with a comma":      {"{A, B}", 2, []string{`"}"`}, ",", "{A} OR {B}"},
		"names with AND":          {"{A AND B}", 3, []string{`"}"`}, "AND", "{A} OR {B}"},
		"name, then a pair":       {"{A location:B}", 3, []string{`"}"`}, "location", "name: A"},
		"key without a colon":     {"{location SRC}", 10, []string{`"}"`}, "SRC", "location: SRC"},
		"star, then a pair":       {"{* location:B}", 3, []string{`"}"`}, "location", "{*}"},
		"pair, then a star":       {"{location:B *}", 12, after, "*", "{*}"},
		"value with a space":      {"{location:MY PLACE}", 13, after, "PLACE", `location: "MY PLACE"`},
		"pair, then a name":       {"{location:A, B}", 13, after, "B", "name: B"},
		"bare and quoted":         {`{name:A"B"}`, 7, after, `"B"`, "not both"},
		"brace in braces":         {"{name:A {B}}", 8, after, "{", ""},
		"unknown key":             {"{loc:A}", 1, allKeys, "loc:", "location:"},
		"misspelt key":            {"{locatoin:A}", 1, allKeys, "locatoin:", "location:"},
		"half a key":              {"{type:A}", 1, allKeys, "type:", "nodeType:"},
		"key from elsewhere":      {"{schema:A}", 1, allKeys, "schema:", "location:"},
		"id":                      {"{id:1}", 1, allKeys, "id:", "nodeID:"},
		"key like nothing":        {"{quux:A}", 1, allKeys, "quux:", ""},
		"no braces":               {"STG_A", 0, begin, "STG_A", "{ STG_A }"},
		"no braces around a pair": {"location:A", 0, begin, "location", "braces"},
		"quoted without braces":   {`"A"`, 0, begin, `"A"`, "braces"},
		"no connector":            {"{A} {B}", 4, joined, "{", "OR"},
		"plus between braces":     {"{A} + {B}", 6, joined, "{", "OR"},
		"comma between braces":    {"{A}, {B}", 3, joined, ",", "OR"},
		"stray closing brace":     {"{A}}", 3, joined, "}", ""},
		"OR at the end":           {"{A} OR", 6, begin, "", ""},
		"AND at the end":          {"{A} AND ", 8, begin, "", ""},
		"OR first":                {"OR {A}", 0, begin, "OR", ""},
		"two plus signs":          {"++{A}", 1, []string{`"{"`}, "+", ""},
		"two plus signs behind":   {"{A}++", 4, joined, "+", ""},
		"plus alone":              {"+", 1, []string{`"{"`}, "", ""},
		"number of steps":         {"2+{A}", 0, begin, "2", ""},
		"parentheses":             {"({A} OR {B}) AND {C}", 0, begin, "(", "AND binds tighter"},
		"closing parenthesis":     {"{A})", 3, joined, ")", "Parentheses"},
		"parenthesis in a name":   {"{name:A(1)}", 7, after, "(", "quotes"},
		"one bar":                 {"{A} | {B}", 4, joined, "|", "||"},
		"ampersands":              {"{A} && {B}", 4, joined, "&&", "AND"},
		"NOT":                     {"NOT {A}", 0, begin, "NOT", "exclude"},
		"NOT in the middle":       {"{A} not {B}", 4, joined, "not", "exclude"},
		"bang":                    {"!{A}", 0, begin, "!", "exclude"},
		"typographic quotes":      {"{name:“A”}", 6, []string{`a value after "name:"`}, "“", "straight"},
		"open quote":              {`{name:"A}`, 9, []string{`a closing "`}, "", "column 7"},
		"open single quote":       {`{'A}`, 4, []string{`a closing '`}, "", "column 2"},
		"quote after a backslash": {`{name:"A\"}`, 11, []string{`a closing "`}, "", "column 7"},
		"long word":               {"{A " + strings.Repeat("é", 50) + "}", 3, []string{`"}"`}, strings.Repeat("é", 40) + "…", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := syntaxError(t, tt.text)
			if e.Offset != tt.offset || e.Found != tt.found {
				t.Errorf("offset %d, found %q; want %d, %q", e.Offset, e.Found, tt.offset, tt.found)
			}
			if diff := cmp.Diff(tt.expected, e.Expected); diff != "" {
				t.Errorf("expected (-want +got):\n%s", diff)
			}
			if !strings.Contains(e.Hint, tt.hint) || (tt.hint == "" && strings.Contains(e.Hint, "Did you mean")) {
				t.Errorf("hint %q, want something with %q", e.Hint, tt.hint)
			}
		})
	}
}

func syntaxError(t *testing.T, text string) *selector.SyntaxError {
	t.Helper()
	_, _, err := selector.Parse(text)
	e, ok := errors.AsType[*selector.SyntaxError](err)
	if !ok {
		t.Fatalf("Parse(%q) returned %v, want a syntax error", text, err)
	}
	return e
}

func TestSyntaxErrorMessages(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{ location: }":       `expected a value after "location:" but found "}" at column 13`,
		"{A} OR":              `expected "{" or "+" but found the end of the text at column 7`,
		"{loc:A}":             `expected name:, location:, nodeType:, nodeID: or subgraph: but found "loc:" at column 2`,
		"{A}\nOR {\n é B}":    `expected "}" but found "B" at line 3, column 4`,
		"{A} \xff":            `the selector is not valid UTF-8 at column 5`,
		"{\"\ufffd\"} \xffAA": `the selector is not valid UTF-8 at column 7`,
	} {
		if got := syntaxError(t, text).Error(); got != want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestSyntaxErrorIsAFault(t *testing.T) {
	t.Parallel()
	_, _, err := selector.Parse("{loc:A}")
	f := fault.From(err)
	if f.Kind != fault.Invalid || f.Hint != "Did you mean location:?" || f.Message != err.Error() {
		t.Errorf("got the fault %+v", f)
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	list := func(n int) string { return strings.Repeat("{A}||", n-1) + "{A}" }
	for name, tt := range map[string]struct {
		text string
		kind fault.Kind
	}{
		"longest":            {"{" + strings.Repeat("A", 65534) + "}", ""},
		"too long":           {"{" + strings.Repeat("A", 65535) + "}", fault.Limit},
		"most conditions":    {list(4096), ""},
		"too many":           {list(4097), fault.Limit},
		"too many in braces": {"{" + strings.Repeat("name:A,", 4096) + "name:A}", fault.Limit},
		"deep":               {strings.Repeat("{", 60000), fault.Invalid},
		"many plus signs":    {strings.Repeat("+", 60000), fault.Invalid},
		"many quotes":        {strings.Repeat(`"`, 60000), fault.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := selector.Parse(tt.text)
			if got := fault.KindOf(err); got != tt.kind {
				t.Errorf("kind %q, want %q (%v)", got, tt.kind, err)
			}
			if err != nil && len(err.Error()) > 300 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
		})
	}
}
