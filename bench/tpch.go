package main

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// tpchFiles are a project in the shape of TPC-H, and the SQL that generates its sources.
//
//go:embed tpch
var tpchFiles embed.FS

// rawDatabase contains the sources; the project itself is in the default database.
const rawDatabase = "raw"

// generate writes the sources to a database file in a folder and describes them.
func generate(ctx context.Context, folder string, scale float64) (_ []table, err error) {
	db, err := sql.Open("duckdb", filepath.Join(folder, rawDatabase+".duckdb"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // macros and temporary tables belong to one connection
	text, err := tpchFiles.ReadFile("tpch/generate.sql")
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("SET VARIABLE scale = %g", scale)); err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, string(text)); err != nil {
		return nil, err
	}
	return describe(ctx, db)
}

// table is a source as the engine describes it.
type table struct {
	name    string
	columns [][2]string // name and type
}

func describe(ctx context.Context, db *sql.DB) ([]table, error) {
	rows, err := db.QueryContext(ctx, `SELECT table_name, column_name, data_type FROM duckdb_columns()
		WHERE database_name = '`+rawDatabase+`' ORDER BY table_name, column_index`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var tables []table
	for rows.Next() {
		var name, column, dataType string
		if err := rows.Scan(&name, &column, &dataType); err != nil {
			return nil, err
		}
		if len(tables) == 0 || tables[len(tables)-1].name != name {
			tables = append(tables, table{name: name})
		}
		last := &tables[len(tables)-1]
		last.columns = append(last.columns, [2]string{column, dataType})
	}
	return tables, rows.Err()
}

// tpchProjectFiles returns the files of the project over the described sources.
func tpchProjectFiles(tables []table) (files, error) {
	f := newFiles("RAW", "STAGE", "CORE", "MART")
	paths, err := fs.Glob(tpchFiles, "tpch/nodes/*.sql")
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		if f[strings.TrimPrefix(path, "tpch/")], err = tpchFiles.ReadFile(path); err != nil {
			return nil, err
		}
	}
	for i, t := range tables {
		name := strings.ToUpper(t.name)
		f.putf("nodes/RAW-"+name+".yml", "%s", t.node(i*100))
	}
	return f, nil
}

// tpchProject returns the project over sources in DuckDB.
func tpchProject(tables []table) (plannedProject, error) {
	f, err := tpchProjectFiles(tables)
	if err != nil {
		return plannedProject{}, err
	}
	return newPlannedProject(f, map[string]transform.Mapping{
		"RAW": {Database: rawDatabase, Schema: "main"}, "STAGE": {Schema: "STAGE"}, "CORE": {Schema: "CORE"}, "MART": {Schema: "MART"},
	})
}

// node returns the source as a file of the project. Its column numbers follow its own number.
func (t table) node(number int) string {
	var columns strings.Builder
	for i, column := range t.columns {
		fmt.Fprintf(&columns, `
      - columnReference: {columnCounter: %s, stepCounter: %s}
        dataType: %s
        name: %s
        nullable: true
        sourceColumnReferences: []`, identity(number+1+i), identity(number), column[1], column[0])
	}
	return fmt.Sprintf(`fileVersion: 1
id: %s
name: %s
operation:
  config: {}
  deployEnabled: true
  locationName: RAW
  metadata:
    columns:%s
    sourceMapping: []
  name: %[2]s
  sqlType: Source
  type: sourceInput
type: Node
`, identity(number), strings.ToUpper(t.name), columns.String())
}
