// Package duckdb is the embedded engine: DuckDB, linked into the process, with its database files in a folder.
//
//	Driver ──▶ sharedFolder: a folder that this process owns ──▶ slot ──▶ instance: a DuckDB that runs in it
//	             └─ claims: which instance uses which file                  ├─ session: one connection of it
//	                                                                        └─ sales.duckdb, attached as database sales
//
// A connection has three settings. The path is the folder of the files; without it the folder is the organization's
// own. A relative path is inside that folder. An absolute path is inside that folder too, or inside a folder that the
// operator allows, but never inside the server's data folder, which contains the metadata, the key and the files of
// other organizations; symbolic links are resolved before the check. The setting memoryLimit, such as 2GB, defaults to
// DuckDB's own, and threads to the driver's option.
//
// An engine without Databases attaches all files of its folder, and shares one DuckDB with the other ones. An engine with
// Databases attaches only these, in a DuckDB that it shares with the engines of the same own file. Each DuckDB has the
// limits of the connection that opened it first, so the memory of several is limited by their process only. An idle one
// gives its memory back if the process uses much.
//
// What it promises:
//
//   - A database is a file of the folder, attached under its name. Existing files are attached before the first session;
//     Prepare creates new ones.
//   - A file is attached for writing in one DuckDB, or for reading in several. A DuckDB that needs a file waits until the one
//     that has it is idle, and then takes it over. It takes all its files at once, so that two never wait for each other.
//   - SQL of an engine with Databases can neither name nor read other databases: DuckDB may open the files of these databases,
//     and data files. A new data file becomes readable when no session is open. A pattern such as *.csv works in subfolders.
//   - One process owns a folder; the error for a second one names the owner.
//   - SQL reads only files of the folder and writes only database files. It cannot change settings, load extensions, attach or
//     detach databases, or end the transaction that it runs in. Symbolic links that the operator puts into the folder are
//     followed.
//   - A connection test leaves no file behind, also if it is canceled.
//
// DuckDB has no savepoints. A transaction writes to one database and to work tables. Of two transactions that change
// the same row or table, the second one fails at once.
//
// The package knows no organizations, and it is the only one that imports the driver.
package duckdb
