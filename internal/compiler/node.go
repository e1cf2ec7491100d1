package compiler

import (
	"crypto/sha256"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Node is a node of the project with the results of the compiler.
type Node struct {
	*transform.Node // with its columns resolved

	Type        *transform.NodeType // nil if unknown
	Create, Run *render.Result      // nil if rendering failed; the diagnostics have the cause
	Fingerprint string              // equal for nodes with the same effect on the same inputs
	Opaque      string              // why the origin of its columns is unknown, "" if it is known

	stored              *storedNode        // what the cache has of the node; nil if the node was compiled from its file
	written             *transform.Node    // as written in its file
	expanded            render.Expansion   // the body of a SQL node with its macros rendered and its refs kept
	refs                []staticRef        // the refs that its texts contain, known before anything is rendered
	mentions            []transform.NodeID // all nodes that its own texts name
	upstream            []transform.NodeID // what its texts and its templates read
	sqlHash             [sha256.Size]byte  // hash of the SQL of both templates, independent of database and schema names
	hasCreateStatements bool               // its create template has statements
	hasRunStatements    bool               // its run template has statements
	hasMoreColumns      bool               // some of its columns are unknown
	isOpen              bool               // only an engine knows all of its columns, because a source lists none
	observed            []lineage.Column   // the columns of a source that lists none, as an engine describes them
	observeProblem      string             // why the engine cannot describe it
	visibleColumns      []lineage.Column   // the columns that other nodes can read
	lineage             lineage.NodeLineage
	findings            [stepCount][]diagnostic.Diagnostic
}

// step names a step of the compiler.
type step int

const (
	stepRead step = iota
	stepLink
	stepResolve
	stepRender
	stepCheck
	stepCount
)

// report stores the findings of a step about the node.
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

// reportOfType stores a finding about the node's type. It is the same for every node of the type and is reported once.
func (n *Node) reportOfType(at step, d diagnostic.Diagnostic) {
	d.Node = ""
	n.findings[at] = append(n.findings[at], d)
}

// readsOthers reports whether the macros in the text of a SQL node read what the files of other nodes contain.
func (n *Node) readsOthers() bool { return n.expanded.ReadsSources }

// HasErrors reports whether the node itself has errors.
func (n *Node) HasErrors() bool {
	for _, found := range n.findings {
		if diagnostic.HasErrors(found) {
			return true
		}
	}
	return false
}

// HasOnlyErrors reports whether the node itself has errors, and all of them have one of the codes.
func (n *Node) HasOnlyErrors(codes ...diagnostic.Code) bool {
	for _, found := range n.findings {
		for i := range found {
			if found[i].Severity == diagnostic.Error && !slices.Contains(codes, found[i].Code) {
				return false
			}
		}
	}
	return n.HasErrors()
}

// withoutResults returns a new node for the same file. It keeps what the node's own text says and drops what depends on other
// nodes.
func (n *Node) withoutResults() *Node {
	next := &Node{Node: n.written, written: n.written, expanded: n.expanded, refs: n.refs, mentions: n.mentions, observed: n.observed}
	next.findings[stepRead], next.findings[stepLink] = n.findings[stepRead], n.findings[stepLink]
	return next
}
