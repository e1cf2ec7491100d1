package reference

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/render"
)

// Functions is the reference of what templates can use.
type Functions struct {
	Variables []jinja.Entry `json:"variables"`
	Functions []jinja.Entry `json:"functions"`
	Tokens    []jinja.Entry `json:"tokens"` // in transforms of columns
	Dialect   []jinja.Entry `json:"dialect"`
	Filters   []jinja.Entry `json:"filters"`
	Tests     []jinja.Entry `json:"tests"`
}

// OfFunctions returns the reference of what templates can use.
func OfFunctions() Functions {
	return Functions{
		Variables: render.DescribeVariables(), Functions: render.DescribeFunctions(), Tokens: render.DescribeTokens(),
		Dialect: dialect.DescribeObject(), Filters: render.DescribeFilters(), Tests: render.DescribeTests(),
	}
}

// templateExample is the example at the top of the page. A test renders it.
const templateExample = `{{ stage('Load') }}
INSERT INTO {{ this }} ({{ dialect.names(columns) }})
SELECT
{%- for column in sources[0].columns %}
    {{ get_source_transform(column) }}{{ ',' if not loop.last }}
{%- endfor %}
{{ sources[0].join }}`

// Markdown returns the page.
func (p Functions) Markdown() string {
	var m markdown
	m.begin("Template functions")
	m.code("jinja", templateExample)
	m.paragraph("Templates of node types, macros and the texts of nodes are Jinja and render as Python's Jinja2 does. " +
		"[Projects](../3-projects.md#templates) explains templates. The examples are rendered by a test, for DuckDB and for a node " +
		"`STAGE.STG_ORDERS` with the columns `order_id` (its business key) and `amount`, which reads `RAW.ORDERS`.")
	m.paragraph("`millrace docs functions` prints this page, and `--json` its content for programs.")
	m.section("Variables", "What templates know about the node and its target.", p.Variables)
	m.section("Functions", "", p.Functions)
	m.section("Columns in transforms", "In the transform of a column of a YAML node, these words stand for columns and nodes. "+
		"The examples are the transform of `amount`.", p.Tokens)
	m.section("Dialect", "Differences between the engines. The results are those of DuckDB.", p.Dialect)
	m.section("Filters", "`x | name(…)`.", p.Filters)
	m.section("Tests of values", "`x is name(…)`, and `x is not name(…)`.", p.Tests)
	return m.String()
}

// section writes a table of entries.
func (m *markdown) section(title, text string, entries []jinja.Entry) {
	m.heading(2, title)
	if text != "" {
		m.paragraph(text)
	}
	var rows [][]string
	for _, e := range entries {
		usage := inCode(e.Usage)
		if len(e.Aliases) > 0 {
			usage += ", also " + codes(e.Aliases)
		}
		rows = append(rows, []string{usage, e.Meaning, inCode(e.Example), inCode(strings.TrimSpace(e.Output))})
	}
	m.table([]string{"use", "meaning", "example", "result"}, rows)
}
