package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// maxTries is how often an edit is planned when others are faster. Edits of this process take turns, so only other servers
// can be.
const maxTries = 8

// change plans an edit on the workspace as it is now and applies it. When the workspace has changed in between, the edit is
// planned again; plan is the place to refuse what no longer fits. It gives the workspace after the edit.
func (d *Service) change(ctx context.Context, by account.Actor, id ids.Workspace, plan func(*Revision) (Edit, error)) (*Revision, error) {
	s := d.sheets.get(sheetKey{by.Organization, id})
	select {
	case s.editing <- struct{}{}:
		defer func() { <-s.editing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for try := 1; ; try++ {
		view, err := d.View(ctx, by.Organization, id)
		if err != nil {
			return nil, err
		}
		edit, err := plan(view)
		if err != nil {
			return nil, err
		}
		edit.Revision = &view.Folder.Revision
		revision, err := d.options.Store.Apply(ctx, by, id, edit)
		if fault.Is(err, fault.Conflict) && try < maxTries {
			continue
		}
		if err != nil {
			return nil, err
		}
		after := view.Workspace
		after.Revision = revision
		return d.view(ctx, after)
	}
}

// Version is what somebody has seen of something before changing it; nil is nothing.
type Version = *int64

// checkVersion refuses a change by somebody who has seen another version.
func checkVersion(what string, seen Version, current int64) error {
	if seen == nil || *seen == current {
		return nil
	}
	return fault.New(fault.Conflict, "%s has changed since version %d; it is at version %d now", what, *seen, current).
		WithHint("Get it again, make your change to what is there now, and send that with its version.")
}
