package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// initialLocation is the storage location of an empty project.
const initialLocation = "WORK"

// initialize writes the first files of a workspace. A concurrent request may do the same; then its files are the same.
func (s *Service) initialize(ctx context.Context, w project.Workspace) error {
	owner, err := s.options.Projects.Find(ctx, w.Organization, w.Project)
	if err != nil {
		return err
	}
	none := int64(0)
	edit := Edit{Revision: &none}
	if s.options.Heads != nil {
		var base Base
		if edit.Put, base, err = s.options.Heads.Head(ctx, w.Organization, w.Project, w.Settings.Branch); err != nil {
			return err
		}
		edit.Base = &base
	}
	if len(edit.Put) == 0 {
		edit.Base = nil
		edit.Put = emptyProject(owner.Platform)
	}
	_, err = s.options.Store.Apply(ctx, account.Actor{Organization: w.Organization}, w.ID, edit)
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// emptyProject returns a project with one storage location and no nodes.
func emptyProject(platform project.PlatformKind) map[string][]byte {
	return projectfile.Files(&transform.Project{
		Manifest:  transform.Manifest{Platform: string(platform), DefaultStorageMapping: initialLocation},
		Locations: []string{initialLocation},
	})
}
