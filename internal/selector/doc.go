// Package selector reads the little language that picks nodes, and finds the nodes that it picks.
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
// Letters of either case mean the same everywhere. Parse never panics and takes time that grows with the text, which
// may have 64 KB; a text that it refuses gets a SyntaxError with the place, what could have stood there, and a hint.
// String prints a selector in one canonical way, and Parse reads that back as the same selector.
//
// A Catalog is what a selector is held against: nodes, subgraphs and the graph between the nodes. It is made once
// and read by any number of goroutines; each resolution takes milliseconds with 10,000 nodes. What a selector names and
// the catalog lacks is a warning and not an error, because a job may be written before its nodes are deployed.
//
// The package does not load projects and does not decide what an empty result means to a run.
package selector
