// Package duckdbprocess runs DuckDB in child processes of the same program, one for each folder of database files.
//
//	server process                                  child process
//	Driver ──▶ supervisor of a folder ── socket ──▶ Serve ──▶ duckdb.Driver ──▶ DuckDB
//	             ├─ starts and restarts the child
//	             ├─ kills it when its memory exceeds the limit
//	             └─ kills it when a canceled statement does not stop
//
// A statement of a user can use all memory, run into an error of DuckDB that ends its process, or ignore an interrupt.
// In a child process each of these ends the child and not the server. Calls that were running in it fail with an
// Unavailable fault, which their callers retry as after any loss of an engine; the next call starts another child. The
// statement that exceeded the memory fails with a Limit fault. If several statements were running, none of them is
// blamed, but from then on they run one at a time.
//
// The memory limit has three levels: DuckDB itself gets 60 % of it and spills to disk above that; the supervisor kills
// the child at 100 %, because DuckDB does not count what its planner and large texts use; and the operating system
// refuses memory at 200 %, in case the supervisor is too slow. A child runs a DuckDB for each environment and workspace
// that uses the folder. Each of them gets the 60 %; the supervisor limits the sum.
//
// A child ends with its server, however the server ends: its socket closes, and on Linux the kernel kills it too. It has
// an empty environment. It takes no commands except through its socket.
package duckdbprocess
