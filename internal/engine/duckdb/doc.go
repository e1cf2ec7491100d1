// Package duckdb is the embedded engine: DuckDB, linked into the process, with its database files in a folder.
//
// A connection has one setting, path: the folder of the files. Without it the folder is the one that belongs to the
// organisation. A relative path lies inside that folder. An absolute one may lie anywhere except inside the server's
// own data folder, where the metadata, the key and the files of other organisations are; symbolic links are followed
// before that is decided.
//
// One process owns a DuckDB file. The package promises that a test leaves no file behind, also when it is given up.
//
// It knows nothing of organisations, and it is the only package that imports the driver.
package duckdb
