// Package catalog documents the nodes of a deployed project: descriptions, columns, tests, neighbors and the lineage of
// columns.
//
// It reads compiled projects and nothing else: no database, no engine, no clock. It does not decide what a user may see.
package catalog
