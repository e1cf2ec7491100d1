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

// SubgraphDraft is what people say about a subgraph.
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

// versionedGraph is a subgraph with its version in this view.
func (v *Revision) versionedGraph(s transform.Subgraph) Subgraph {
	return Subgraph{Subgraph: s, Version: v.Version(s.File)}
}

// SubgraphNotFound is the fault for a subgraph that is not there.
func SubgraphNotFound(id string) error {
	return fault.New(fault.NotFound, "subgraph %.100s was not found", id).WithHint("The list of subgraphs has the ids of all of them.")
}

// Subgraphs gives the subgraphs of a workspace by their names.
func (d *Service) Subgraphs(ctx context.Context, organization ids.Organization, id ids.Workspace) ([]Subgraph, error) {
	view, err := d.View(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	subgraphs := slices.Clone(view.Compilation.Project.Subgraphs)
	slices.SortStableFunc(subgraphs, func(a, b transform.Subgraph) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	versioned := make([]Subgraph, len(subgraphs))
	for i, s := range subgraphs {
		versioned[i] = view.versionedGraph(s)
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

// Subgraph gives a subgraph of a workspace.
func (d *Service) Subgraph(
	ctx context.Context, organization ids.Organization, id ids.Workspace, subgraph transform.SubgraphID,
) (Subgraph, error) {
	view, err := d.View(ctx, organization, id)
	if err != nil {
		return Subgraph{}, err
	}
	found, err := view.subgraph(subgraph)
	return view.versionedGraph(found), err
}

// check refuses a subgraph without a name, and steps that are no nodes of the workspace.
func (draft *SubgraphDraft) check(v *Revision) error {
	if err := validate.CheckName("the subgraph's name", draft.Name, maxName); err != nil {
		return err
	}
	for i, step := range draft.Steps {
		draft.Steps[i] = v.inner(step)
		if _, ok := v.find(step); !ok {
			return fault.New(fault.Invalid, "the step %.100q is no node of this workspace", step).WithHint("Steps are ids of nodes.")
		}
	}
	return nil
}

// CreateSubgraph creates a subgraph.
func (d *Service) CreateSubgraph(ctx context.Context, by account.Actor, id ids.Workspace, draft SubgraphDraft) (Subgraph, error) {
	made := transform.Subgraph{ID: ids.New[transform.SubgraphID](), Name: draft.Name, Steps: draft.Steps}
	view, err := d.change(ctx, by, id, func(v *Revision) (Edit, error) {
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
	return view.versionedGraph(made), nil
}

// SetSubgraph replaces a subgraph, unless there is another version of it than its editor has seen.
func (d *Service) SetSubgraph(
	ctx context.Context, by account.Actor, id ids.Workspace, subgraph transform.SubgraphID, draft SubgraphDraft,
) (Subgraph, error) {
	var after transform.Subgraph
	view, err := d.change(ctx, by, id, func(v *Revision) (Edit, error) {
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
		return moved(before.File, after.File, content), nil
	})
	if err != nil {
		return Subgraph{}, err
	}
	return view.versionedGraph(after), nil
}

// DeleteSubgraph deletes a subgraph. Its nodes stay.
func (d *Service) DeleteSubgraph(ctx context.Context, by account.Actor, id ids.Workspace, subgraph transform.SubgraphID, seen Version) error {
	_, err := d.change(ctx, by, id, func(v *Revision) (Edit, error) {
		before, err := v.subgraph(subgraph)
		if err != nil {
			return Edit{}, err
		}
		return Edit{Remove: []string{before.File}}, checkVersion("subgraph "+string(subgraph), seen, v.Version(before.File))
	})
	return err
}
