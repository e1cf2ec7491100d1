// Package nodetype knows node types: it reads their options panels, finds the type that a node names, says which options of
// a panel count for a node, and brings the library of types that every project can use.
//
// A node type is an options panel and two templates. The library's types are files of the same form as those of a project,
// in the folder library: whoever wants another Stage copies the folder into a project and changes it. SQL that engines
// write differently comes from package dialect, so each type is written once.
//
// What it promises:
//
//   - ParseSpec never refuses a panel. What it cannot understand is a finding with its place, and the rest is used.
//   - A run of a library type has the same effect when it is repeated on the same data, and readers of its table see the
//     old rows until the transaction ends.
//   - A Catalog and a Panel never change, and any number of goroutines may use them.
//
// What it does not do: it reads no files of projects, renders no SQL and executes nothing.
//
// A word of the library can stand for two types: Stage is one type for YAML nodes and one for SQL nodes. The kind of the
// node decides; the second is called StageSQL where it must have a name of its own.
package nodetype
