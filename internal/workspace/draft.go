package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// DraftRequest is an unsaved version of a node.
type DraftRequest struct {
	Node  NodeDraft
	Base  *NodeDraft // an earlier draft that Node changes; nil for the saved node
	Limit int        // of the rows of a preview
}

// PreviewDraft returns a node as SetNode would save it, in a workspace that contains the draft. It saves nothing and
// ignores the version in the draft.
func (s *Service) PreviewDraft(
	ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID, request DraftRequest,
) (Node, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Node{}, err
	}
	n, err := revision.node(node)
	if err != nil {
		return Node{}, err
	}
	select {
	case s.compileSlots <- struct{}{}:
		defer func() { <-s.compileSlots }()
	case <-ctx.Done():
		return Node{}, ctx.Err()
	}
	if request.Base != nil {
		if n, err = n.with(*request.Base); err != nil {
			return Node{}, err
		}
	}
	return n.with(request.Node)
}

// with returns a node with the content of a draft, in a workspace that contains it.
func (n Node) with(draft NodeDraft) (Node, error) {
	if err := draft.check(); err != nil {
		return Node{}, err
	}
	edit, err := n.Revision.set(n, draft)
	if err != nil {
		return Node{}, err
	}
	if err := edit.Check(); err != nil {
		return Node{}, err
	}
	return n.Revision.after(edit).node(n.ID)
}

// PreviewDraftRows runs the query of a draft and returns its first rows, as Preview does for a saved node.
func (s *Service) PreviewDraftRows(
	ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID, request DraftRequest,
) (Rows, error) {
	n, err := s.PreviewDraft(ctx, organization, id, node, request)
	if err != nil {
		return Rows{}, err
	}
	return s.previewRows(ctx, n, request.Limit)
}
