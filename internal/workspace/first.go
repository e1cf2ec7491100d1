package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// firstLocation is the storage location that an empty project starts with.
const firstLocation = "WORK"

// initialize gives a workspace its first files. Somebody else may do the same at this moment; then theirs are the same.
func (d *Service) initialize(ctx context.Context, w project.Workspace) error {
	owner, err := d.options.Projects.Find(ctx, w.Organization, w.Project)
	if err != nil {
		return err
	}
	none := int64(0)
	edit := Edit{Revision: &none}
	if d.options.Heads != nil {
		var base Base
		if edit.Put, base, err = d.options.Heads.Head(ctx, w.Organization, w.Project, w.Settings.Branch); err != nil {
			return err
		}
		edit.Base = &base
	}
	if len(edit.Put) == 0 {
		edit.Base = nil
		edit.Put = emptyProject(owner.Platform)
	}
	_, err = d.options.Store.Apply(ctx, account.Actor{Organization: w.Organization}, w.ID, edit)
	if fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// emptyProject is a project with one storage location and nothing in it.
func emptyProject(platform project.PlatformKind) map[string][]byte {
	return projectfile.Files(&transform.Project{
		Manifest:  transform.Manifest{Platform: string(platform), DefaultStorageMapping: firstLocation},
		Locations: []string{firstLocation},
	})
}
