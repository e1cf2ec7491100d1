// Package backup is the format of backup files: rows of tables and files of the data folder, in one compressed tar archive.
//
//	header.json               format, schema and program version, time, tables with their columns
//	files/home.id             files of the data folder
//	tables/runs/000001.jsonl  rows as JSON arrays, a few megabytes in each entry; parents of foreign keys come first
//	manifest.json             rows and digest of each table, size and digest of each file
//
// The format does not depend on the database: rows from SQLite load into PostgreSQL and the other way round.
//
// A Writer writes to a temporary file and gives it its name at the very end, so that an interrupted backup leaves no file
// that looks complete. A Reader trusts nothing in the file: it checks names, order, sizes and digests before anything is
// used, and again while it is used.
//
// The digests find damage, not forgery: who can write a backup file can put users and roles into it. The package knows no
// database, no key and no folder layout.
package backup
