package compiler

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// fingerprintVersion is part of every fingerprint. It moves when the rules below change, so that prints of different
// rules are never taken for equal.
const fingerprintVersion = "1"

// fingerprint computes the prints of the touched nodes and of everything downstream of one whose print has moved.
//
// A fingerprint is made of what a node does: its rendered SQL in canonical form, its columns and options, and the
// fingerprints of the nodes that it reads. What a warehouse is called, comments, white space, descriptions and the order
// of keys are not in it.
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
		level.each(ready, func(n *Node) { n.Fingerprint = b.next.fingerprintOf(n) })
		for _, n := range ready {
			moved[n.ID] = n.Fingerprint != b.printBefore(n.ID)
		}
	}
}

// own returns a node that this build may write to. One that was not touched belongs to the previous compilation too.
func (b *build) own(n *Node) *Node {
	if b.touched[n.ID] {
		return n
	}
	copied := *n
	b.replace(n, &copied)
	return &copied
}

func (b *build) printBefore(id transform.NodeID) string {
	if b.previous == nil {
		return ""
	}
	if before, existed := b.previous.byID[id]; existed {
		return before.Fingerprint
	}
	return ""
}

// fingerprintOf computes the print of one node, whose upstream nodes have theirs.
func (c *Compilation) fingerprintOf(n *Node) string {
	sum := sha256.New()
	field(sum, fingerprintVersion, n.Location, n.Name, n.Materialization, strconv.FormatBool(n.DeployEnabled))
	for i := range n.Columns {
		column := &n.Columns[i]
		field(sum, column.Name, column.DataType, strconv.FormatBool(column.Nullable), sqltext.Canonical(column.Default))
	}
	value(sum, c.config(n))
	_, _ = sum.Write(n.sqlPrint[:])
	field(sum, c.upstreamPrints(n)...)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// config returns the options of a YAML node with the defaults of its type, so that writing a default down changes nothing.
// Options of a SQL node are annotations; what they do is in its SQL.
func (c *Compilation) config(n *Node) map[string]any {
	if n.Kind == transform.SQLNode {
		return nil
	}
	if n.Type == nil {
		return n.Config
	}
	return nodetype.WithDefaults(n.Type.Spec, n.Config)
}

// printSQL returns the part of a fingerprint that the SQL of a node makes.
func (c *Compilation) printSQL(n *Node) (digest [sha256.Size]byte) {
	sum := sha256.New()
	c.printStages(sum, n, n.Create)
	c.printStages(sum, n, n.Run)
	sum.Sum(digest[:0])
	return digest
}

// printStages writes the SQL of a template as if no warehouse had a name.
func (c *Compilation) printStages(sum hash.Hash, n *Node, r *render.Result) {
	if r == nil {
		field(sum, "none")
		return
	}
	places := c.places(n, r.Refs)
	for _, s := range r.Stages {
		field(sum, s.Name, string(s.Type), string(s.Phase), strconv.FormatBool(s.ContinueOnFailure))
		sql := s.SQL
		for _, p := range places {
			sql = strings.ReplaceAll(sql, p.inWarehouse, p.inProject)
		}
		field(sum, sqltext.Canonical(sql))
	}
}

// nameSubstitution is a name in the warehouse and what stands for it in a fingerprint.
type nameSubstitution struct{ inWarehouse, inProject string }

// places returns the names that the SQL of a node may mention: first of the nodes that are read, then of the place of the node
// itself, for itself and what its type puts beside it, such as a sequence.
func (c *Compilation) places(self *Node, refs []render.Ref) []nameSubstitution {
	places := make([]nameSubstitution, 0, len(refs)+1)
	for _, ref := range refs {
		if ref.Kind != render.Self {
			places = append(places, nameSubstitution{c.Renderer.Name(ref.Node), `"` + ref.Node.String() + `"`})
		}
	}
	at := c.Renderer.Place(self.Node)
	beside := c.Renderer.Dialect().Qualify(at.Database, at.Schema, "")
	return append(places, nameSubstitution{beside + ".", `"` + self.Location + `".`}) // the dot tells it from a column of that name
}

func (c *Compilation) upstreamPrints(n *Node) []string {
	prints := make([]string, 0, len(n.upstream))
	for _, id := range n.upstream {
		if up, ok := c.byID[id]; ok {
			prints = append(prints, up.Fingerprint)
		}
	}
	slices.Sort(prints)
	return prints
}

// field writes texts so that no two lists of them give the same bytes.
func field(w io.Writer, texts ...string) {
	var length [20]byte
	for _, text := range texts {
		_, _ = w.Write(append(strconv.AppendInt(length[:0], int64(len(text)), 10), ':'))
		_, _ = io.WriteString(w, text)
	}
}

// value writes an open value. JSON sorts the keys of its objects, so their order in a file does not matter.
func value(w io.Writer, open map[string]any) {
	if len(open) == 0 {
		field(w, "")
		return
	}
	text, err := json.Marshal(open)
	if err != nil { // not a value that a file can hold
		text = []byte(err.Error())
	}
	field(w, string(text))
}

// byPlace returns the order of nodes in every list: location, then name, then id.
func byPlace(a, b *Node) int {
	return cmp.Or(cmp.Compare(a.Location, b.Location), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}
