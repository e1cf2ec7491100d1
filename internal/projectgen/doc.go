// Package projectgen generates projects of any size for tests and measurements.
//
// A generated project is the warehouse of an invented trading company: sources and seeds, one stage node for each,
// several layers of joins and unions, dimensions and facts, and marts on top. It has YAML nodes and SQL nodes, macros,
// jobs, subgraphs, environments and a workspace, all in the format of a project's folder, and it compiles without
// findings.
//
// The same options return the same bytes, on every machine. Ten thousand nodes take well under a second.
//
// Edits changes a generated project in small steps. For each step it is known whether it changes the meaning of a node,
// which tests of fingerprints need.
//
// The package writes files and reads none. It does not use the loader, so that it cannot hide errors of the loader.
package projectgen
