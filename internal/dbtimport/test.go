package dbtimport

import (
	"fmt"
	"maps"
	"strings"

	"github.com/millrace/millrace/internal/yamldoc"
)

// nodeTest is a test of a node: an annotation of a column, or a query for the rows that violate a rule.
type nodeTest struct {
	name       string
	query      string
	continues  bool   // severity warn
	column     string // of the annotation
	annotation string // "" if only the query says what the test means
}

// genericTest is an entry of a list of tests.
type genericTest struct {
	from      propertyFile
	at        int // line
	name      string
	namespace string // of a package
	kind      string
	column    string
	arguments map[string]any
	config    config
}

// readTests converts the generic tests of all resources. It needs the refs of all models.
func (x *conversion) readTests() {
	for _, r := range x.resources {
		if r.properties == nil {
			continue
		}
		tested := r
		if x.replaced[r] {
			tested = x.sources[r.name]
		}
		from := propertyFile{pkg: r.pkg, file: r.describes}
		for _, one := range testsOf(r.properties) {
			x.readTest(tested, from, one, "")
		}
		for _, column := range columnsOf(r.properties) {
			name := text(column.Get("name"))
			if isOn, ok := column.Get("quote").Bool(); ok && isOn {
				name = `"` + name + `"`
			}
			for _, one := range testsOf(column) {
				x.readTest(tested, from, one, name)
			}
		}
	}
}

func (x *conversion) readTest(r *resource, from propertyFile, n *yamldoc.Node, column string) {
	t, ok := x.parseTest(from, n)
	if !ok || !t.config.isOn("enabled", true) {
		return
	}
	t.column = column
	if given, isText := t.arguments["column_name"].(string); isText && column == "" {
		t.column = given
	}
	owner, converted, problem := x.convertTest(r, t)
	if problem != "" {
		x.report.add(Entry{
			File: from.file, Line: t.at, Action: Left, Node: r.node.String(), Message: fmt.Sprintf("the test %s is not taken: %s", t.title(), problem),
			Hint: "Write the test by hand with @testSQL.",
		})
		return
	}
	for _, key := range []string{"error_if", "warn_if", "fail_calc"} {
		if set, isSet := t.config[key]; isSet {
			converted.continues, converted.annotation = true, ""
			x.report.add(Entry{
				File: from.file, Line: set.line, Action: Left, Node: owner.node.String(),
				Message: fmt.Sprintf("%s of the test %s has no counterpart; every row counts, and the run continues", key, t.title()),
				Hint:    "Write the limit into the query of the test.",
			})
		}
	}
	owner.tests = append(owner.tests, converted)
	x.report.Tests++
	x.report.add(Entry{File: from.file, Line: t.at, Action: Taken, Node: owner.node.String(), Message: "the test " + t.title()})
}

// parseTest reads the forms that dbt accepts: a name, or a mapping with the name as key or under test_name.
func (x *conversion) parseTest(from propertyFile, n *yamldoc.Node) (genericTest, bool) {
	t := genericTest{from: from, at: line(n), arguments: map[string]any{}, config: config{}}
	var body *yamldoc.Node
	switch {
	case n.Kind == yamldoc.Scalar:
		t.kind = text(n)
	case n.Kind == yamldoc.Mapping && !n.Get("test_name").IsNull():
		t.kind, body = text(n.Get("test_name")), n
	case n.Kind == yamldoc.Mapping:
		for entry := range n.Children() {
			if entry.Key != "name" && entry.Key != "config" && t.kind == "" {
				t.kind, body = entry.Key, entry
				t.at = line(entry)
			}
		}
		t.name = text(n.Get("name"))
		x.fill(t.config, origin{from.file, from.pkg}, n.Get("config"))
	}
	if namespace, kind, isQualified := strings.Cut(t.kind, "."); isQualified {
		t.namespace, t.kind = namespace, kind
	}
	if body != nil && body.Kind == yamldoc.Mapping {
		x.readTestBody(&t, body)
	}
	return t, t.kind != ""
}

func (x *conversion) readTestBody(t *genericTest, body *yamldoc.Node) {
	from := origin{t.from.file, t.from.pkg}
	for entry := range body.Children() {
		switch entry.Key {
		case "name":
			t.name = text(entry)
		case "test_name", "description":
		case "config":
			x.fill(t.config, from, entry)
		case "arguments":
			maps.Copy(t.arguments, mapping(entry))
		case "severity", "where", "enabled", "error_if", "warn_if", "fail_calc", "limit", "store_failures", "tags", "meta":
			x.fillEntry(t.config, from, entry)
		default:
			t.arguments[entry.Key] = entry.Any()
		}
	}
}

// title names a test in the report and in results.
func (t *genericTest) title() string {
	switch {
	case t.name != "":
		return t.name
	case t.column != "":
		return strings.Trim(t.column, `"`) + ": " + t.kind
	default:
		return t.kind
	}
}

// convertTest returns the test and the node that it belongs to, or the reason why it is not taken.
func (x *conversion) convertTest(r *resource, t genericTest) (owner *resource, converted nodeTest, problem string) {
	b := &testBuilder{conversion: x, genericTest: t, of: r, owner: r}
	converted = nodeTest{name: t.title(), continues: strings.EqualFold(t.config.text("severity"), "warn")}
	b.findOwner()
	b.build(&converted)
	if b.owner != r || t.config.text("where") != "" || converted.continues {
		converted.annotation = ""
	}
	converted.column = strings.Trim(t.column, `"`)
	return b.owner, converted, b.problem
}

// reads reports whether a resource reads another one, directly or not.
func (x *conversion) reads(r, other *resource, seen map[*resource]bool) bool {
	if seen[r] {
		return false
	}
	seen[r] = true
	for _, one := range r.refs {
		if one == other || x.reads(one, other, seen) {
			return true
		}
	}
	return false
}

// last returns the resource that no other of the list reads, so that a test of it finds all of them loaded.
func (x *conversion) last(list []*resource) *resource {
	owner := list[0]
	for _, r := range list[1:] {
		if r != owner && x.reads(r, owner, map[*resource]bool{}) || !owner.isBuilt() && r.isBuilt() {
			owner = r
		}
	}
	return owner
}
