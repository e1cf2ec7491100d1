package main

import (
	"fmt"
	"strings"
)

// model is one table of a generated project, in no tool's format.
type model struct {
	name  string
	reads []string // the models that it reads, by their aliases a and b
	query string   // with {a} and {b} in place of what it reads
}

// sql returns the query with references in the format of a tool.
func (m model) sql(reference func(name string) string) string {
	text := m.query
	for i, name := range m.reads {
		text = strings.ReplaceAll(text, "{"+string(rune('a'+i))+"}", reference(name))
	}
	return text
}

// shape is a kind of project.
type shape struct {
	name  string
	model func(n, size int) model
	// edited returns the number of the model that is edited, and edit what becomes of it.
	edited func(size int) int
	edit   func(m model) model
}

func shapes() []shape {
	return []shape{
		{"trivial tables", trivial, func(size int) int { return size / 2 }, replaced("'row ", "'edited ")},
		{"tables of 12 columns in 6 layers", wide, editedWide, replaced("WHERE a.id >= 0", "WHERE a.id >= 1")},
	}
}

func (s shape) models(size int) []model {
	all := make([]model, size)
	for n := range all {
		all[n] = s.model(n, size)
	}
	return all
}

func modelName(n int) string { return fmt.Sprintf("m%05d", n) }

// trivial returns a table with one row that reads nothing.
func trivial(n, _ int) model {
	return model{name: modelName(n), query: fmt.Sprintf("SELECT\n  %d AS id,\n  'row %d' AS name", n, n)}
}

// replaced returns an edit that replaces a part of the query.
func replaced(before, after string) func(model) model {
	return func(m model) model {
		m.query = strings.Replace(m.query, before, after, 1)
		return m
	}
}

// The layers of a wide project. Each has the same number of models; the last one has the rest.
const (
	layers    = 6
	minModels = 2 * layers
)

// wide returns a table with twelve columns. The first layer has ten rows of constants each; a model of every other layer
// joins two models of the layer before it.
func wide(n, size int) model {
	perLayer := size / layers
	if n < perLayer {
		return source(n)
	}
	layer := min(n/perLayer, layers-1)
	before := (layer - 1) * perLayer
	left, right := before+n%perLayer, before+(n+1)%perLayer
	return model{name: modelName(n), reads: []string{modelName(left), modelName(right)}, query: join(n)}
}

func source(n int) model {
	return model{name: modelName(n), query: fmt.Sprintf(`SELECT
  CAST(s.i AS BIGINT) AS id,
  CAST(s.i %% 3 AS BIGINT) AS group_id,
  CAST('name ' || s.i AS VARCHAR) AS name,
  CAST('source %d' AS VARCHAR) AS origin,
  CAST('open' AS VARCHAR) AS status,
  CAST(s.i * 1.5 AS DECIMAL(18,2)) AS amount,
  CAST(s.i * 0.3 AS DECIMAL(18,2)) AS tax,
  CAST(s.i * 2 AS INTEGER) AS quantity,
  CAST(s.i %% 2 = 0 AS BOOLEAN) AS is_active,
  CAST('2024-01-01' AS DATE) AS ordered_on,
  CAST('2024-01-02 10:00:00' AS TIMESTAMP) AS loaded_at,
  CAST(NULL AS VARCHAR) AS remark
FROM range(10) AS s(i)`, n)}
}

// join returns a query that computes seven of its twelve columns.
func join(n int) string {
	return fmt.Sprintf(`SELECT
  a.id AS id,
  a.group_id AS group_id,
  CAST(UPPER(TRIM(a.name)) AS VARCHAR) AS name,
  a.origin AS origin,
  CAST(CASE WHEN a.is_active THEN b.status ELSE 'closed' END AS VARCHAR) AS status,
  CAST(COALESCE(a.amount, 0) + COALESCE(b.tax, 0) AS DECIMAL(18,2)) AS amount,
  CAST(COALESCE(a.tax, %d) AS DECIMAL(18,2)) AS tax,
  CAST(COALESCE(a.quantity, b.quantity, 0) AS INTEGER) AS quantity,
  a.is_active AS is_active,
  a.ordered_on AS ordered_on,
  CAST(COALESCE(a.loaded_at, b.loaded_at) AS TIMESTAMP) AS loaded_at,
  CAST(COALESCE(b.remark, 'none') AS VARCHAR) AS remark
FROM {a} AS a
LEFT JOIN {b} AS b ON a.id = b.id
WHERE a.id >= 0`, n%10)
}

// editedWide returns a model of the last layer but one, so that the models that read it are built too.
func editedWide(size int) int {
	perLayer := size / layers
	return (layers-2)*perLayer + perLayer/2
}
