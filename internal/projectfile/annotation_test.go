package projectfile_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// annotatedType declares annotations of every kind.
func annotatedType() *transform.NodeType {
	return &transform.NodeType{Name: "Sample", Version: 2, Spec: transform.Spec{
		NodeAnnotations: []transform.AnnotationSpec{
			{Name: "truncateBefore"},
			{Name: "strategy", IsRequired: true, Parameters: []transform.ParameterSpec{
				{Name: "how", Type: "string", IsRequired: true, Options: []string{"append", "merge"}},
				{Name: "days", Type: "number"},
			}},
			{Name: "index", AllowsMultiple: true, Parameters: []transform.ParameterSpec{{Name: "column"}}},
			{Name: "accepted", Parameters: []transform.ParameterSpec{{Name: "least", Type: "number"}, {Name: "value...", Type: "string", IsRequired: true}}},
		},
		ColumnAnnotations: []transform.AnnotationSpec{
			{Name: "isBusinessKey"},
			{Name: "testRange", Parameters: []transform.ParameterSpec{{Name: "from"}, {Name: "to"}}},
			{Name: "masked", Parameters: []transform.ParameterSpec{{Name: "fully", Type: "boolean", IsRequired: true, Default: true}}},
		},
	}}
}

func TestAnnotationsAreComparedWithTheType(t *testing.T) {
	t.Parallel()
	const good = `@strategy("merge", 3)`
	for _, tt := range []struct {
		name         string
		node, column string
		want         []string // line:column code, in order
		isError      bool     // the first finding of an unknown annotation is an error
		hint         string   // in the first finding
	}{
		{name: "valid", node: good + ` @truncateBefore @index("a") @index("b")`, column: `@isBusinessKey @masked()`},
		{name: "required is missing", want: []string{"1:1 annotation-required"}},
		{name: "mistyped", node: good + ` @truncateBefor`, want: []string{"3:23 annotation-unknown"}, isError: true, hint: `did you mean "truncateBefore"?`},
		{name: "mistyped at a column", node: good, column: "@isbusinesskey", want: []string{"4:13 annotation-unknown"}, isError: true, hint: `"isBusinessKey"?`},
		{name: "a mistyped test", node: good, column: "@testRnge(1, 2)", want: []string{"4:13 annotation-unknown"}, isError: true, hint: `did you mean "testRange"?`},
		{name: "an unknown test", node: good, column: "@testNothing", want: []string{"4:13 annotation-unknown"}, isError: true, hint: "no test runs"},
		{name: "an unknown test of a node", node: good + ` @TESTS`, want: []string{"3:23 annotation-unknown"}, isError: true, hint: "no test runs"},
		{name: "unknown at a column", node: good, column: "@zzz", want: []string{"4:13 annotation-unknown"}, hint: "declare it"},
		{name: "of a column at a node", node: good + ` @isBusinessKey`, want: []string{"3:23 annotation-misplaced"}},
		{name: "of a node at a column", node: good, column: `@truncateBefore`, want: []string{"4:13 annotation-misplaced"}},
		{name: "reserved, of a node at a column", node: good, column: `@nodeType("x")`, want: []string{"4:13 annotation-misplaced"}},
		{name: "twice", node: good + ` @truncateBefore @truncateBefore`, want: []string{"3:39 annotation-repeated"}},
		{name: "too many", node: `@strategy("merge", 3, 4)`, want: []string{"3:23 annotation-parameter"}, hint: "remove"},
		{name: "too few", node: `@strategy`, want: []string{"3:1 annotation-parameter"}, hint: `write @strategy("how", days)`},
		{name: "none allowed", node: good + ` @truncateBefore("x")`, want: []string{"3:39 annotation-parameter"}, hint: "remove"},
		{name: "none allowed, several", node: good + ` @truncateBefore(true, false)`, want: []string{"3:39 annotation-parameter"}},
		{name: "a flag switched off", node: good + ` @truncateBefore(false)`, column: `@isBusinessKey("True")`},
		{name: "wrong kind", node: `@strategy("merge", "x3")`, want: []string{"3:20 annotation-parameter"}},
		{name: "null in quotes", node: `@strategy("merge", "null")`, want: []string{"3:20 annotation-parameter"}},
		{name: "a number in quotes", node: `@strategy("merge", "-3.5")`},
		{name: "a truth value in quotes", node: good, column: `@masked("false")`},
		{name: "several of a repeatable parameter", node: good + ` @accepted(1, "a", "b", "c")`},
		{name: "one of a repeatable parameter", node: good + ` @accepted(1, "a")`},
		{name: "none of a repeatable parameter", node: good + ` @accepted(1)`, want: []string{"3:23 annotation-parameter"}, hint: `@accepted(least, "value", …)`},
		{name: "a wrong one of a repeatable parameter", node: good + ` @accepted(1, "a", "b", 3)`, want: []string{"3:46 annotation-parameter"}},
		{name: "not an option", node: `@strategy("mergee")`, want: []string{"3:11 annotation-parameter"}, hint: `did you mean "merge"?`},
		{name: "options in the hint", node: `@strategy("x")`, want: []string{"3:11 annotation-parameter"}, hint: "append, merge"},
		{name: "made by Jinja", node: `@strategy("{{ parameters.how }}", "{{ parameters.days }}")`},
		{name: "any type", node: good + ` @index(7)`},
		{name: "reserved without its text", node: good + ` @description`, want: []string{"3:23 annotation-parameter"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := "@id(\"1\")\n@nodeType(\"x\")\n" + tt.node + "\nSELECT 1 AS a " + tt.column + "\n"
			text = strings.Replace(text, "SELECT 1 AS a ", "SELECT 1 a  ", 1)
			n, found := projectfile.ParseNode("nodes/A-N.sql", text)
			if len(found) > 0 {
				t.Fatalf("the node alone:\n%s", texts(found))
			}
			found = projectfile.ApplyAnnotations(annotatedType(), n)
			checkFindings(t, found, tt.want)
			if tt.hint != "" && !strings.Contains(found[0].Hint, tt.hint) {
				t.Errorf("hint %q, want %q in it", found[0].Hint, tt.hint)
			}
			if len(found) > 0 && found[0].Code == diagnostic.AnnotationUnknown && tt.isError != (found[0].Severity == diagnostic.Error) {
				t.Errorf("the finding is of severity %s: %+v", found[0].Severity, found[0])
			}
			checkAdvice(t, found)
		})
	}
}

