package lineage_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" //nolint:depguard // the engine is the oracle of these tests
)

// shopRows is the data of the shop.
var shopRows = map[string]string{
	"ORDERS": `(1, 1, 'a', 10.50, DATE '2024-01-01'), (2, 1, 'b', 60.00, DATE '2024-01-02'), (3, 2, 'a', 120.25, DATE '2024-02-03'),
		(4, 3, 'c', 75.00, DATE '2024-03-04'), (5, 2, NULL, 5.00, NULL), (6, 9, 'b', NULL, DATE '2024-03-09')`,
	"CUSTOMERS": `(1, 'ann', 'a@x', 1, TRUE), (2, 'bob', 'b@x', 2, FALSE), (3, 'cid', NULL, 1, TRUE), (4, 'a', 'd@x', 7, NULL)`,
	"REGIONS":   `(1, 'north'), (2, 'south'), (3, 'west')`,
	"ITEMS":     `(1, 'p', 2, 1.5), (1, 'q', 1, 20.0), (2, 'p', 3, 1.5), (3, 'r', 5, 7.25), (8, 's', 1, 3.0)`,
	"EMPLOYEES": `(1, NULL, 'top'), (2, 1, 'mid'), (3, 2, 'low'), (4, 1, 'mid2'), (5, 3, 'leaf')`,
	"EVENTS": `(1, ['x', 'y'], {'kind': 'k', 'size': 1}, TIMESTAMP '2024-01-01 10:00:00'),
		(2, ['z'], {'kind': 'l', 'size': 2}, TIMESTAMP '2024-01-02 11:00:00'), (3, [], NULL, NULL)`,
}

// changes are ways to change the values of a column, by its type. %s is the column.
var changes = map[string][]string{
	"INTEGER":                            {"%s + 1", "CASE WHEN rowid %% 2 = 1 THEN %s END", "(%s * 3) %% 5", "1"},
	"VARCHAR":                            {"%s || '~'", "CASE WHEN rowid %% 2 = 1 THEN %s END", "'a'", "CASE rowid WHEN 0 THEN 'north' ELSE %s END"},
	"DECIMAL(10,2)":                      {"%s + 100", "CASE WHEN rowid %% 2 = 1 THEN %s END", "1"},
	"DATE":                               {"%s + 40", "CASE WHEN rowid %% 2 = 1 THEN %s END"},
	"DOUBLE":                             {"%s + 50", "CASE WHEN rowid %% 2 = 1 THEN %s END"},
	"BOOLEAN":                            {"NOT %s", "TRUE", "FALSE"},
	"TIMESTAMP":                          {"%s + INTERVAL 1 DAY"},
	"VARCHAR[]":                          {"list_append(%s, 'new')", "['x']"},
	"STRUCT(kind VARCHAR, size INTEGER)": {"{'kind': 'changed', 'size': 77}"},
}

// world is a copy of the shop with one column changed.
type world struct {
	schema, table, column string
}

const unchanged = "base"

func openShop(t *testing.T) (*sql.DB, []world) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	execute(t, db, "SET threads = 1")
	execute(t, db, "SET memory_limit = '500MB'") // a recursive query that does not end should end the test
	execute(t, db, "CREATE SCHEMA "+unchanged)
	for name, list := range shopTables {
		var definitions []string
		for _, column := range list {
			definitions = append(definitions, column.Name+" "+column.DataType)
		}
		execute(t, db, fmt.Sprintf("CREATE TABLE %s.%s (%s)", unchanged, name, strings.Join(definitions, ", ")))
		execute(t, db, fmt.Sprintf("INSERT INTO %s.%s VALUES %s", unchanged, name, shopRows[name]))
	}
	return db, makeWorlds(t, db)
}

// makeWorlds changes each column in each way, in a separate schema.
func makeWorlds(t *testing.T, db *sql.DB) []world {
	t.Helper()
	var worlds []world
	for _, name := range slices.Sorted(maps.Keys(shopTables)) {
		for _, column := range shopTables[name] {
			for i, change := range changes[column.DataType] {
				w := world{fmt.Sprintf("%s_%s_%d", name, column.Name, i), name, column.Name}
				worlds = append(worlds, w)
				execute(t, db, "CREATE SCHEMA "+w.schema)
				for other := range shopTables {
					execute(t, db, fmt.Sprintf("CREATE VIEW %s.%s AS SELECT * FROM %s.%s", w.schema, other, unchanged, other)) //nolint:unqueryvet // stars are tested
				}
				execute(t, db, fmt.Sprintf("DROP VIEW %s.%s", w.schema, name))
				value := strings.ReplaceAll(strings.ReplaceAll(change, "%s", column.Name), "%%", "%")
				execute(t, db, fmt.Sprintf("CREATE TABLE %s.%s AS SELECT * REPLACE ((%s)::%s AS %s) FROM %s.%s", //nolint:unqueryvet // stars are tested
					w.schema, name, value, column.DataType, column.Name, unchanged, name))
			}
		}
	}
	return worlds
}

func execute(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

var refCall = regexp.MustCompile(`\{\{ ref\('S','([A-Z]+)'\) \}\}`)

// inSchema renders the refs of a query.
func inSchema(query, schema string) string {
	query = strings.ReplaceAll(query, "S.ORDERS.", schema+".ORDERS.")
	return refCall.ReplaceAllString(query, `"`+schema+`"."$1"`)
}

// results runs a query and returns the values of each column, ignoring the order of rows.
func results(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values := make([][]string, len(names))
	for rows.Next() {
		row := make([]any, len(names))
		for i := range row {
			row[i] = new(any)
		}
		if err := rows.Scan(row...); err != nil {
			t.Fatal(err)
		}
		for i := range row {
			values[i] = append(values[i], fmt.Sprint(*row[i].(*any)))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	list := make([]string, len(names))
	for i := range values {
		slices.Sort(values[i])
		list[i] = strings.Join(values[i], "\n")
	}
	return list
}
