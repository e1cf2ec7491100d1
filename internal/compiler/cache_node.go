package compiler

import (
	"encoding"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// storedNode is what the cache has of a node: what commands show of it, its findings, and what other nodes can read of it.
type storedNode struct {
	fingerprint string
	content     digest // of its file
	identity    transform.Node
	seed        string // the path of its CSV; empty if it has none
	seedContent digest
	flags       storedFlags
	mentions    []transform.NodeID
	upstream    []transform.NodeID
	findings    [stepCount][]diagnostic.Diagnostic
	more        string // the fields of storedDetails, which few nodes need

	raw      string // the whole record
	isReused bool   // the file still has this content
}

// storedFlags are properties of a compiled node that others depend on.
type storedFlags struct {
	hasMoreColumns, isOpen bool
	// dependsOnNames says that its findings depend on which nodes exist: a ref names none, or its SQL could not be rendered.
	dependsOnNames bool
}

// storedDetails are the parts of a stored node that are read only if something around it changed.
type storedDetails struct {
	exposed digest              // of everything that templates and queries of other nodes can read of it
	ownHash string              // the state of the hash that its fingerprint continues
	names   []transform.NodeRef // all names that it looks up
	inputs  []transform.NodeID  // nodes whose columns or properties its templates can read
	columns string              // of a SQL node
}

// writeNode writes the record of a compiled node.
func (c *Compilation) writeNode(w *cacheWriter, n *Node, content, seedContent digest) {
	fingerprint, _ := hex.DecodeString(n.Fingerprint)
	w.out = append(w.out, fingerprint...)
	w.digest(content)
	w.identity(n)
	w.text(seedOf(n.Node))
	w.digest(seedContent)
	w.flag(n.hasMoreColumns)
	w.flag(n.isOpen)
	w.flag(n.dependsOnNames())
	w.ids(n.mentions)
	w.ids(n.upstream)
	for _, found := range n.findings {
		w.findings(found)
	}
	w.details(c, n)
}

// readStored reads a record.
func readStored(raw string) (*storedNode, bool) {
	r := &cacheReader{in: raw}
	s := &storedNode{raw: raw, fingerprint: hex.EncodeToString([]byte(r.bytes(fingerprintBytes)))}
	s.content = r.digest()
	r.identity(&s.identity)
	s.seed, s.seedContent = r.text(), r.digest()
	s.flags = storedFlags{hasMoreColumns: r.flag(), isOpen: r.flag(), dependsOnNames: r.flag()}
	s.mentions = r.ids(nil)
	s.upstream = r.ids(s.mentions)
	for i := range s.findings {
		s.findings[i] = r.findings()
	}
	s.more = r.in
	return s, !r.hasFailed
}

// fingerprintBytes is the length of a fingerprint, which is the beginning of a record.
const fingerprintBytes = 16

// withFingerprint returns the record with another fingerprint.
func (s *storedNode) withFingerprint(fingerprint string) string {
	own, _ := hex.DecodeString(fingerprint)
	return string(own) + s.raw[fingerprintBytes:]
}

// seedOf returns the path of the CSV that a node may read its rows from. Other files are never read.
func seedOf(n *transform.Node) string {
	file, _ := n.Config["file"].(string)
	if n.Kind != transform.YAMLNode || !strings.HasSuffix(strings.ToLower(file), ".csv") || !fs.ValidPath(file) {
		return ""
	}
	return file
}

// dependsOnNames reports whether the findings of the node depend on which nodes exist.
func (n *Node) dependsOnNames() bool {
	return n.hasLostRef() || n.Create == nil || n.Run == nil
}

// identity writes what identifies a node in the project and in the engine.
func (w *cacheWriter) identity(n *Node) {
	w.text(n.File)
	w.text(string(n.ID))
	w.text(n.Name)
	w.text(n.Location)
	w.text(string(n.Kind))
	w.text(string(n.Node.Type))
	w.flag(n.IsSource)
	w.text(n.Database)
	w.text(n.Schema)
	w.text(n.Materialization)
	w.position(n.At)
}

func (r *cacheReader) identity(n *transform.Node) {
	n.File, n.ID, n.Name, n.Location = r.text(), transform.NodeID(r.text()), r.text(), r.text()
	n.Kind, n.Type = transform.Kind(r.text()), transform.NodeTypeID(r.text())
	n.IsSource, n.Database, n.Schema, n.Materialization = r.flag(), r.text(), r.text(), r.text()
	n.At = r.position()
}

func (w *cacheWriter) position(p diagnostic.Position) {
	w.number(int(p.Line))
	w.number(int(p.Column))
}

func (r *cacheReader) position() diagnostic.Position {
	return diagnostic.Position{Line: int32(r.number()), Column: int32(r.number())} //nolint:gosec // number returns at most an int32
}

func (w *cacheWriter) ids(list []transform.NodeID) {
	w.number(len(list))
	for _, id := range list {
		w.text(string(id))
	}
}

// ids reads a list of ids. If it is equal to a list that was read before, it returns that list.
func (r *cacheReader) ids(before []transform.NodeID) []transform.NodeID {
	count := r.count()
	if count == len(before) {
		again := *r
		if !slices.ContainsFunc(before, func(id transform.NodeID) bool { return again.text() != string(id) }) && !again.hasFailed {
			*r = again
			return before
		}
	}
	list := make([]transform.NodeID, count)
	for i := range list {
		list[i] = transform.NodeID(r.text())
	}
	return list
}

func (w *cacheWriter) findings(list []diagnostic.Diagnostic) {
	w.number(len(list))
	for i := range list {
		d := &list[i]
		for _, text := range []string{string(d.Code), string(d.Severity), d.File, d.Node, d.Message, d.Hint, d.Fix.Old, d.Fix.New, d.Location} {
			w.text(text)
		}
		w.position(diagnostic.Position{Line: d.Line, Column: d.Column})
		w.position(diagnostic.Position{Line: d.Fix.Line, Column: d.Fix.Column})
	}
}

func (r *cacheReader) findings() []diagnostic.Diagnostic {
	count := r.count()
	if count == 0 {
		return nil
	}
	list := make([]diagnostic.Diagnostic, count)
	for i := range list {
		d := &list[i]
		d.Code, d.Severity, d.File, d.Node = diagnostic.Code(r.text()), diagnostic.Severity(r.text()), r.text(), r.text()
		d.Message, d.Hint, d.Fix.Old, d.Fix.New, d.Location = r.text(), r.text(), r.text(), r.text(), r.text()
		at, fix := r.position(), r.position()
		d.Line, d.Column, d.Fix.Line, d.Fix.Column = at.Line, at.Column, fix.Line, fix.Column
	}
	return list
}

// details writes the parts that are rarely read.
func (w *cacheWriter) details(c *Compilation, n *Node) {
	w.digest(n.exposedDigest())
	state, _ := c.ownHash(n).(encoding.BinaryMarshaler).MarshalBinary() //nolint:forcetypeassert // SHA-256 implements it
	w.text(string(state))
	names := n.namesLookedUp()
	w.number(len(names))
	for _, ref := range names {
		w.text(ref.Location)
		w.text(ref.Name)
	}
	w.ids(n.inputs(c))
	if n.Kind == transform.SQLNode {
		w.columns(n.Columns)
	}
}

func (s *storedNode) details() (storedDetails, bool) {
	r := &cacheReader{in: s.more}
	d := storedDetails{exposed: r.digest(), ownHash: r.text()}
	d.names = make([]transform.NodeRef, r.count())
	for i := range d.names {
		d.names[i] = transform.NodeRef{Location: r.text(), Name: r.text()}
	}
	d.inputs = r.ids(s.mentions)
	d.columns = r.in
	return d, !r.hasFailed
}

// namesLookedUp returns the names of nodes that the results depend on: those in the texts, in the rendered SQL and in the lists of
// dependencies.
func (n *Node) namesLookedUp() []transform.NodeRef {
	names := make([]transform.NodeRef, 0, len(n.refs)+2)
	for _, r := range n.refs {
		if r.literal {
			names = append(names, r.node)
		}
	}
	for _, result := range []*render.Result{n.Create, n.Run} {
		if result == nil {
			continue
		}
		for _, r := range result.Refs {
			names = append(names, r.Node)
		}
	}
	for i := range n.Sources {
		names = append(names, n.Sources[i].Dependencies...)
	}
	slices.SortFunc(names, compareRefs)
	return slices.Compact(names)
}

// inputs returns the nodes whose columns and properties the SQL of the node can contain.
func (n *Node) inputs(c *Compilation) []transform.NodeID {
	ids := slices.Clone(n.mentions)
	for i := range n.Sources {
		for _, ref := range n.Sources[i].Dependencies {
			if other, ok := c.byRef[ref]; ok {
				ids = append(ids, other.ID)
			}
		}
	}
	for i := range n.Columns {
		column := &n.Columns[i]
		for _, source := range column.Sources {
			for _, ref := range source.References {
				ids = append(ids, ref.Node)
			}
		}
		if column.Hash != nil {
			for _, ref := range column.Hash.Columns {
				ids = append(ids, ref.Node)
			}
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(id transform.NodeID) bool { return id == n.ID })
}
