package compiler

import (
	"crypto/sha256"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Node is a node of the project with everything that the compiler found out about it.
type Node struct {
	*transform.Node // with its columns resolved

	Type        *transform.NodeType // nil when it is not known
	Create, Run *render.Result      // nil when rendering failed; the diagnostics say why
	Fingerprint string              // the same for nodes that do the same to the same
	Opaque      string              // why the origin of its columns is not known, "" when it is

	written        *transform.Node    // as its file says it
	expanded       string             // the body of a SQL node with its macros rendered and its refs kept
	refs           []staticRef        // the refs that its texts contain, known before anything is rendered
	mentions       []transform.NodeID // what its own texts name, in whatever way
	upstream       []transform.NodeID // what its texts and its templates read
	sqlPrint       [sha256.Size]byte  // of the SQL of both templates, whatever the warehouse is called
	isMade         bool               // its create template gives statements
	isLoaded       bool               // its run template gives statements
	hasMoreColumns bool               // its columns are not all known
	offers         []lineage.Column   // what others can read of it
	lineage        lineage.NodeLineage
	findings       [stepCount][]diagnostic.Diagnostic
}

// step names a part of the compiler's work on one node.
type step int

const (
	stepRead step = iota
	stepLink
	stepResolve
	stepRender
	stepCheck
	stepCount
)

// report keeps what a step has found out about the node.
func (n *Node) report(at step, found ...diagnostic.Diagnostic) {
	for _, d := range found {
		if d.Node == "" {
			d.Node = n.Ref().String()
		}
		if d.File == "" {
			d = d.At(n.File, n.At)
		}
		n.findings[at] = append(n.findings[at], d)
	}
}

// reportOfType keeps a finding about the node's type, which is the same for every node of it and is said once.
func (n *Node) reportOfType(at step, d diagnostic.Diagnostic) {
	d.Node = ""
	n.findings[at] = append(n.findings[at], d)
}

// HasErrors reports whether anything about the node itself is wrong.
func (n *Node) HasErrors() bool {
	for _, found := range n.findings {
		if diagnostic.HasErrors(found) {
			return true
		}
	}
	return false
}

// again returns a fresh node for the same file: what its text says stays, what depends on other nodes is open again.
func (n *Node) again() *Node {
	next := &Node{Node: n.written, written: n.written, expanded: n.expanded, refs: n.refs, mentions: n.mentions}
	next.findings[stepRead], next.findings[stepLink] = n.findings[stepRead], n.findings[stepLink]
	return next
}
