package workspace

import (
	"context"
	"path"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

// NodeTypeNotFound is the fault for a node type that does not exist.
func NodeTypeNotFound(id string) error {
	return fault.New(fault.NotFound, "node type %.100s was not found", id).WithHint("List the node types to see their ids.")
}

// NodeTypes returns the node types that nodes of a workspace can have.
func (s *Service) NodeTypes(ctx context.Context, organization ids.Organization, id ids.Workspace) (*Revision, []*transform.NodeType, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return nil, nil, err
	}
	return revision, revision.Compilation.Types.All(), nil
}

// NodeType returns a node type by its id.
func (s *Service) NodeType(
	ctx context.Context, organization ids.Organization, id ids.Workspace, typ transform.NodeTypeID,
) (*Revision, *transform.NodeType, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return nil, nil, err
	}
	found, err := revision.nodeType(typ)
	return revision, found, err
}

func (v *Revision) nodeType(id transform.NodeTypeID) (*transform.NodeType, error) {
	for _, t := range v.Compilation.Types.All() {
		if t.ID == id {
			return t, nil
		}
	}
	return nil, NodeTypeNotFound(string(id))
}

// TypeVersion returns the version of a node type: the highest of its files. Types of the library have none.
func (v *Revision) TypeVersion(t *transform.NodeType) int64 {
	if t.IsBuiltIn {
		return 0
	}
	return max(v.Version(t.File), v.Version(t.CreateFile), v.Version(t.RunFile))
}

// NodeTypeDraft is the content of a node type that a client sends.
type NodeTypeDraft struct {
	Name            string
	Version         int // 1 for YAML nodes, 2 for SQL nodes; 0 keeps it
	IsDisabled      bool
	DefaultLocation string
	Spec            string
	Create, Run     string
	Seen            Version
}

// SetNodeType creates or replaces a node type of the project. A type with the id of a library type overrides it.
func (s *Service) SetNodeType(
	ctx context.Context, by account.Actor, id ids.Workspace, typ transform.NodeTypeID, draft NodeTypeDraft,
) (*Revision, *transform.NodeType, error) {
	if err := draft.check(typ); err != nil {
		return nil, nil, err
	}
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		after := transform.NodeType{ID: typ, Version: 1}
		before, err := v.nodeType(typ)
		switch {
		case err == nil && before.Package != "":
			return Edit{}, fault.New(fault.Invalid, "node type %s belongs to the package %s", typ, before.Package).
				WithHint("Create your own type and use it in your nodes.")
		case err == nil && before.IsBuiltIn:
			after.Version = before.Version
		case err == nil:
			after = *before
		}
		if err := checkVersion("node type "+string(typ), draft.Seen, v.TypeVersion(&after)); err != nil {
			return Edit{}, err
		}
		return v.putNodeType(after, draft)
	})
	if err != nil {
		return nil, nil, err
	}
	found, err := revision.nodeType(typ)
	return revision, found, err
}

func (draft *NodeTypeDraft) check(id transform.NodeTypeID) error {
	if projectfile.FileName(string(id)) != string(id) || id == "" || len(id) > maxName {
		return fault.New(fault.Invalid, "a node type of a project cannot have the id %.100q", id).
			WithHint("Use only letters, digits, underscores and hyphens.")
	}
	if draft.Version < 0 || draft.Version > 2 {
		return fault.New(fault.Invalid, "fileVersion cannot be %d", draft.Version).WithHint("Send 1 for YAML nodes or 2 for SQL nodes.")
	}
	return validate.CheckName("the node type's name", draft.Name, maxName)
}

// putNodeType writes the three files of a node type.
func (v *Revision) putNodeType(t transform.NodeType, draft NodeTypeDraft) (Edit, error) {
	t.Name, t.IsDisabled, t.DefaultLocation, t.SpecText = draft.Name, draft.IsDisabled, draft.DefaultLocation, draft.Spec
	isOtherKind := draft.Version != 0 && draft.Version != t.Version
	if draft.Version != 0 {
		t.Version = draft.Version
	}
	if t.File == "" {
		folder := v.typeFolder(path.Join(nodeTypesFolder, projectfile.FileName(t.Name)+"-"+string(t.ID)))
		t.File, t.CreateFile, t.RunFile = folder+"/definition.yml", folder+"/create.sql.j2", folder+"/run.sql.j2"
	}
	original := v.Folder.Files[t.File].Content
	if isOtherKind {
		original = nil // the version of a file is written once
	}
	definition, err := projectfile.WriteNodeType(&t, original)
	if err != nil {
		return Edit{}, err
	}
	return Edit{Put: map[string][]byte{t.File: definition, t.CreateFile: []byte(draft.Create), t.RunFile: []byte(draft.Run)}}, nil
}

// typeFolder returns a folder that no other node type uses.
func (v *Revision) typeFolder(wanted string) string {
	taken := map[string]File{}
	for file, content := range v.Folder.Files {
		if parts := strings.SplitN(file, "/", 3); len(parts) == 3 && parts[0] == nodeTypesFolder {
			taken[parts[0]+"/"+parts[1]] = content
		}
	}
	return freePath(taken, wanted)
}

// DeleteNodeType deletes a node type of the project. Nodes that use it stay; validation reports them.
func (s *Service) DeleteNodeType(ctx context.Context, by account.Actor, id ids.Workspace, typ transform.NodeTypeID) error {
	_, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		t, err := v.nodeType(typ)
		if err != nil {
			return Edit{}, err
		}
		if t.IsBuiltIn || t.Package != "" {
			return Edit{}, fault.New(fault.Invalid, "node type %s does not belong to the project", typ).WithHint("Delete only types of the project.")
		}
		edit := Edit{}
		for file := range v.Folder.Files {
			if strings.HasPrefix(file, path.Dir(t.File)+"/") {
				edit.Remove = append(edit.Remove, file)
			}
		}
		return edit, nil
	})
	return err
}
