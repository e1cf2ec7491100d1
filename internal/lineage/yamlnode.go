package lineage

import "github.com/millrace/millrace/internal/transform"

// FromYAMLNode returns the lineage of a node that names the sources of its columns itself: its references and the
// columns that its transforms mention. A join that cannot be parsed makes the node opaque; its references still count.
// The caller sets Reads, because it knows the node's refs.
func (m *Resolver) FromYAMLNode(n *transform.Node, c ColumnCatalog) NodeLineage {
	m.fields = m.fields[:0]
	lineage := NodeLineage{Columns: make([]ColumnLineage, len(n.Columns))}
	for i := range n.Columns {
		lineage.Columns[i] = ColumnLineage{Column: n.Columns[i].ID, Inputs: hashInputs(n.Columns[i].Hash)}
	}
	for at := range groupCount(n) {
		group := m.readGroup(n, at, c)
		for i := range n.Columns {
			if at < len(n.Columns[i].Sources) {
				inputs := group.column(&n.Columns[i].Sources[at])
				lineage.Columns[i].Inputs = append(lineage.Columns[i].Inputs, inputs...)
			}
		}
		lineage.Uses = append(lineage.Uses, group.uses...)
		lineage.Opaque = or(lineage.Opaque, or(group.opaque, group.usesOpaque))
	}
	for i := range lineage.Columns {
		lineage.Columns[i].Inputs = tidy(lineage.Columns[i].Inputs)
	}
	lineage.Uses = tidy(lineage.Uses)
	return lineage
}

// groupCount returns the number of source groups of the node or one of its columns.
func groupCount(n *transform.Node) int {
	count := len(n.Sources)
	for i := range n.Columns {
		count = max(count, len(n.Columns[i].Sources))
	}
	return count
}

func hashInputs(h *transform.Hash) []Input {
	if h == nil {
		return nil
	}
	return references(h.Columns, Transform)
}

// references returns column references as inputs. A reference to nothing is written as zeroes.
func references(refs []transform.ColumnRef, use Use) []Input {
	inputs := make([]Input, 0, len(refs))
	for _, ref := range refs {
		if ref.Node != "" && ref.Node != "0" && ref.Column != "" {
			inputs = append(inputs, Input{Node: ref.Node, Column: ref.Column, Use: use})
		}
	}
	return inputs
}
