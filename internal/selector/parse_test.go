package selector_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/selector"
)

// Canonical text shows how a selector was parsed, so the table does not need the tree.
func TestParseReadsTheGrammar(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":                {"", ""},
		"white space":            {" \n\t ", ""},
		"star":                   {"{*}", "{ * }"},
		"name":                   {"{STG_ORDERS}", "{ name: STG_ORDERS }"},
		"quoted name":            {`{"my orders"}`, `{ name: "my orders" }`},
		"name with globs":        {"{STG_*_?}", "{ name: STG_*_? }"},
		"pair":                   {"{location:SRC}", "{ location: SRC }"},
		"every key":              {"{name:A location:B nodeType:C nodeID:D subgraph:E}", "{ name: A location: B nodeType: C nodeID: D subgraph: E }"},
		"keys in any case":       {"{NAME:A LOCATION:B nodetype:C NodeId:D SubGraph:E}", "{ name: A location: B nodeType: C nodeID: D subgraph: E }"},
		"values keep their case": {"{name:aBc}", "{ name: aBc }"},
		"space around a colon":   {"{ location : SRC }", "{ location: SRC }"},
		"line breaks":            {"{\n  location:\n  SRC\n  name:X\n}\nOR\n{A}", "{ location: SRC name: X } OR { name: A }"},
		"commas":                 {"{location:A,name:B , nodeType:C}", "{ location: A name: B nodeType: C }"},
		"AND inside braces":      {"{location:A AND name:B and nodeType:C}", "{ location: A name: B nodeType: C }"},
		"pairs without a space":  {`{location:"A"name:B}`, "{ location: A name: B }"},
		"double quotes":          {`{location:"A B"}`, `{ location: "A B" }`},
		"single quotes":          {`{location:'A B'}`, `{ location: "A B" }`},
		"needless quotes":        {`{location:"AB" name:'C'}`, "{ location: AB name: C }"},
		"doubled quote":          {`{name:"a""b"}`, `{ name: "a\"b" }`},
		"doubled single quote":   {`{name:'it''s'}`, `{ name: "it's" }`},
		"escaped quote":          {`{name:"a\"b"}`, `{ name: "a\"b" }`},
		"escaped single quote":   {`{name:'it\'s'}`, `{ name: "it's" }`},
		"other quote inside":     {`{name:'say "hi"'}`, `{ name: "say \"hi\"" }`},
		"empty value":            {`{location:""}`, `{ location: "" }`},
		"one quote as a value":   {`{name:""""}`, `{ name: "\"" }`},
		"glob in quotes":         {`{name:"A B*"}`, `{ name: "A B*" }`},
		"escaped star":           {`{name:A\*}`, `{ name: "A\*" }`},
		"escaped question mark":  {`{name:"A\?"}`, `{ name: "A\?" }`},
		"backslash":              {`{name:A\B}`, `{ name: "A\\B" }`},
		"escaped backslash":      {`{name:A\\B}`, `{ name: "A\\B" }`},
		"backslash at the end":   {`{name:A\}`, `{ name: "A\\" }`},
		"colons in a value":      {"{nodeType:base:::12}", "{ nodeType: base:::12 }"},
		"alias like a key":       {"{nodeType:name:::12}", `{ nodeType: "name:::12" }`},
		"uuid":                   {"{nodeID:9f1c-22}", "{ nodeID: 9f1c-22 }"},
		"package id":             {"{nodeType:@a/b/c}", "{ nodeType: @a/b/c }"},
		"plus in a value":        {"{name:A+}", `{ name: "A+" }`},
		"letters beyond ASCII":   {"{name:größe_Ж}", "{ name: größe_Ж }"},
		"OR as a value":          {"{location:OR}", `{ location: "OR" }`},
		"AND in quotes":          {`{name: "AND"}`, `{ name: "AND" }`},
		"or":                     {"{A} OR {B}", "{ name: A } OR { name: B }"},
		"or in lower case":       {"{A} or {B}", "{ name: A } OR { name: B }"},
		"bars":                   {"{A}||{B} || {C}", "{ name: A } OR { name: B } OR { name: C }"},
		"and":                    {"{A} AND {B}", "{ name: A } AND { name: B }"},
		"and in mixed case":      {"{A} aNd {B}", "{ name: A } AND { name: B }"},
		"keywords need no space": {"{A}OR{B}AND{C}", "{ name: A } OR { name: B } AND { name: C }"},
		"upstream":               {"+{A}", "+{ name: A }"},
		"downstream":             {"{A}+", "{ name: A }+"},
		"both":                   {"+{A}+", "+{ name: A }+"},
		"plus with spaces":       {"+ {A} +", "+{ name: A }+"},
		"plus on both sides":     {"{A}+ OR +{B}", "{ name: A }+ OR +{ name: B }"},
		"plus before OR":         {"{A}+OR+{B}", "{ name: A }+ OR +{ name: B }"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, warnings, err := selector.Parse(tt.text)
			if err != nil {
				t.Fatalf("Parse(%q): %v", tt.text, err)
			}
			if got.String() != tt.want {
				t.Errorf("Parse(%q) = %q, want %q", tt.text, got, tt.want)
			}
			if len(warnings) > 0 {
				t.Errorf("Parse(%q) warns: %v", tt.text, warnings)
			}
		})
	}
}

func TestOrInsideBracesIsReadWithAWarning(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, want string
		offsets    []int
	}{
		{"{ A || B }", "{ name: A OR name: B }", []int{4}},
		{"{ a or b }", "{ name: a OR name: b }", []int{4}},
		{"{A||B||C}", "{ name: A OR name: B OR name: C }", []int{2, 5}},
		{"+{ location:X name:A OR nodeType:T }+", "+{ location: X name: A OR nodeType: T }+", []int{21}},
		{"{ name:A || * }", "{ name: A OR * }", []int{9}},
	} {
		got, warnings, err := selector.Parse(tt.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.text, err)
			continue
		}
		if got.String() != tt.want {
			t.Errorf("Parse(%q) = %q, want %q", tt.text, got, tt.want)
		}
		var offsets []int
		for _, w := range warnings {
			offsets = append(offsets, w.Offset)
			if !strings.Contains(w.Text, "inside braces") {
				t.Errorf("Parse(%q) warns %q", tt.text, w.Text)
			}
		}
		if diff := cmp.Diff(tt.offsets, offsets); diff != "" {
			t.Errorf("Parse(%q) warns at other offsets (-want +got):\n%s", tt.text, diff)
		}
	}
}
