package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// The ids of the column tests that a file can switch on.
const (
	nullTest     = "hasNull"
	uniqueTest   = "isDistinct"
	acceptedTest = "acceptedValues"
)

// nodeTests returns the tests of a node. Their texts may contain Jinja, which a later pass renders.
func (h hydration) nodeTests(n *transform.Node) jinja.Value {
	list := make([]jinja.Value, len(n.Tests))
	for i, t := range n.Tests {
		order := "After"
		if t.RunBefore {
			order = "Before"
		}
		list[i] = testDict{
			name: t.Name, description: t.Description, order: order,
			continues: t.ContinueOnFailure && (!t.IsDefault || !h.haltsOnTest), template: t.Template,
		}.value()
	}
	return jinja.NewList(list...)
}

// testDict has the fields that tests of nodes and of columns share.
type testDict struct {
	id, name, description, order, template string
	continues                              bool
	values                                 []string // of a test for accepted values
}

func (t testDict) value() jinja.Value {
	fields := []field{
		text("name", t.name),
		text("description", t.description),
		flag("continueOnFailure", t.continues),
		text("runOrder", t.order),
		text("templateString", t.template),
	}
	if t.id != "" {
		fields = append(fields, text("id", t.id))
	}
	if t.values != nil {
		fields = append(fields, field{"values", jinja.FromGo(t.values)})
	}
	return recordValue(fields...)
}

// columnTests returns the tests of a column: those its file switches on, and one for its accepted values.
func (h hydration) columnTests(n *transform.Node, c *transform.Column) jinja.Value {
	list := []jinja.Value{}
	for _, on := range switchedOn(c.Tests, !h.haltsOnTest) {
		if test, known := h.columnTest(n, c, on); known {
			list = append(list, test.value())
		}
	}
	if values := acceptedValues(c.AcceptedValues); len(values) > 0 {
		list = append(list, h.acceptedTest(n, c, values).value())
	}
	return jinja.NewList(list...)
}

// switchedTest is a column test that a file switches on.
type switchedTest struct {
	id        string
	continues bool
}

// switchedOn reads the tests of a column: a list of ids, or a mapping of ids to true or to settings of the test. A test
// without a setting continues as the project says.
func switchedOn(tests any, continues bool) []switchedTest {
	var on []switchedTest
	switch tests := tests.(type) {
	case []any:
		for _, id := range tests {
			on = append(on, switchedTest{id: fmt.Sprint(id), continues: continues})
		}
	case map[string]any:
		for _, id := range sortedKeys(tests) {
			switch setting := tests[id].(type) {
			case bool:
				if setting {
					on = append(on, switchedTest{id: id, continues: continues})
				}
			case map[string]any:
				own, isSet := setting["continueOnFailure"].(bool)
				on = append(on, switchedTest{id: id, continues: own || !isSet && continues})
			}
		}
	}
	return on
}

// columnTest returns one of the tests that every column can have. The query returns the rows that violate it.
func (h hydration) columnTest(n *transform.Node, c *transform.Column, on switchedTest) (testDict, bool) {
	table, column := h.target.name(n), h.target.Dialect.Quote(c.Name)
	test := testDict{id: on.id, order: "After", continues: on.continues}
	switch on.id {
	case nullTest:
		test.name, test.description = "Null", "finds rows without a value"
		test.template = fmt.Sprintf("SELECT * FROM %s WHERE %s IS NULL", table, column) //nolint:unqueryvet // the test returns whole rows
	case uniqueTest:
		test.name, test.description = "Unique", "finds values that occur more than once"
		test.template = fmt.Sprintf("SELECT %s, COUNT(*) FROM %s GROUP BY %s HAVING COUNT(*) > 1", column, table, column)
	default:
		return testDict{}, false
	}
	return test, true
}

// acceptedValues reads {values: […]} or a plain list.
func acceptedValues(accepted any) []string {
	if mapping, ok := accepted.(map[string]any); ok {
		accepted = mapping["values"]
	}
	list, _ := accepted.([]any)
	values := make([]string, 0, len(list))
	for _, value := range list {
		values = append(values, fmt.Sprint(value))
	}
	return values
}

func (h hydration) acceptedTest(n *transform.Node, c *transform.Column, values []string) testDict {
	literals := make([]string, len(values))
	for i, value := range values {
		literals[i] = typedLiteral(h.target.Dialect, value, c.DataType)
	}
	column := h.target.Dialect.Quote(c.Name)
	return testDict{
		id: acceptedTest, name: "Accepted values", description: "finds values that are none of the accepted ones",
		order: "After", continues: !h.haltsOnTest, values: values,
		template: fmt.Sprintf("SELECT * FROM %s WHERE %s NOT IN (%s)", //nolint:unqueryvet // the test returns whole rows
			h.target.name(n), column, strings.Join(literals, ", ")),
	}
}
