package reference_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/reference"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// TestEveryNodeTypeIsComplete checks that types and options have descriptions, and that their examples compile.
func TestEveryNodeTypeIsComplete(t *testing.T) {
	t.Parallel()
	page := reference.OfNodeTypes()
	if len(page.NodeTypes) < 13 {
		t.Errorf("the library has %d types, want at least 13", len(page.NodeTypes))
	}
	for _, typ := range page.NodeTypes {
		t.Run(typ.ID, func(t *testing.T) {
			t.Parallel()
			checkNodeType(t, typ)
		})
	}
}

func checkNodeType(t *testing.T, typ reference.NodeType) {
	t.Helper()
	if typ.Description == "" {
		t.Error("the type has no description: add it to its definition.yml")
	}
	for _, o := range typ.Options {
		if o.Description == "" {
			t.Errorf("option %s has no description: add it to its definition.yml", o.Key)
		}
	}
	for _, c := range typ.SystemColumns {
		if c.Description == "" {
			t.Errorf("system column %s has no description: add it to nodetype.RoleOfSystemColumn", c.Name)
		}
	}
	if typ.Example.Text == "" {
		t.Fatalf("the type has no example: add examples/node-types/%s", typ.ID)
	}
	if n := compile(t, typ.Example.Text); n.Type == nil || string(n.Type.ID) != typ.ID {
		t.Errorf("the example has the type %v, want %s", n.Type, typ.ID)
	}
}

// TestEveryAnnotationIsComplete checks that annotations have descriptions, and that their examples use them and compile.
func TestEveryAnnotationIsComplete(t *testing.T) {
	t.Parallel()
	page := reference.OfAnnotations()
	for _, a := range page.Annotations {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			if a.Description == "" {
				t.Error("the annotation has no description: add it to the definition.yml of its types")
			}
			if a.Example.Text == "" {
				t.Fatalf("the annotation has no example: add examples/annotations/%s.sql", a.Name)
			}
			if !strings.Contains(a.Example.Text, "@"+a.Name) {
				t.Errorf("the example does not contain @%s", a.Name)
			}
			n := compile(t, a.Example.Text)
			if hasTest := slices.ContainsFunc(n.Run.Stages, isTest); a.IsTest() && !hasTest {
				t.Errorf("the example has no test:\n%s", stages(t, n))
			}
		})
	}
}

func isTest(s render.Stage) bool { return s.Type == render.TestStage }

func TestEveryTestOfYAMLNodesIsComplete(t *testing.T) {
	t.Parallel()
	for _, test := range reference.OfTests().Options {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			if test.Meaning == "" || test.Example.Text == "" {
				t.Fatalf("the test has no description or no example: add examples/tests/%s.yml", test.Name)
			}
			if n := compile(t, test.Example.Text); !slices.ContainsFunc(n.Run.Stages, isTest) {
				t.Errorf("the example has no test:\n%s", stages(t, n))
			}
		})
	}
}

// TestNoExampleIsLeftOver finds examples of entries that no longer exist.
func TestNoExampleIsLeftOver(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, typ := range reference.OfNodeTypes().NodeTypes {
		known["node-types/"+typ.ID] = true
	}
	for _, a := range reference.OfAnnotations().Annotations {
		known["annotations/"+a.Name] = true
	}
	for _, test := range reference.OfTests().Options {
		known["tests/"+test.Name] = true
	}
	for _, folder := range []string{"node-types", "annotations", "tests"} {
		entries, err := os.ReadDir(filepath.Join("examples", folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if name, _, _ := strings.Cut(entry.Name(), "."); !known[folder+"/"+name] {
				t.Errorf("examples/%s/%s belongs to no entry: remove it", folder, entry.Name())
			}
		}
	}
}

const exampleType = `fileVersion: 1
id: Example
isDisabled: false
metadata:
  nodeMetadataSpec: |-
    capitalized: Example
    short: EX
    plural: Examples
name: Example
type: NodeType
`

// rendered returns the run of the node that the page describes, with a template.
func rendered(t *testing.T, template string) string {
	t.Helper()
	text, err := os.ReadFile("examples/node-types/Stage.yml")
	if err != nil {
		t.Fatal(err)
	}
	node := strings.Replace(string(text), "sqlType: Stage", "sqlType: Example", 1)
	node = strings.Replace(node, "        dataType: INTEGER\n", "        dataType: INTEGER\n        isBusinessKey: true\n", 1)
	n := compileWith(t, map[string]string{
		"nodes/STAGE-STG_ORDERS.yml":               node,
		"nodeTypes/Example-Example/definition.yml": exampleType,
		"nodeTypes/Example-Example/create.sql.j2":  "CREATE TABLE {{ this }} (a INTEGER)",
		"nodeTypes/Example-Example/run.sql.j2":     template,
	}, transform.NodeRef{Location: "STAGE", Name: "STG_ORDERS"})
	return stages(t, n)
}

// TestTemplateExamplesRender renders every example of template-functions.md in a real project.
func TestTemplateExamplesRender(t *testing.T) {
	t.Parallel()
	page := reference.OfFunctions()
	for kind, entries := range map[string][]jinja.Entry{
		"variable": page.Variables, "function": page.Functions, "dialect": page.Dialect, "filter": page.Filters, "test": page.Tests,
	} {
		for _, e := range entries {
			t.Run(kind+"/"+e.Name, func(t *testing.T) {
				t.Parallel()
				got := rendered(t, e.Example)
				if !strings.Contains(e.Example, "stage(") { // the stage of a template without stages has a name of its own
					_, got, _ = strings.Cut(got, "\n")
				}
				if got = strings.TrimSpace(got); got != e.Output {
					t.Errorf("%s renders to\n%s\nwant\n%s", e.Example, got, e.Output)
				}
			})
		}
	}
}

func TestTokensInTransformsRender(t *testing.T) {
	t.Parallel()
	for _, e := range reference.OfFunctions().Tokens {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("examples/node-types/Stage.yml")
			if err != nil {
				t.Fatal(err)
			}
			got := stages(t, compile(t, strings.Replace(string(text), "{{SRC}} * 100", e.Example, 1)))
			if !strings.Contains(got, e.Output) {
				t.Errorf("a run with the transform %s is\n%swant %s in it", e.Example, got, e.Output)
			}
		})
	}
}

func TestExampleAtTheTopRenders(t *testing.T) {
	t.Parallel()
	page := reference.OfFunctions().Markdown()
	_, rest, _ := strings.Cut(page, "```jinja\n")
	template, _, _ := strings.Cut(rest, "\n```")
	const want = `-- Load
INSERT INTO "STAGE"."STG_ORDERS" ("order_id", "amount")
SELECT
    "ORDERS"."order_id",
    "ORDERS"."amount" * 100
FROM "RAW"."ORDERS" "ORDERS"
`
	if got := rendered(t, template); got != want {
		t.Errorf("it renders to\n%s\nwant\n%s", got, want)
	}
}
