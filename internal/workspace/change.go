package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// maxEditAttempts bounds how often an edit is planned. Edits of this process are serialized, so only edits of other
// servers cause a conflict.
const maxEditAttempts = 8

// change plans an edit on the current revision and applies it. If the workspace changed in between, it plans the edit
// again, and plan rejects what no longer fits. It returns the workspace after the edit.
func (s *Service) change(ctx context.Context, by account.Actor, id ids.Workspace, plan func(*Revision) (Edit, error)) (*Revision, error) {
	open := s.cache.get(workspaceKey{by.Organization, id})
	select {
	case open.editLock <- struct{}{}:
		defer func() { <-open.editLock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for attempt := 1; ; attempt++ {
		current, err := s.CurrentRevision(ctx, by.Organization, id)
		if err != nil {
			return nil, err
		}
		edit, err := plan(current)
		if err != nil {
			return nil, err
		}
		edit.Revision = &current.Folder.Revision
		revision, err := s.options.Store.Apply(ctx, by, id, edit)
		if fault.Is(err, fault.Conflict) && attempt < maxEditAttempts {
			continue
		}
		if err != nil {
			return nil, err
		}
		after := current.Workspace
		after.Revision = revision
		return s.currentRevision(ctx, after)
	}
}

// Version is the version that a client read before its change; nil skips the check.
type Version = *int64

// checkVersion rejects a change if the client read another version.
func checkVersion(what string, seen Version, current int64) error {
	if seen == nil || *seen == current {
		return nil
	}
	return fault.New(fault.Conflict, "%s has changed since version %d; it is at version %d now", what, *seen, current).
		WithHint("Read it again, apply your change to the current version, and send it with that version.")
}