// checkAdvice fails if a finding is not about the node, or if a finding about a parameter is more than a warning.
func checkAdvice(t *testing.T, found []diagnostic.Diagnostic) {
	t.Helper()
	for _, d := range found {
		if d.Node != "A.N" || d.File != "nodes/A-N.sql" {
			t.Errorf("the finding is not about the node: %+v", d)
		}
		if d.Code == diagnostic.AnnotationParameter && d.Severity != diagnostic.Warning {
			t.Errorf("the finding is more than a warning: %+v", d)
		}
	}
}

func checkFindings(t *testing.T, found []diagnostic.Diagnostic, want []string) {
	t.Helper()
	var got []string
	for _, d := range found {
		position := strings.TrimPrefix(d.String(), d.File+":")
		line, rest, _ := strings.Cut(position, ":")
		column, _, _ := strings.Cut(rest, ":")
		got = append(got, line+":"+column+" "+string(d.Code))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("findings %v, want %v\n%s", got, want, texts(found))
	}
}

func TestAnnotationsOfOtherTypesAreLeftAlone(t *testing.T) {
	t.Parallel()
	n, _ := projectfile.ParseNode("nodes/A-N.sql", "@id(\"1\")\n@nodeType(\"x\")\n@unknown\nSELECT 1 AS a\n")
	yamlType := annotatedType()
	yamlType.Version = 1
	if found := projectfile.ApplyAnnotations(yamlType, n); len(found) > 0 {
		t.Errorf("a SQL node was compared with a type for YAML nodes:\n%s", texts(found))
	}
	if found := projectfile.ApplyAnnotations(annotatedType(), &transform.Node{Kind: transform.YAMLNode}); len(found) > 0 {
		t.Errorf("a YAML node was checked:\n%s", texts(found))
	}
}

func TestMalformedArgumentsStayErrors(t *testing.T) {
	t.Parallel()
	_, found := projectfile.ParseNode("nodes/A-N.sql", "@id(\"1\")\n@nodeType(\"x\")\n@strategy(merge)\nSELECT 1 AS a\n")
	if len(found) != 1 || found[0].Code != diagnostic.AnnotationParameter || found[0].Severity != diagnostic.Error {
		t.Errorf("findings:\n%s", texts(found))
	}
}

// TestRequiredAtAColumn requires an annotation at any column of the node.
func TestRequiredAtAColumn(t *testing.T) {
	t.Parallel()
	keyed := &transform.NodeType{Name: "Keyed", Version: 2, Spec: transform.Spec{
		ColumnAnnotations: []transform.AnnotationSpec{{Name: "key", IsRequired: true, Description: "Tells rows apart."}},
	}}
	for name, tt := range map[string]struct {
		node, list string
		typeName   string
		want       []string
	}{
		"one has it":       {list: "1 AS a, 2 AS b @key"},
		"none has it":      {list: "1 AS a, 2 AS b", want: []string{"1:1 annotation-required"}},
		"a view":           {node: `@materializationType("VIEW")`, list: "1 AS a"},
		"a type of views":  {list: "1 AS a", typeName: "Secure View"},
		"a view and table": {node: `@materializationType("table")`, list: "1 AS a", typeName: "View", want: []string{"1:1 annotation-required"}},
		"unknown":          {list: "{% for c in columns %}{{ c }}{% endfor %}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind := *keyed
			kind.Name = cmp.Or(tt.typeName, kind.Name)
			n, _ := projectfile.ParseNode("nodes/A-N.sql", "@id(\"1\") @nodeType(\"x\") "+tt.node+"\nSELECT "+tt.list+" FROM t\n")
			found := projectfile.ApplyAnnotations(&kind, n)
			checkFindings(t, found, tt.want)
			if len(found) > 0 && (found[0].Severity != diagnostic.Warning || found[0].Hint != "add it: Tells rows apart") {
				t.Errorf("finding %+v", found[0])
			}
		})
	}
}

// TestDeploySwitches reads both annotations for a node that is not deployed.
func TestDeploySwitches(t *testing.T) {
	t.Parallel()
	for annotation, isEnabled := range map[string]bool{
		"": true, "@deployDisabled": false, "@deployDisabled(true)": false, "@deployDisabled(false)": true,
		"@deployEnabled": true, "@deployEnabled(true)": true, "@deployEnabled(false)": false, `@deployEnabled("false")`: false,
		"@deployEnabled @deployDisabled": false,
	} {
		n, _ := projectfile.ParseNode("nodes/A-N.sql", "@id(\"1\") @nodeType(\"x\") "+annotation+"\nSELECT 1 AS a\n")
		found := projectfile.ApplyAnnotations(&transform.NodeType{Name: "Plain", Version: 2}, n)
		if n.DeployEnabled != isEnabled || len(n.Config) > 0 || len(found) > 0 {
			t.Errorf("%s: deployed %v, config %v\n%s", annotation, n.DeployEnabled, n.Config, texts(found))
		}
	}
}
