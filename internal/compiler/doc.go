// Package compiler turns the files of a project into everything that the rest of the platform needs: the nodes with
// their columns, the graph, the SQL stages of every node, where each column comes from, a fingerprint per node, and
// everything that is wrong, in one go.
//
// Compile never fails: a project with faults gives a Compilation whose Diagnostics say what and where, and whatever is
// sound in it can still be drawn, rendered and selected. It touches no database, no network and no clock.
//
// A Compilation does not change. Edit gives the next one from changed files and redoes only what depends on them.
//
//	read ─► link ─► resolve ─► render ─► check ─► fingerprint
//	files   refs     columns    stages    faults    one hash a node
//
// Each step asks one question of every node, many nodes at a time; steps are one file each. What a step finds about a
// node is kept with the node, so that an edit can replace the findings of that node alone.
package compiler
