// Package transform defines the parts of a project as plain values: project, node, column, node type, macro, location,
// job, subgraph, environment.
//
// It has no behavior beyond lookups. Package projectfile reads files into these values, render produces SQL from them,
// and graph computes dependencies. The values are shared between goroutines and are not changed after they are built:
// an edit creates a new value.
//
// Unknown keys of files are not part of these values. When a changed value is written, it is merged into the file that
// it came from, so that unknown keys are preserved.
package transform
