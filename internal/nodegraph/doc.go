// Package nodegraph answers what selectors match in a project, and draws the graph of its nodes.
//
// A Project is what a workspace contains or what an environment has deployed. Match returns the matching nodes, or the
// position of each error in the selectors: a user gets it while typing, so an invalid selector is a result and not an
// error.
//
// A Drawer returns the nodes with their positions. It caches layouts by the digest of nodes and edges, because a layout of
// thousands of nodes takes much longer than everything else, and most edits of a project do not change its graph.
//
// The package does not read projects, and it does not know the states of nodes in runs.
package nodegraph
