package projectgen

import (
	"math/rand/v2"
	"slices"
)

// Edit is one changed file. Each edit starts from the project as it was generated.
type Edit struct {
	Path    string
	Content []byte
	NodeID  string // the node that the file is of; "" when it is none
	// ChangesMeaning says that the fingerprints of the node and its descendants must change, and no others. If false,
	// no fingerprint may change.
	ChangesMeaning bool
	Description    string
}

// change is a way to edit a node. It returns nil when the node has nothing that could be edited in this way.
type change struct {
	description string
	apply       func(*node, *rand.Rand) []byte
}

// Edits returns n edits, every second one of a kind that changes the meaning of a node.
func (p *Project) Edits(seed uint64, n int) []Edit {
	chance := rand.New(rand.NewPCG(seed, p.options.Seed)) //nolint:gosec // the same every time is the point
	edits := make([]Edit, 0, n)
	for i := range n {
		switch {
		case i%2 == 1:
			edits = append(edits, p.editNode(chance, meaningful(), true))
		case chance.IntN(5) == 0:
			edits = append(edits, p.editSettings(chance))
		default:
			edits = append(edits, p.editNode(chance, meaningless(), false))
		}
	}
	return edits
}

// editNode draws a node and a change until they fit. Every node fits at least one change of either list.
func (p *Project) editNode(chance *rand.Rand, changes []change, meaning bool) Edit {
	for {
		n, c := pick(chance, p.nodes), pick(chance, changes)
		content := c.apply(n.clone(), chance)
		if content == nil || slices.Equal(content, p.Files[n.path()]) {
			continue
		}
		return Edit{
			Path: n.path(), Content: content, NodeID: n.id, ChangesMeaning: meaning,
			Description: c.description + " in " + n.location + "." + n.name,
		}
	}
}

// clone copies what a change may modify.
func (n *node) clone() *node {
	other := *n
	other.columns = make([]*column, len(n.columns))
	for i, c := range n.columns {
		same := *c
		other.columns[i] = &same
	}
	other.groups = slices.Clone(n.groups)
	other.config = slices.Clone(n.config)
	return &other
}
