// Package duckdb is the embedded engine: DuckDB, linked into the process, with its database files in a folder.
//
//	Driver ──▶ home: a folder that this process owns ──▶ instance: the DuckDB that works in it
//	                                                        ├─ session: one connection of it
//	                                                        └─ sales.duckdb, attached as database sales
//
// A connection has three settings. The path is the folder of the files; without it the folder is the one that belongs to
// the organization. A relative path lies inside that folder. An absolute one may lie anywhere except inside the server's
// own data folder, where the metadata, the key and the files of other organizations are; symbolic links are followed
// before that is decided. The memoryLimit, such as 2GB, and the number of threads are DuckDB's own unless they are given;
// connections with one folder share one DuckDB, and the limits are those of the first one that was opened.
//
// What it promises:
//
//   - A database is a file of the folder, attached under its name. Those that are there are attached from the beginning,
//     new ones are made by Prepare.
//   - One process owns a folder; a second one is told which.
//   - SQL reads files of the folder only, and writes database files only. It cannot change settings, load extensions,
//     attach or detach databases, or end the transaction that it runs in. A symbolic link that the operator lays into the
//     folder leads where it leads.
//   - A test leaves no file behind, also when it is given up.
//
// DuckDB has no savepoints, a transaction writes to one database and to work tables, and of two transactions that change
// the same row or table the second one fails at once.
//
// It knows nothing of organizations, and it is the only package that imports the driver.
package duckdb
