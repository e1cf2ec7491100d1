package localrun

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// structure describes the columns of a table or view.
type structure struct {
	isView  bool
	columns []column
}

type column struct {
	name, dataType string
	isNullable     bool
	defaultValue   string
}

const maxColumns = 100_000

// readStructure queries the structure of an object as the session sees it.
func readStructure(ctx context.Context, session engine.Session, d *dialect.Dialect, n *plan.Node) (structure, error) {
	name := d.Qualify(n.Schema.Database, n.Schema.Name, n.Name)
	rows, err := session.Query(ctx, `SELECT column_name, column_type, "null", "default" FROM (DESCRIBE TABLE `+name+`)`, maxColumns)
	if err != nil {
		return structure{}, err
	}
	views, err := session.Query(ctx, fmt.Sprintf(
		"SELECT 1 FROM duckdb_views() WHERE lower(database_name) = lower(%s) AND lower(schema_name) = lower(%s) AND lower(view_name) = lower(%s)",
		d.Literal(n.Schema.Database), d.Literal(n.Schema.Name), d.Literal(n.Name)), 1)
	s := structure{isView: len(views.Values) > 0, columns: make([]column, len(rows.Values))}
	for i, values := range rows.Values {
		texts := make([]string, 4)
		for j := range min(len(values), len(texts)) {
			texts[j], _ = values[j].(string)
		}
		s.columns[i] = column{texts[0], texts[1], texts[2] != "NO", texts[3]}
	}
	return s, err
}

// difference lists the differences from the wanted structure, ignoring the order of columns. It is empty if there are none.
func (s structure) difference(wanted structure) string {
	if wanted.isView != s.isView {
		return "it is a table, expected a view"
	}
	there := make(map[string]column, len(s.columns))
	for _, c := range s.columns {
		there[strings.ToLower(c.name)] = c
	}
	var parts []string
	for _, c := range wanted.columns {
		before, exists := there[strings.ToLower(c.name)]
		delete(there, strings.ToLower(c.name))
		if !exists {
			parts = append(parts, "column "+c.name+" is missing")
		} else if text := before.difference(c); text != "" {
			parts = append(parts, text)
		}
	}
	for _, c := range s.columns {
		if _, extra := there[strings.ToLower(c.name)]; extra {
			parts = append(parts, "column "+c.name+" is not in the node")
		}
	}
	return strings.Join(parts, ", ")
}

func (c column) difference(wanted column) string {
	switch {
	case c.dataType != wanted.dataType:
		return fmt.Sprintf("column %s is %s, expected %s", c.name, c.dataType, wanted.dataType)
	case c.isNullable && !wanted.isNullable:
		return fmt.Sprintf("column %s is nullable, expected NOT NULL", c.name)
	case wanted.isNullable && !c.isNullable:
		return fmt.Sprintf("column %s is NOT NULL, expected nullable", c.name)
	case c.defaultValue != wanted.defaultValue:
		return fmt.Sprintf("column %s has a different default", c.name)
	}
	return ""
}
