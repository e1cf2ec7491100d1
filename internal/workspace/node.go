package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// Node is a node of a workspace at one revision.
type Node struct {
	*compiler.Node

	Revision *Revision
}

// MissingIDReason says why the node has no id of its own; empty if it has one.
func (n Node) MissingIDReason() string {
	if n.ID != transform.NodeID(n.File) {
		return ""
	}
	for _, d := range n.Revision.Compilation.Diagnostics {
		if d.File == n.File && d.Severity == diagnostic.Error {
			return d.Message
		}
	}
	return ""
}

// Version returns the version of the node's file.
func (n Node) Version() int64 { return n.Revision.Version(n.File) }

// NodeNotFound is the fault for a node that does not exist.
func NodeNotFound(id string) error {
	return fault.New(fault.NotFound, "node %.100s was not found", id).WithHint("GET /api/v1/workspaces/{id}/nodes lists the nodes.")
}

func (v *Revision) node(id transform.NodeID) (Node, error) {
	n, ok := v.find(id)
	if !ok {
		return Node{}, NodeNotFound(string(id))
	}
	return Node{n, v}, nil
}

// Node returns a node of a workspace.
func (s *Service) Node(ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID) (Node, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Node{}, err
	}
	return revision.node(node)
}

// edited applies an edit and returns the node after it.
func (s *Service) edited(ctx context.Context, by account.Actor, id ids.Workspace, node transform.NodeID, plan func(*Revision) (Edit, error)) (Node, error) {
	revision, err := s.change(ctx, by, id, plan)
	if err != nil {
		return Node{}, err
	}
	return revision.node(node)
}

// read returns the node as its file defines it.
func (v *Revision) read(n *compiler.Node) *transform.Node {
	read, _ := projectfile.ParseNode(n.File, string(v.Folder.Files[n.File].Content))
	return read
}

// DeleteNode deletes a node and removes it from subgraphs. References to it stay; validation reports them.
func (s *Service) DeleteNode(ctx context.Context, by account.Actor, id ids.Workspace, node transform.NodeID, seen Version) error {
	_, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		n, err := v.node(node)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("node "+string(node), seen, n.Version()); err != nil {
			return Edit{}, err
		}
		edit := Edit{Remove: []string{n.File}, Put: map[string][]byte{}}
		return edit, v.leaveSubgraphs(n.ID, edit.Put)
	})
	return err
}

// leaveSubgraphs removes a node from its subgraphs.
func (v *Revision) leaveSubgraphs(node transform.NodeID, put map[string][]byte) error {
	for _, s := range v.Compilation.Project.Subgraphs {
		left := make([]transform.NodeID, 0, len(s.Steps))
		for _, step := range s.Steps {
			if step != node {
				left = append(left, step)
			}
		}
		if len(left) == len(s.Steps) {
			continue
		}
		s.Steps = left
		content, err := projectfile.WriteSubgraph(&s, v.Folder.Files[s.File].Content)
		if err != nil {
			return err
		}
		put[s.File] = content
	}
	return nil
}
