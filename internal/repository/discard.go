package repository

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/workspace"
)

// Discard restores files of a workspace as they are in its base commit, and deletes those that the commit does not have.
// It returns the changes that are left. A file without an uncommitted change is invalid; then nothing changes.
func (s *Service) Discard(ctx context.Context, by account.Actor, id ids.Workspace, paths []string) (Diff, error) {
	b, err := s.openCheckout(ctx, by, id)
	if err != nil {
		return Diff{}, err
	}
	committed, err := filesAt(ctx, b.repo, b.base())
	if err != nil {
		return Diff{}, err
	}
	files := b.files()
	for _, path := range paths {
		before, was := committed[path]
		now, is := files[path]
		switch {
		case was && (!is || string(now) != string(before)):
			files[path] = before
		case is && !was:
			delete(files, path)
		default:
			return Diff{}, fault.New(fault.Invalid, "file %q of workspace %d has no uncommitted change", path, id).
				WithHint("GET /api/v1/workspaces/%d/diff lists the changes.", id)
		}
	}
	edit := b.replace(files, workspace.Base{Branch: b.branch, Commit: string(b.base())})
	if _, err := s.Files.Apply(ctx, by, id, edit); err != nil {
		return Diff{}, err
	}
	changes := compare(committed, files)
	describe(changes)
	return Diff{From: string(b.base()), Changes: changes}, nil
}
