package lineage

import "github.com/millrace/millrace/internal/transform"

// Column is a column of a node upstream.
type Column struct {
	ID       transform.ColumnID
	Name     string
	DataType string // "" when it is not known
}

// ColumnCatalog provides the columns of the nodes that a query reads.
type ColumnCatalog interface {
	// Columns returns the node of a ref, "" if there is none, and its columns. complete is false if there may be more
	// columns; the returned ones are still valid.
	Columns(ref transform.NodeRef) (node transform.NodeID, columns []Column, complete bool)
}
