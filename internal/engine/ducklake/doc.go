// Package ducklake is the engine for lakes: DuckDB computes, the tables are Parquet files in a folder or an object store, and
// their catalog is in a PostgreSQL database.
//
//	Driver ──▶ lakeEngine ──▶ duckdbprocess: sessions, in a child process of this server
//	                     └──▶ control ──▶ postgres: the catalog's database: fences and publications
//
// Several processes on several machines use one lake, if all of them reach the data path. A child process belongs to one
// server and one lake, and keeps only temporary data in the folder of the connection.
//
// The tables of a lake have no keys, and DuckLake finds conflicts for whole tables: two transactions that change rows of one
// table conflict, also if they change different rows. A ledger in a table would make all nodes conflict with each other. So
// publications are recorded in the database of the catalog. A transaction writes its label and its publication into its
// snapshot; a trigger on the table of snapshots reads them and
//
//   - rejects the commit if the epoch of the work was fenced;
//   - inserts the publication, whose key rejects a second one.
//
// The trigger runs in the transaction that commits the lake's snapshot, so all of that is one step. It relies on
// constraints, which see what other transactions have committed, and never on what it reads: DuckLake's transactions see
// the catalog as it was when they began.
//
// What the package promises beside the contract of engines:
//
//   - SQL reads and writes the tables of the lake. It reads no other files than those of the lake, names no other database,
//     and cannot reach the catalog.
//   - The server connects to the catalog only at addresses that CheckDial allows. The child connects to the same address.
//     For an object store the addresses are checked when the lake is opened, and the child resolves the name again.
//   - Fence ends the sessions of this server. A session in another server ends with its next commit, which is rejected.
package ducklake
