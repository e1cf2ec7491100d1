package compiler

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"strconv"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// fingerprintVersion is part of every fingerprint. It changes when the rules below change, so that fingerprints of
// different rules are never equal.
const fingerprintVersion = "1"

// fingerprint computes the fingerprints of the touched nodes and of everything downstream of a node whose fingerprint
// changed.
//
// A fingerprint covers the effect of a node: its rendered SQL in canonical form, its columns and options, and the
// fingerprints of the nodes that it reads. Names of databases and schemas, comments, white space, descriptions and the
// order of keys are not part of it.
func (b *build) fingerprint() {
	moved := map[transform.NodeID]bool{}
	isMoved := func(id transform.NodeID) bool { return moved[id] }
	for _, level := range b.levels(b.next.Graph) {
		ready := make([]*Node, 0, len(level.nodes))
		for _, n := range level.nodes {
			if b.touched[n.ID] || slices.ContainsFunc(n.upstream, isMoved) {
				ready = append(ready, b.own(n))
			}
		}
		level.eachWorker(ready, func() func(*Node) {
			input := &hashInput{}
			return func(n *Node) { n.Fingerprint = b.next.fingerprintOf(n, input) }
		})
		for _, n := range ready {
			moved[n.ID] = n.Fingerprint != b.previousFingerprint(n.ID)
		}
	}
}

// own returns a version of the node that this build may change. An untouched node is shared with the previous
// compilation, so it is copied first.
func (b *build) own(n *Node) *Node {
	if b.touched[n.ID] {
		return n
	}
	copied := *n
	b.replace(n, &copied)
	return &copied
}

func (b *build) previousFingerprint(id transform.NodeID) string {
	if b.previous == nil {
		return ""
	}
	if before, existed := b.previous.byID[id]; existed {
		return before.Fingerprint
	}
	return ""
}

// fingerprintOf computes the fingerprint of one node. The fingerprints of its upstream nodes must be known.
func (c *Compilation) fingerprintOf(n *Node, input *hashInput) string {
	c.addOwn(input, n)
	input.field(c.upstreamFingerprints(n)...)
	digest := input.sum()
	return hex.EncodeToString(digest[:16])
}

// addOwn adds what the fingerprint covers of the node itself.
func (c *Compilation) addOwn(input *hashInput, n *Node) {
	input.field(fingerprintVersion, n.Location, n.Name, n.Materialization, strconv.FormatBool(n.DeployEnabled))
	for i := range n.Columns {
		column := &n.Columns[i]
		input.field(column.Name, column.DataType, strconv.FormatBool(column.Nullable))
		input.canonicalField(column.Default)
	}
	input.value(c.config(n))
	input.bytes = append(input.bytes, n.sqlHash[:]...)
}

// ownHash hashes what the fingerprint covers of the node itself; finishFingerprint continues it.
func (c *Compilation) ownHash(n *Node) hash.Hash {
	input, own := &hashInput{}, sha256.New()
	c.addOwn(input, n)
	_, _ = own.Write(input.bytes) // never fails
	return own
}

// finishFingerprint adds the fingerprints of the upstream nodes to the hash of the node's own properties.
func (c *Compilation) finishFingerprint(n *Node, own hash.Hash) string {
	input := &hashInput{}
	input.field(c.upstreamFingerprints(n)...)
	_, _ = own.Write(input.bytes) // never fails
	return hex.EncodeToString(own.Sum(nil)[:16])
}

// config returns the options of a YAML node with the defaults of its type, so that an explicit default changes nothing.
// The options of a SQL node are annotations, and their effect is in its SQL.
func (c *Compilation) config(n *Node) map[string]any {
	if n.Kind == transform.SQLNode {
		return nil
	}
	if n.Type == nil {
		return n.Config
	}
	return nodetype.WithDefaults(n.Type.Spec, n.Config)
}

// hashSQL returns the hash of the SQL of a node, which is part of its fingerprint.
func (c *Compilation) hashSQL(n *Node, input *hashInput) [sha256.Size]byte {
	c.addStages(input, n, n.Create)
	c.addStages(input, n, n.Run)
	return input.sum()
}

// addStages adds the SQL of a template with the names of databases and schemas replaced.
func (c *Compilation) addStages(input *hashInput, n *Node, r *render.Result) {
	if r == nil {
		input.field("none")
		return
	}
	substitutions := c.nameSubstitutions(n, r.Refs)
	for _, s := range r.Stages {
		input.field(s.Name, string(s.Type), string(s.Phase), strconv.FormatBool(s.ContinueOnFailure))
		input.canonicalField(input.substitute(s.SQL, substitutions))
	}
}

// nameSubstitution maps a qualified name in the engine to the name that replaces it in a fingerprint.
type nameSubstitution struct{ inWarehouse, inProject string }

// nameSubstitutions returns the names to replace in the SQL of a node: first those of the nodes that it reads, then the schema of
// the node itself, which qualifies the node and objects that its type adds there, such as a sequence.
func (c *Compilation) nameSubstitutions(self *Node, refs []render.Ref) []nameSubstitution {
	substitutions := make([]nameSubstitution, 0, len(refs)+1)
	for _, ref := range refs {
		if ref.Kind != render.Self {
			substitutions = append(substitutions, nameSubstitution{c.Renderer.Name(ref.Node), `"` + ref.Node.String() + `"`})
		}
	}
	mapping := c.Renderer.MappingOf(self.Node)
	ownSchema := c.Renderer.Dialect().Qualify(mapping.Database, mapping.Schema, "")
	return append(substitutions, nameSubstitution{ownSchema + ".", `"` + self.Location + `".`}) // The dot distinguishes it from a column of that name.
}

func (c *Compilation) upstreamFingerprints(n *Node) []string {
	prints := make([]string, 0, len(n.upstream))
	for _, id := range n.upstream {
		if up, ok := c.byID[id]; ok {
			prints = append(prints, up.Fingerprint)
		}
	}
	slices.Sort(prints)
	return prints
}

// byLocationAndName orders nodes in every list: by location, then name, then id.
func byLocationAndName(a, b *Node) int {
	return cmp.Or(cmp.Compare(a.Location, b.Location), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}
