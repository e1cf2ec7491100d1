package workspace

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// NodeFile is a new node and its file in a project.
type NodeFile struct {
	Node    *transform.Node
	Path    string // with slashes
	Content []byte
}

// NewNodeFile returns the file of a new node for a project outside of a workspace, with the rules of CreateNode. It writes
// nothing.
func NewNodeFile(c *compiler.Compilation, draft NewNode) (NodeFile, error) {
	v := &Revision{Compilation: c}
	n, err := v.newNode(draft.id(), draft)
	if err != nil {
		return NodeFile{}, err
	}
	content, err := projectfile.WriteNode(n, nil)
	return NodeFile{Node: n, Path: projectfile.NodePath(n), Content: content}, err
}
