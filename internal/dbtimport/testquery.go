package dbtimport

import (
	"fmt"
	"strings"
)

// testBuilder builds the query of a generic test.
type testBuilder struct {
	*conversion
	genericTest

	of      *resource // the resource that is tested
	owner   *resource // the node that the test belongs to
	problem string
}

// findOwner moves a test that names another node behind it: the test of a node runs right after its load.
func (b *testBuilder) findOwner() {
	for _, key := range sortedKeys(b.arguments) {
		value, isText := b.arguments[key].(string)
		if !isText || !isReference(value) {
			continue
		}
		for _, other := range b.referenced(value) {
			b.owner = b.last([]*resource{b.owner, other})
		}
	}
}

// isReference reports whether an argument is a call of ref or source.
func isReference(value string) bool {
	value = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(value), "{{"))
	return strings.HasPrefix(value, "ref(") || strings.HasPrefix(value, "source(")
}

// expressionOf returns an argument that is a call as code of Jinja.
func (b *testBuilder) expressionOf(value string) string {
	code := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(value), "{{"), "}}"))
	t := b.translate(b.fragmentOf("{{ " + code + " }}"))
	for _, p := range t.problems {
		b.problem = p.message
	}
	translated := t.apply("{{ " + code + " }}")
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(translated, "{{"), "}}"))
}

func (b *testBuilder) referenced(value string) []*resource {
	return b.translate(b.fragmentOf("{{ " + strings.Trim(value, "{} ") + " }}")).refs
}

func (b *testBuilder) fragmentOf(text string) fragment {
	return fragment{pkg: b.from.pkg, file: b.from.file, text: text, firstLine: b.at}
}

// relationCode returns the tested table as an expression of Jinja.
func (b *testBuilder) relationCode() string {
	if b.owner == b.of {
		return "this"
	}
	return "ref(" + quoteJinja(b.of.node.Location) + ", " + quoteJinja(b.of.node.Name) + ")"
}

// relation returns the tested rows as SQL with an alias.
func (b *testBuilder) relation(alias string) string {
	table := "{{ " + b.relationCode() + " }}"
	if where := b.config.text("where"); where != "" {
		return "(SELECT * FROM " + table + " WHERE " + where + ") AS " + alias //nolint:unqueryvet // a test reads any column
	}
	return table + " AS " + alias
}

// rowsWheref returns a query for the rows that violate a rule.
func (b *testBuilder) rowsWheref(format string, args ...any) string {
	return "SELECT *\nFROM " + b.relation("tested") + "\nWHERE " + fmt.Sprintf(format, args...) //nolint:unqueryvet // whole rows are shown
}

// build sets the query and the annotation of a test.
func (b *testBuilder) build(t *nodeTest) {
	switch b.kind {
	case "not_null":
		t.annotation = "@testNotNull"
		t.query = b.rowsWheref("%s IS NULL", b.needColumn())
	case "unique":
		t.annotation = "@testUnique"
		t.query = fmt.Sprintf("SELECT %[2]s, COUNT(*) AS row_count\nFROM %[1]s\nWHERE %[2]s IS NOT NULL\nGROUP BY %[2]s\nHAVING COUNT(*) > 1",
			b.relation("tested"), b.needColumn())
	case "accepted_values":
		b.acceptedValues(t)
	case "relationships":
		b.relationship(t)
	default:
		b.packageTest(t)
	}
}

func (b *testBuilder) needColumn() string {
	if b.column == "" {
		b.problem = "it names no column"
	}
	return b.column
}

func (b *testBuilder) acceptedValues(t *nodeTest) {
	values, _ := b.arguments["values"].([]any)
	if len(values) == 0 {
		b.problem = "it has no values"
		return
	}
	isQuoted := true
	if quote, isSet := b.arguments["quote"].(bool); isSet {
		isQuoted = quote
	}
	literals, arguments := make([]string, len(values)), make([]string, len(values))
	for i, v := range values {
		written := fmt.Sprint(v)
		literals[i], arguments[i] = "'"+strings.ReplaceAll(written, "'", "''")+"'", annotationText(written)
		if !isQuoted {
			literals[i] = written
		}
	}
	t.query = b.rowsWheref("%s NOT IN (%s)", b.needColumn(), strings.Join(literals, ", "))
	if isQuoted {
		t.annotation = "@testAcceptedValues(" + strings.Join(arguments, ", ") + ")"
	}
}

