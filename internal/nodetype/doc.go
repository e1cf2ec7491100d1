// Package nodetype implements node types: it parses their options panels, finds the type that a node names, decides
// which options of a panel apply to a node, and provides the library of types that every project can use.
//
// A node type is an options panel and two templates. The library's types, in the folder library, have the file format
// of a project's own types: to change Stage, copy its folder into a project and edit it. SQL that differs between
// engines comes from package dialect, so each type is written once.
//
// Guarantees:
//
//   - ParseSpec never rejects a panel. It reports what it cannot parse as a finding with a position, and uses the rest.
//   - A run of a library type has the same effect when it is repeated on the same data, and readers of its table see the
//     old rows until the transaction ends.
//   - A Catalog and a Panel are immutable, and any number of goroutines may use them.
//
// The package does not read files of projects, render SQL or execute anything.
//
// One name of the library can stand for two types: Stage is one type for YAML nodes and one for SQL nodes. The kind of
// the node selects one. Where a distinct name is needed, the second is called StageSQL.
package nodetype
