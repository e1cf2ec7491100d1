package workspace

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

const (
	manifestFile = "data.yml"
	maxLocations = 1_000
)

// Locations are the storage locations of a workspace.
type Locations struct {
	Names    []string
	Default  string
	Mappings map[string]transform.Mapping // of each location
	Version  int64
}

func (v *Revision) locations() Locations {
	p := v.Compilation.Project
	l := Locations{
		Names: slices.Clone(p.Locations), Default: p.Manifest.DefaultStorageMapping, Version: v.Version(locationsFile),
		Mappings: make(map[string]transform.Mapping, len(p.Locations)),
	}
	for _, name := range p.Locations {
		l.Mappings[name] = v.Compilation.Renderer.MappingOf(&transform.Node{Location: name})
	}
	return l
}

// Locations returns the storage locations of a workspace.
func (s *Service) Locations(ctx context.Context, organization ids.Organization, id ids.Workspace) (Locations, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Locations{}, err
	}
	return revision.locations(), nil
}

// LocationsDraft is the list of storage locations that a client sends.
type LocationsDraft struct {
	Names   []string
	Default string // empty keeps it if it still exists, else selects the first
	Seen    Version
}

// SetLocations replaces the list of storage locations. It rejects removing a location that has nodes.
func (s *Service) SetLocations(ctx context.Context, by account.Actor, id ids.Workspace, draft LocationsDraft) (Locations, error) {
	if err := draft.check(); err != nil {
		return Locations{}, err
	}
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		if err := checkVersion("the list of locations", draft.Seen, v.Version(locationsFile)); err != nil {
			return Edit{}, err
		}
		for _, n := range v.Compilation.Nodes() {
			if slices.Contains(v.Compilation.Project.Locations, n.Location) && !slices.Contains(draft.Names, n.Location) {
				return Edit{}, fault.New(fault.Invalid, "the Storage Location %s has nodes, such as %s", n.Location, n.Name).
					WithHint("Move or delete its nodes first.")
			}
		}
		return v.setLocations(draft)
	})
	if err != nil {
		return Locations{}, err
	}
	return revision.locations(), nil
}

func (draft *LocationsDraft) check() error {
	if len(draft.Names) == 0 || len(draft.Names) > maxLocations {
		return fault.New(fault.Invalid, "the list has %d locations", len(draft.Names)).WithHint("Send from 1 to %d locations.", maxLocations)
	}
	seen := map[string]bool{}
	for _, name := range draft.Names {
		if err := validate.CheckName("the location's name", name, maxName); err != nil {
			return err
		}
		if projectfile.FileName(name) != name {
			return fault.New(fault.Invalid, "a Storage Location cannot be called %q", name).WithHint("Use only letters, digits, underscores and hyphens.")
		}
		if seen[name] {
			return fault.New(fault.Invalid, "the Storage Location %s occurs twice", name).WithHint("Name each location once.")
		}
		seen[name] = true
	}
	if draft.Default != "" && !seen[draft.Default] {
		return fault.New(fault.Invalid, "the default Storage Location %.100q is not in the list", draft.Default).WithHint("Choose a location of the list.")
	}
	return nil
}

// setLocations writes the locations. The default location is stored in two files.
func (v *Revision) setLocations(draft LocationsDraft) (Edit, error) {
	chosen := draft.Default
	if before := v.Compilation.Project.Manifest.DefaultStorageMapping; chosen == "" && slices.Contains(draft.Names, before) {
		chosen = before
	}
	if chosen == "" {
		chosen = draft.Names[0]
	}
	content, err := projectfile.WriteLocations(&projectfile.Locations{Names: draft.Names, DefaultStorageMapping: chosen},
		v.Folder.Files[locationsFile].Content)
	if err != nil {
		return Edit{}, err
	}
	manifest := v.Compilation.Project.Manifest
	manifest.DefaultStorageMapping = chosen
	data, err := projectfile.WriteManifest(&manifest, v.Folder.Files[manifestFile].Content)
	return Edit{Put: map[string][]byte{locationsFile: content, manifestFile: data}}, err
}