func (b *testBuilder) relationship(t *nodeTest) {
	to, _ := b.arguments["to"].(string)
	field, _ := b.arguments["field"].(string)
	if !isReference(to) || field == "" {
		b.problem = "it needs to and field"
		return
	}
	parent := b.expressionOf(to)
	//nolint:unqueryvet // whole rows are shown
	t.query = fmt.Sprintf("SELECT child.*\nFROM %s\nWHERE child.%s IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {{ %s }} AS parent WHERE parent.%s = child.%[2]s)",
		b.relation("child"), b.needColumn(), parent, field)
	if found := b.referenced(to); len(found) == 1 && plainColumn.MatchString(field) {
		t.annotation = fmt.Sprintf("@testRelationship(%s, %s, %s)",
			annotationText(found[0].node.Location), annotationText(found[0].node.Name), annotationText(b.columnName(field)))
	}
}

// packageTest builds the tests of dbt_utils that are used most, and calls the macro of any other test.
func (b *testBuilder) packageTest(t *nodeTest) {
	namespace := b.namespace
	if namespace == "" {
		namespace = b.from.pkg.name
	}
	if p := b.packageNamed(namespace); p != nil && p.macros["test_"+b.kind] != nil {
		b.macroTest(t, p.macros["test_"+b.kind])
		return
	}
	switch b.namespace + "." + b.kind {
	case "dbt_utils.unique_combination_of_columns":
		columns := strings.Join(listOf(b.arguments["combination_of_columns"]), ", ")
		if columns == "" {
			b.problem = "it names no columns"
		}
		t.query = fmt.Sprintf("SELECT %[2]s, COUNT(*) AS row_count\nFROM %[1]s\nGROUP BY %[2]s\nHAVING COUNT(*) > 1", b.relation("tested"), columns)
	case "dbt_utils.accepted_range":
		b.acceptedRange(t)
	case "dbt_utils.expression_is_true":
		expression := strings.TrimSpace(b.column + " " + fmt.Sprint(b.arguments["expression"]))
		t.query = b.rowsWheref("NOT (%s)", expression)
	default:
		b.problem = "there is no macro for it"
	}
}

func (b *testBuilder) acceptedRange(t *nodeTest) {
	least, most := b.arguments["min_value"], b.arguments["max_value"]
	inclusive := "="
	if given, isSet := b.arguments["inclusive"].(bool); isSet && !given {
		inclusive = ""
	}
	var conditions []string
	if least != nil {
		conditions = append(conditions, fmt.Sprintf("%s >%s %v", b.needColumn(), inclusive, least))
	}
	if most != nil {
		conditions = append(conditions, fmt.Sprintf("%s <%s %v", b.needColumn(), inclusive, most))
	}
	if len(conditions) == 0 {
		b.problem = "it has no bounds"
		return
	}
	t.query = b.rowsWheref("NOT (%s)", strings.Join(conditions, " AND "))
	if inclusive == "=" && isNumberOrNil(least) && isNumberOrNil(most) {
		t.annotation = "@testRange(" + bound(least) + ", " + bound(most) + ")"
	}
}

func isNumberOrNil(v any) bool {
	switch v.(type) {
	case nil, int64, float64:
		return true
	default:
		return false
	}
}

// bound returns a bound of a range as an argument; an empty text is no bound.
func bound(v any) string {
	if v == nil {
		return `""`
	}
	return fmt.Sprint(v)
}

// macroTest calls the macro of a generic test of the project or a package.
func (b *testBuilder) macroTest(t *nodeTest, m *macro) {
	if culprit, isUnsupported := m.unsupported(map[*macro]bool{}); isUnsupported {
		b.problem = fmt.Sprintf("the macro %s %s", culprit.name, culprit.problems[0].message)
		return
	}
	model := b.relationCode()
	if where := b.config.text("where"); where != "" {
		model = "'(SELECT * FROM ' ~ " + model + " ~ " + quoteJinja(" WHERE "+where+") AS tested") //nolint:unqueryvet // a test reads any column
	}
	arguments := []string{"model=" + model}
	if b.column != "" {
		arguments = append(arguments, "column_name="+quoteJinja(b.column))
	}
	for _, key := range sortedKeys(b.arguments) {
		if key == "column_name" {
			continue
		}
		value := jinjaValue(b.arguments[key])
		if given, isText := b.arguments[key].(string); isText && isReference(given) {
			value = b.expressionOf(given)
		}
		arguments = append(arguments, key+"="+value)
	}
	t.query = "{{ " + m.written + "(" + strings.Join(arguments, ", ") + ") }}"
}
