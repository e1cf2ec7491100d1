package snowflake

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// Catalog reads the information schema of each database with two queries for all schemas.
func (s *server) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	found := make(map[engine.Schema][]engine.Relation, len(schemas))
	byDatabase, err := byDatabase(schemas)
	if err != nil {
		return nil, err
	}
	for database, names := range byDatabase {
		relations, err := s.list(ctx, database, names)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			found[engine.Schema{Database: database, Name: name}] = relations[name]
		}
	}
	return found, nil
}

// list returns the relations of schemas of one database, by schema. It reads all columns of the information schema, because not
// every server has all of them.
func (s *server) list(ctx context.Context, database string, names []string) (map[string][]engine.Relation, error) {
	where := " WHERE TABLE_SCHEMA IN (" + s.literals(names) + ")"
	columns, err := s.ask(ctx, "SELECT * FROM "+s.informationSchema(database)+"COLUMNS"+where+ //nolint:unqueryvet // see above
		" ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION")
	if err != nil {
		return nil, err
	}
	views, err := s.ask(ctx, "SELECT TABLE_SCHEMA, TABLE_NAME FROM "+s.informationSchema(database)+"VIEWS"+where)
	if err != nil {
		return nil, err
	}
	isView := map[[2]string]bool{}
	for i := range views.rows {
		isView[[2]string{views.text(i, 0), views.text(i, 1)}] = true
	}
	bySchema := map[string][]engine.Relation{}
	row := newCatalogRow(columns)
	for i := range columns.rows {
		schema, name := row.text(i, "TABLE_SCHEMA"), row.text(i, "TABLE_NAME")
		all := bySchema[schema]
		if len(all) == 0 || all[len(all)-1].Name != name {
			all = append(all, engine.Relation{Name: name, IsView: isView[[2]string{schema, name}]})
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, row.column(i))
		bySchema[schema] = all
	}
	for _, all := range bySchema {
		slices.SortFunc(all, func(one, other engine.Relation) int { return strings.Compare(one.Name, other.Name) })
	}
	return bySchema, nil
}

// catalogRow reads the rows of a view of the information schema by the names of its columns.
type catalogRow struct {
	*answer

	at map[string]int
}

func newCatalogRow(a *answer) catalogRow {
	row := catalogRow{a, map[string]int{}}
	for i, column := range a.columns {
		row.at[strings.ToUpper(column.Name)] = i
	}
	return row
}

func (r catalogRow) text(i int, column string) string {
	at, known := r.at[column]
	if !known {
		return ""
	}
	return r.answer.text(i, at)
}

func (r catalogRow) number(i int, column string) (int64, bool) {
	at, known := r.at[column]
	if !known {
		return 0, false
	}
	number, isNumber := r.rows[i][at].(int64)
	return number, isNumber
}

// column returns the column that a row of COLUMNS describes.
func (r catalogRow) column(i int) engine.Column {
	t := typeName{name: r.text(i, "DATA_TYPE")}
	t.length, _ = r.number(i, "CHARACTER_MAXIMUM_LENGTH")
	if t.length == 0 {
		t.length, _ = r.number(i, "CHARACTER_OCTET_LENGTH") // of bytes
	}
	t.precision, _ = r.number(i, "NUMERIC_PRECISION")
	t.scale, _ = r.number(i, "NUMERIC_SCALE")
	if scale, known := r.number(i, "DATETIME_PRECISION"); known {
		t.scale, t.hasScale = scale, true
	}
	return engine.Column{Name: r.text(i, "COLUMN_NAME"), Type: t.String(), Nullable: r.text(i, "IS_NULLABLE") != "NO"}
}
