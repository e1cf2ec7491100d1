package reference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/render"
)

// Tests is the reference of the tests of nodes.
type Tests struct {
	Annotations []Annotation `json:"annotations"` // of SQL nodes
	Options     []FileTest   `json:"options"`     // of YAML nodes
}

// FileTest is a test that the file of a YAML node switches on.
type FileTest struct {
	Name    string  `json:"name"`
	Meaning string  `json:"meaning"`
	Example Example `json:"example"`
}

// nodeTests is the key of the tests of a node in YAML that are queries.
const nodeTests = "appliedNodeTests"

// OfTests returns the reference of all tests of the library.
func OfTests() Tests {
	page := Tests{Annotations: []Annotation{}}
	for _, a := range OfAnnotations().Annotations {
		if a.IsTest() {
			page.Annotations = append(page.Annotations, a)
		}
	}
	for _, t := range render.DescribeColumnTests() {
		page.Options = append(page.Options, FileTest{Name: t.Name, Meaning: t.Meaning, Example: exampleOf("tests", t.Name)})
	}
	page.Options = append(page.Options, FileTest{
		Name: nodeTests, Example: exampleOf("tests", nodeTests),
		Meaning: "Queries for rows that violate a rule: a row means failure. `runOrder` is `Before` or `After` the load.",
	})
	return page
}

// Markdown returns the page.
func (p Tests) Markdown() string {
	var m markdown
	m.begin("Tests")
	m.example(exampleOf("annotations", "haltOnTestFailure"))
	m.paragraph("A test is a query for rows that violate a rule: if it returns a row, the test has failed. A run executes the tests of a node after " +
		"its load and before its rows become visible, in the same transaction if the engine supports that.")
	m.paragraph("A failed test is shown in the result of the node. With [`@haltOnTestFailure`](annotations.md#haltontestfailure), or " +
		"`haltOnTestFailure: true` in data.yml, it also fails the node: the table keeps its previous rows, and downstream nodes are skipped. " +
		"`@testsEnabled(false)` switches the tests of a node off.")
	m.paragraph(projectOfExamples)
	m.paragraph("`millrace docs tests` prints this page, and `--json` its content for programs.")
	m.heading(2, "Tests of SQL nodes")
	var rows [][]string
	for i := range p.Annotations {
		a := &p.Annotations[i]
		rows = append(rows, []string{fmt.Sprintf("[`@%s`](annotations.md#%s)", a.Name, strings.ToLower(a.Name)), strings.Join(a.Of, ", "), a.Description})
	}
	m.table([]string{"test", "of", "rule"}, rows)
	for i := range p.Annotations {
		a := &p.Annotations[i]
		m.heading(3, a.Name)
		m.paragraph(inCode(a.usage()))
		m.paragraph(a.Description)
		m.example(a.Example)
	}
	m.heading(2, "Tests of YAML nodes")
	for _, t := range p.Options {
		m.heading(3, t.Name)
		m.paragraph(t.Meaning)
		m.example(t.Example)
	}
	return m.String()
}
