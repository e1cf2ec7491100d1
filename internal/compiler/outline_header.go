package compiler

import (
	"bytes"
	"io/fs"
	"sync"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// headerReader reads SQL nodes without parsing them, where their texts are plain.
type headerReader struct {
	mutex sync.Mutex
	refs  map[string][]sqltext.Ref // by file
}

func (r *headerReader) seen(file string, content []byte) *transform.Node {
	n, refs, ok := projectfile.ReadHeader(file, content)
	if !ok || bytes.Contains(content, []byte(libraryRefAttribute)) {
		return nil
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.refs[file] = refs
	return n
}

// setRefs sets the refs of the nodes that were not parsed.
func (r *headerReader) setRefs(nodes []*Node) {
	for _, n := range nodes {
		found, ok := r.refs[n.File]
		if !ok {
			continue
		}
		n.refs = make([]staticRef, len(found))
		for i, ref := range found {
			n.refs[i] = staticRef{node: transform.NodeRef{Location: ref.Location, Name: ref.Node}, literal: true, isEdge: ref.IsEdge(), source: -1}
		}
	}
}

// isHeader reports whether only the id, the type and the refs of a SQL node were read.
func (n *Node) isHeader() bool { return n.Kind == transform.SQLNode && n.written.SQL == nil }

// parseHeader parses the text of a node of which only the header was read. It returns false if the file has errors or changed.
func (b *build) parseHeader(fsys fs.FS, n *Node) bool {
	content, err := fs.ReadFile(fsys, n.File)
	if err != nil {
		return false
	}
	written, found := nodeParser{fsys: fsys, types: b.next.Types}.parse(n.File, content)
	if written.ID != n.ID || written.Type != n.written.Type || diagnostic.HasErrors(found) {
		return false
	}
	n.Node, n.written, n.refs = written, written, nil
	n.report(stepRead, found...)
	b.linkNode(n)
	n.mentions = b.next.refsOf(n, func(staticRef) bool { return true })
	return !n.HasErrors()
}
