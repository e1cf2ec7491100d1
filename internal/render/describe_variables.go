package render

import (
	"github.com/millrace/millrace/internal/jinja"
)

// DescribeVariables describes the variables of templates. A test compares it with the variables that exist.
func DescribeVariables() []jinja.Entry {
	return []jinja.Entry{
		{Name: "this", Usage: "this", Meaning: "The qualified name of the node's own table or view.", Example: "SELECT count(*) FROM {{ this }}", Output: "SELECT count(*) FROM \"STAGE\".\"STG_ORDERS\""},
		{Name: "node", Usage: "node.name", Meaning: "The node: `id`, `name`, `nodeType`, `location.name`, `description`, `materializationType`, `isMultisource`, `override.create.enabled`, `override.create.script` and `tests`.", Example: "{{ node.location.name }}.{{ node.name }}", Output: "STAGE.STG_ORDERS"},
		{Name: "columns", Usage: "columns", Meaning: "The columns of the table: `id`, `name`, `dataType`, `description`, `nullable`, `defaultValue`, `tests`, and every attribute or annotation of the column by its name.", Example: "{{ columns | map(attribute='name') | join(', ') }}", Output: "order_id, amount"},
		{Name: "sources", Usage: "sources", Meaning: "The source groups: `name`, `columns` (also with `transform`, `source` and `sourceColumns`), `join`, `dependencies`, `customSQL`, `cteString`, `selectModifier`, and of a SQL node `query`.", Example: "{{ sources[0].dependencies[0].node.name }}", Output: "ORDERS"},
		{Name: "config", Usage: "config.name", Meaning: "The options of the node, with the defaults of its type. An annotation is true, or has its arguments in `parameters`.", Example: "{{ config.days | default(7) }}", Output: "7"},
		{Name: "storageLocations", Usage: "storageLocations", Meaning: "The locations of the project: `name`, `database` and `schema`.", Example: "{{ storageLocations | map(attribute='name') | join(', ') }}", Output: "RAW, STAGE"},
		{Name: "parameters", Usage: "parameters.name", Meaning: "The parameters of the workspace or environment, with those of the run.", Example: "{{ parameters.region | default('all') }}", Output: "all"},
		{Name: "dialect", Usage: "dialect.quote(name)", Meaning: "The SQL of the engine; see [Dialect](#dialect).", Example: "{{ dialect.name }}", Output: "duckdb"},
		{Name: "seed", Usage: "seed.columns, seed.batches", Meaning: "Only in nodes with a CSV file: its columns, and its rows in batches as SQL literals.", Example: "{{ seed is defined }}", Output: "False"},
		{Name: "desiredState", Usage: "desiredState.node", Meaning: "Only in a create template whose type has `deployStrategy: advanced`: all variables above, of the node as it should be. It is undefined if the node is dropped.", Example: "{{ desiredState is defined }}", Output: "False"},
		{Name: "currentState", Usage: "currentState.node", Meaning: "Only in such a template: the node as it is deployed. It is undefined if the node is new.", Example: "{{ currentState is defined }}", Output: "False"},
	}
}

// DescribeTokens describes the words that stand for columns in the transform of a column of a YAML node.
func DescribeTokens() []jinja.Entry {
	of := func(name, meaning, output string) jinja.Entry {
		return jinja.Entry{Name: name, Usage: "{{" + name + "}}", Meaning: meaning, Example: "UPPER({{" + name + "}})", Output: "UPPER(" + output + ")"}
	}
	return []jinja.Entry{
		of(tokenSource, "The source column with the name of its node.", `"ORDERS"."amount"`),
		of(tokenSourceColumn, "The source column.", `"amount"`),
		of(tokenSourceNode, "The node of the source column.", `"ORDERS"`),
		of(tokenTarget, "The column itself with the name of its node.", `"STG_ORDERS"."amount"`),
		of(tokenTargetColumn, "The column itself.", `"amount"`),
		of(tokenTargetNode, "The node itself.", `"STG_ORDERS"`),
	}
}
