// Package transform holds the words of a project as plain values: project, node, column, node type, macro, location,
// job, subgraph, environment.
//
// It has no behavior beyond looking things up. Files become these values in projectfile; SQL comes out of them in
// render; what depends on what is asked of graph. The values are read by many at once and are not changed after they
// were built: whoever edits makes a new one.
//
// Unknown keys of files are not here. Writing lays a changed value over the file that it came from, so nothing that
// this program does not know is lost.
package transform
