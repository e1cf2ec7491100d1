package workspace

import (
	"cmp"
	"context"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

// SubgraphDraft is the content of a subgraph that a client sends.
type SubgraphDraft struct {
	Name  string
	Steps []transform.NodeID
	Seen  Version
}

// Subgraph is a subgraph of a workspace with the version of its file.
type Subgraph struct {
	transform.Subgraph

	Version int64
}

// versionedGraph returns a subgraph with its version in this revision.
func (v *Revision) versionedGraph(s transform.Subgraph) Subgraph {
	return Subgraph{Subgraph: s, Version: v.Version(s.File)}
}

// SubgraphNotFound is the fault for a subgraph that does not exist.
func SubgraphNotFound(id string) error {
	return fault.New(fault.NotFound, "subgraph %.100s was not found", id).WithHint("GET /api/v1/workspaces/{id}/subgraphs lists the subgraphs.")
}

// Subgraphs returns the subgraphs of a workspace by name.
func (s *Service) Subgraphs(ctx context.Context, organization ids.Organization, id ids.Workspace) ([]Subgraph, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	subgraphs := slices.Clone(revision.Compilation.Project.Subgraphs)
	slices.SortStableFunc(subgraphs, func(a, b transform.Subgraph) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	versioned := make([]Subgraph, len(subgraphs))
	for i, subgraph := range subgraphs {
		versioned[i] = revision.versionedGraph(subgraph)
	}
	return versioned, nil
}

func (v *Revision) subgraph(id transform.SubgraphID) (transform.Subgraph, error) {
	for _, s := range v.Compilation.Project.Subgraphs {
		if s.ID == id {
			return s, nil
		}
	}
	return transform.Subgraph{}, SubgraphNotFound(string(id))
}

// Subgraph returns a subgraph of a workspace.
func (s *Service) Subgraph(
	ctx context.Context, organization ids.Organization, id ids.Workspace, subgraph transform.SubgraphID,
) (Subgraph, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Subgraph{}, err
	}
	found, err := revision.subgraph(subgraph)
	return revision.versionedGraph(found), err
}

// check rejects a subgraph without a name, and steps that are not nodes of the workspace.
func (draft *SubgraphDraft) check(v *Revision) error {
	if err := validate.CheckName("the subgraph's name", draft.Name, maxName); err != nil {
		return err
	}
	for i, step := range draft.Steps {
		draft.Steps[i] = v.internalID(step)
		if _, ok := v.find(step); !ok {
			return fault.New(fault.Invalid, "the step %.100q is not a node of this workspace", step).
				WithHint("Send ids of nodes as steps; GET /api/v1/workspaces/{id}/nodes lists the nodes.")
		}
	}
	return nil
}

// CreateSubgraph creates a subgraph.
func (s *Service) CreateSubgraph(ctx context.Context, by account.Actor, id ids.Workspace, draft SubgraphDraft) (Subgraph, error) {
	made := transform.Subgraph{ID: ids.New[transform.SubgraphID](), Name: draft.Name, Steps: draft.Steps}
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		if err := draft.check(v); err != nil {
			return Edit{}, err
		}
		content, err := projectfile.WriteSubgraph(&made, nil)
		made.File = freePath(v.Folder.Files, partPath(projectfile.SubgraphsFolder, made.Name, string(made.ID)))
		return Edit{Put: map[string][]byte{made.File: content}}, err
	})
	if err != nil {
		return Subgraph{}, err
	}
	return revision.versionedGraph(made), nil
}

// SetSubgraph replaces a subgraph if its version is the one that the client read.
func (s *Service) SetSubgraph(
	ctx context.Context, by account.Actor, id ids.Workspace, subgraph transform.SubgraphID, draft SubgraphDraft,
) (Subgraph, error) {
	var after transform.Subgraph
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		before, err := v.subgraph(subgraph)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("subgraph "+string(subgraph), draft.Seen, v.Version(before.File)); err != nil {
			return Edit{}, err
		}
		if err := draft.check(v); err != nil {
			return Edit{}, err
		}
		after = before
		after.Name, after.Steps = draft.Name, draft.Steps
		content, err := projectfile.WriteSubgraph(&after, v.Folder.Files[before.File].Content)
		if err != nil {
			return Edit{}, err
		}
		if after.Name != before.Name {
			after.File = freePath(v.Folder.Files, partPath(projectfile.SubgraphsFolder, after.Name, string(after.ID)), before.File)
		}
		return moveFile(before.File, after.File, content), nil
	})
	if err != nil {
		return Subgraph{}, err
	}
	return revision.versionedGraph(after), nil
}

// DeleteSubgraph deletes a subgraph. Its nodes stay.
func (s *Service) DeleteSubgraph(ctx context.Context, by account.Actor, id ids.Workspace, subgraph transform.SubgraphID, seen Version) error {
	_, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		before, err := v.subgraph(subgraph)
		if err != nil {
			return Edit{}, err
		}
		return Edit{Remove: []string{before.File}}, checkVersion("subgraph "+string(subgraph), seen, v.Version(before.File))
	})
	return err
}
