package repository

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/workspace"
)

// checkout is a workspace with its repository.
type checkout struct {
	project   project.Project
	workspace project.Workspace
	repo      *gitrepo.Repository
	branch    string
	folder    workspace.Folder
}

// openCheckout opens a workspace.
func (s *Service) openCheckout(ctx context.Context, by account.Actor, id ids.Workspace) (*checkout, error) {
	found, err := s.Workspaces.Get(ctx, by.Organization, id)
	if err != nil {
		return nil, err
	}
	b := &checkout{workspace: found}
	if b.project, b.repo, err = s.open(ctx, by, found.Project); err != nil {
		return nil, err
	}
	if b.folder, err = s.Files.Load(ctx, by.Organization, id); err != nil {
		return nil, err
	}
	// Loading creates its first files and sets its branch.
	b.branch = cmp.Or(found.Settings.Branch, branchOf(b.project))
	return b, nil
}

// base returns the commit that the workspace was last synchronized with; empty if there is none.
func (b *checkout) base() gitrepo.Hash { return gitrepo.Hash(b.folder.BaseCommit) }

// files returns the files of the workspace.
func (b *checkout) files() map[string][]byte {
	files := make(map[string][]byte, len(b.folder.Files))
	for path, file := range b.folder.Files {
		files[path] = file.Content
	}
	return files
}

// replace returns the edit that makes these the files of the workspace, synchronized with a commit. It fails if the
// workspace is edited meanwhile.
func (b *checkout) replace(files map[string][]byte, base workspace.Base) workspace.Edit {
	edit := workspace.Edit{Put: map[string][]byte{}, Revision: &b.folder.Revision, Base: &base}
	for path, content := range files {
		if now, is := b.folder.Files[path]; !is || string(now.Content) != string(content) {
			edit.Put[path] = content
		}
	}
	for path := range b.folder.Files {
		if _, is := files[path]; !is {
			edit.Remove = append(edit.Remove, path)
		}
	}
	return edit
}

// filesAt returns the files of a commit that a workspace can contain; none for an empty commit.
func filesAt(ctx context.Context, repo *gitrepo.Repository, commit gitrepo.Hash) (map[string][]byte, error) {
	if commit == "" {
		return map[string][]byte{}, nil
	}
	files, err := repo.Files(ctx, commit)
	return holdable(files), err
}

// holdable returns the files that a workspace can contain. The others stay in the repository only.
func holdable(files map[string][]byte) map[string][]byte {
	held := make(map[string][]byte, len(files))
	for path, content := range files {
		if canHold(path, int64(len(content))) {
			held[path] = content
		}
	}
	return held
}

func canHold(path string, size int64) bool {
	edit := workspace.Edit{Put: map[string][]byte{path: nil}}
	return size <= workspace.MaxFileBytes && edit.Check() == nil
}
