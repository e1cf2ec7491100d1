// Package refresh tests that a refresh loads the right rows.
//
//	project ─compiler▶ compilation ─plan▶ plan ─execute▶ DuckDB | PostgreSQL ─▶ rows ═?═ model
//
// A fixture is one real engine with a project on it. Every test runs on a fixture of each engine and covers all steps
// from files to rows. It compares the rows with a model: a few lines of Go that implement the rules of a node type and
// share no code with its SQL. The package also tests failures: a server that is down, a missing table, a full disk.
//
// It has no code outside of tests. Leases and the death of processes are tested elsewhere.
package refresh
