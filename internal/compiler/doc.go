// Package compiler compiles the files of a project into everything that the rest of the platform needs: the nodes with
// their columns, the graph, the SQL stages of every node, column lineage, a fingerprint per node, and all diagnostics.
//
// Compile never fails: for a project with problems it returns a Compilation whose Diagnostics name each problem and its
// position. The valid parts can still be drawn, rendered and selected. The package uses no database, no network and no
// clock.
//
// A Compilation is immutable. Edit returns the next one from changed files and repeats only what depends on them.
//
//	read ─► link ─► resolve ─► render ─► check ─► fingerprint
//	files   refs     columns    stages    faults    one hash a node
//
// Each step processes many nodes concurrently; steps are one file each. The findings of a step about a node are stored
// with the node, so that an edit can replace the findings of that node alone.
package compiler
