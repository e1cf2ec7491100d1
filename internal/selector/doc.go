// Package selector parses the language that selects nodes, and finds the selected nodes.
//
//	{ location: SRC name: STG_* } OR +{ nodeType: Dimension }+
//
//	selector := expr { (OR | ||) expr }            union
//	expr     := unit { AND unit }                  intersection
//	unit     := ['+'] '{' terms '}' ['+']          + before: with all upstream; + after: with all downstream
//	terms    := '*' | NAME | pair { (space | ',' | AND) pair }
//	pair     := key ':' value
//	key      := name | location | nodeType | nodeID | subgraph
//	value    := bare token | "quoted" | 'quoted'   globs * and ?
//
// Case is ignored everywhere. Parse never panics and takes linear time; a text may have 64 KB. For an invalid text it
// returns a SyntaxError with the position, the expected tokens, and a hint. String formats a selector canonically, and
// Parse reads the result as the same selector.
//
// A NodeIndex contains nodes, subgraphs and the graph between the nodes. It is built once and shared by any number of
// goroutines; each resolution takes milliseconds with 10,000 nodes. A name that the index lacks is a warning and not an
// error, because a job may be written before its nodes are deployed.
//
// The package does not load projects and does not decide what an empty result means to a run.
package selector
