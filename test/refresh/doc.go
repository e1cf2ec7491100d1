// Package refresh tests what people come for: that a refresh leaves the right rows behind.
//
//	project ─compiler▶ compilation ─plan▶ plan ─execute▶ DuckDB | PostgreSQL ─▶ rows ═?═ model
//
// A stand is one real engine with a project on it. Every test runs on a stand of each engine, goes the whole way from
// files to rows, and compares the rows, one by one, with a model: a few lines of Go that know the rules of a node type
// and have never seen its SQL. Bad things happen here too: a server that is down, a table that is gone, a full disk.
//
// It has no code outside of tests. Who owns a run, and what happens when a process dies, is not tested here.
package refresh
