package render

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
)

// DescribeFunctions describes the functions that templates can call. A test compares it with the functions that exist.
func DescribeFunctions() []jinja.Entry {
	return sorted(append(jinja.DescribeGlobals(), []jinja.Entry{
		{Name: "stage", Usage: "stage(name, continue_on_failure=true, type='sql', phase=none)", Meaning: "Starts a statement. A failed statement fails its node; `continue_on_failure` is about tests, and `type='test'` makes the stage a test.", Example: "{{ stage('Insert rows') }}\nINSERT INTO {{ this }} SELECT 1", Output: "-- Insert rows\nINSERT INTO \"STAGE\".\"STG_ORDERS\" SELECT 1"},
		{Name: "test_stage", Usage: "test_stage(name, continue_on_failure=…)", Meaning: "Starts a test: a query that fails if it returns a row. The default continues, unless the project has `haltOnTestFailure`.", Example: "{{ test_stage('No negative amounts') }}\nSELECT * FROM {{ this }} WHERE amount < 0", Output: "-- No negative amounts\nSELECT * FROM \"STAGE\".\"STG_ORDERS\" WHERE amount < 0"},
		{Name: "ref", Usage: "ref(location, node)", Meaning: "The qualified name of a node, and a dependency on it: the node is built first.", Example: "SELECT 1 FROM {{ ref('RAW', 'ORDERS') }}", Output: "SELECT 1 FROM \"RAW\".\"ORDERS\""},
		{Name: "ref_no_link", Usage: "ref_no_link(location, node, include_db=true)", Meaning: "The qualified name of a node without a dependency on it.", Example: "SELECT 1 FROM {{ ref_no_link('RAW', 'ORDERS') }}", Output: "SELECT 1 FROM \"RAW\".\"ORDERS\""},
		{Name: "ref_link", Usage: "ref_link(location, node)", Meaning: "A dependency on a node, and no text.", Example: "SELECT 1{{ ref_link('RAW', 'ORDERS') }}", Output: "SELECT 1"},
		{Name: "get_source_transform", Usage: "get_source_transform(column)", Meaning: "The expression that fills a column in a source group: its transform, its hash, or the column that it reads.", Example: "{% for column in sources[0].columns %}{{ get_source_transform(column) }}{{ ', ' if not loop.last }}{% endfor %}", Output: "\"ORDERS\".\"order_id\", \"ORDERS\".\"amount\" * 100"},
		{Name: "get_value_by_column_attribute", Usage: "get_value_by_column_attribute(attribute)", Meaning: "The name of the first column with an attribute.", Example: "{{ get_value_by_column_attribute('isBusinessKey') }}", Output: "order_id"},
		{Name: "hash", Usage: "hash(columns, algo='MD5', datatype='')", Meaning: "An expression for the hash of columns or expressions; a missing value and an empty text differ. The algorithms are MD5, SHA1 and SHA256.", Example: "{{ hash(['a'], 'MD5') | length > 0 }}", Output: "True"},
		{Name: "return", Usage: "return(value)", Meaning: "Ends a macro, which returns the value itself: a list, a dict or a number.", Example: "{% macro two() %}{{ return([1, 2]) }}{% endmacro %}{{ two() | sum }}", Output: "3"},
		{Name: "fromjson", Usage: "fromjson(text)", Meaning: "The value of a JSON text.", Example: "{{ fromjson('[1, 2]') | last }}", Output: "2"},
		{Name: "tojson", Usage: "tojson(value)", Meaning: "The value as JSON.", Example: "{{ tojson([1, 2]) }}", Output: "[1, 2]"},
	}...))
}

// DescribeFilters describes the filters of templates: those of the language, and the few that differ in SQL.
func DescribeFilters() []jinja.Entry {
	own := []jinja.Entry{
		{Name: "escape", Aliases: []string{"e", "forceescape"}, Usage: "x | escape", Meaning: "The text with each quote doubled, for use inside `'…'`.", Example: "'{{ \"it's\" | escape }}'", Output: "'it''s'"},
		{Name: "fromjson", Usage: "x | fromjson", Meaning: "The value of a JSON text.", Example: "{{ '{\"a\": 1}' | fromjson }}", Output: "{'a': 1}"},
	}
	return replaced(jinja.DescribeFilters(), own)
}

// DescribeTests describes the tests of templates.
func DescribeTests() []jinja.Entry {
	return replaced(jinja.DescribeTests(), []jinja.Entry{
		{Name: "plain_column", Usage: "x is plain_column", Meaning: "x is a column without attributes and tests.", Example: "{{ columns[1] is plain_column }}", Output: "True"},
		{Name: "plain_columns", Usage: "x is plain_columns", Meaning: "x is a list of such columns.", Example: "{{ columns is plain_columns }}", Output: "False"},
	})
}

// replaced returns the entries of a language, with those of the same name replaced, and the others added.
func replaced(language, own []jinja.Entry) []jinja.Entry {
	list := slices.DeleteFunc(language, func(e jinja.Entry) bool {
		return slices.ContainsFunc(own, func(o jinja.Entry) bool { return o.Name == e.Name })
	})
	return sorted(append(list, own...))
}

func sorted(list []jinja.Entry) []jinja.Entry {
	slices.SortFunc(list, func(a, b jinja.Entry) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// ColumnTest is a test that the file of a YAML node switches on for a column.
type ColumnTest struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// DescribeColumnTests describes the tests that every column of a YAML node can have.
func DescribeColumnTests() []ColumnTest {
	return []ColumnTest{
		{nullTest, "Every row has a value. `appliedColumnTests` of the column switches it on; `continueOnFailure: false` lets a failure fail the node."},
		{uniqueTest, "No value occurs twice. `appliedColumnTests` of the column switches it on."},
		{acceptedTest, "Every value is one of `acceptedValues` of the column."},
	}
}
