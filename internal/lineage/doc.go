// Package lineage says where each column of a project comes from and where it goes.
//
// It has two halves. The first half looks at one node: Resolve reads what a query gives, column by column, from the
// scopes that sqltext found in it and the columns of the nodes upstream; FromYAMLNode does the same from the references,
// transforms and joins of a YAML node. Both say it in one shape, NodeLineage. The second half is the Index: the lineage
// of all nodes together, which answers what is upstream and downstream of a column or a node.
//
// Every edge has a Use: the value is passed through as it is, it is part of a computation, or it decides in a filter or
// a join which rows there are.
//
// What the package promises: an input that is named is certain as far as the text can be read, and where a text cannot
// be understood the lineage says so (Opaque) instead of guessing. Inferred types are given only where every engine that
// we know agrees. Answers are in a stated order, the same for the same input. An Index never changes: Replace and
// Without make a new one that shares almost everything with the old. No input makes it panic or run away.
//
// What it does not do: it parses no SQL of its own, renders no Jinja, opens no file and asks no database.
package lineage
