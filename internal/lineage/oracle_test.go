package lineage_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// TestOracleColumns compares the names and types of columns with those that the engine reports.
func TestOracleColumns(t *testing.T) {
	t.Parallel()
	db, _ := openShop(t)
	forDuckDB(t, func(t *testing.T, s shape) {
		t.Helper()
		r := resolveText(s.query)
		names, types := describe(t, db, inSchema(s.query, unchanged))
		if r.Opaque != "" {
			return
		}
		if len(r.Columns) != len(names) {
			t.Fatalf("%s\ngives %d columns here, %v there", s.query, len(r.Columns), names)
		}
		for i, column := range r.Columns {
			if column.Name != "" && !strings.EqualFold(column.Name, names[i]) {
				t.Errorf("%s\ncolumn %d is called %s here, %s there", s.query, i, column.Name, names[i])
			}
			if column.DataType != "" && normalType(t, db, column.DataType) != types[i] {
				t.Errorf("%s\ncolumn %s is %s here, %s there", s.query, names[i], column.DataType, types[i])
			}
		}
	})
}

// forDuckDB runs a test for every shape that the engine understands.
func forDuckDB(t *testing.T, test func(*testing.T, shape)) {
	t.Helper()
	count := 0
	for _, file := range shapeFiles(t) {
		for _, s := range readShapes(t, file) {
			if s.isForDuckDB {
				count++
				t.Run(filepath.Base(file)+"/"+s.title, func(t *testing.T) { test(t, s) })
			}
		}
	}
	if count < 80 {
		t.Errorf("there are only %d shapes", count)
	}
}

func describe(t *testing.T, db *sql.DB, query string) (names, types []string) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), "SELECT column_name, column_type FROM (DESCRIBE "+strings.TrimSuffix(query, ";")+"\n)")
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var name, dataType string
		if err := rows.Scan(&name, &dataType); err != nil {
			t.Fatal(err)
		}
		names, types = append(names, name), append(types, dataType)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names, types
}

// normalType returns the engine's own spelling of a type.
func normalType(t *testing.T, db *sql.DB, dataType string) string {
	t.Helper()
	_, types := describe(t, db, "SELECT CAST(NULL AS "+dataType+") AS x")
	return types[0]
}
