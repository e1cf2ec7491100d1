// Package lineage computes where each column of a project comes from and where it is used.
//
// It has two parts. The first handles one node: Resolve determines the columns of a query from the scopes that sqltext
// found in it and the columns of the upstream nodes; FromYAMLNode does the same from the references, transforms and
// joins of a YAML node. Both return a NodeLineage. The second part is the Index: the lineage of all nodes, which
// returns what is upstream and downstream of a column or a node.
//
// Every edge has a Use: the value is passed through unchanged, it is part of a computation, or it decides in a filter
// or a join which rows there are.
//
// Guarantees: an input is certain as far as the text can be parsed. Where a text cannot be parsed, the lineage is
// marked as Opaque instead of guessed. Inferred types are set only where all supported engines agree. Results are in a
// documented order, the same for the same input. An Index is immutable: Replace and Without return a new one that
// shares almost everything with the old one. No input makes the package panic or loop without end.
//
// The package does not parse SQL itself, render Jinja, open files or query databases.
package lineage
