package lineage

import "github.com/millrace/millrace/internal/transform"

// Column is a column of a node upstream.
type Column struct {
	ID       transform.ColumnID
	Name     string
	DataType string // "" when it is not known
}

// ColumnCatalog knows the columns of the nodes that a query reads.
type ColumnCatalog interface {
	// Columns gives the node that a ref means, "" when there is none, and its columns. Complete says that these are all;
	// if not, what is given still counts.
	Columns(ref transform.NodeRef) (node transform.NodeID, columns []Column, complete bool)
}
