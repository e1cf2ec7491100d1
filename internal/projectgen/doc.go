// Package projectgen makes projects of any size for tests and measurements.
//
// A generated project is a warehouse of a made-up trading company: sources and seeds, one stage node for each, several
// layers of joins and unions, dimensions and facts, and marts on top. It has YAML nodes and SQL nodes, macros, jobs,
// subgraphs, environments and a workspace, all in the format of a project's folder, and the compiler finds nothing to
// say about it.
//
// The same options give the same bytes, on every machine. Ten thousand nodes take well under a second.
//
// Edits changes a generated project in small steps that are known either to change what a node means or not to, which
// is what a test of fingerprints needs.
//
// The package writes files and reads none. It knows nothing of the loader, so that a fault there cannot hide here.
package projectgen
