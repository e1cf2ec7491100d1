package repository

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/workspace"
)

// Pull is the result of a pull.
type Pull struct {
	IsApplied bool
	Commit    string // the head of the branch
	Changes   []Change
	Conflicts []Conflict // if there are any, nothing has changed
}

// Pull merges the new commits of the branch into a workspace, after fetching the branch from the remote if the project
// has one. Uncommitted changes of the workspace stay. Conflicts are resolved as resolve says, by path, with ours (the
// workspace, or the branch here) or theirs (the branch, or the remote).
func (s *Service) Pull(ctx context.Context, by account.Actor, id ids.Workspace, resolve map[string]string) (Pull, error) {
	if err := checkResolve(resolve); err != nil {
		return Pull{}, err
	}
	b, err := s.openCheckout(ctx, by, id)
	if err != nil {
		return Pull{}, err
	}
	head, open, err := s.advance(ctx, by, b, resolve)
	if err != nil || len(open) > 0 {
		about(open)
		return Pull{Commit: string(head), Conflicts: open}, err
	}
	if head == "" {
		return Pull{}, fault.New(fault.Invalid, "branch %s has no commit yet", b.branch).WithHint("Commit something first.")
	}
	if head == b.base() {
		return Pull{IsApplied: true, Commit: string(head)}, nil
	}
	return s.bring(ctx, by, b, head, resolve)
}

// bring merges a commit into the workspace.
func (s *Service) bring(ctx context.Context, by account.Actor, b *checkout, head gitrepo.Hash, resolve map[string]string) (Pull, error) {
	base, err := filesAt(ctx, b.repo, b.base())
	if err != nil {
		return Pull{}, err
	}
	theirs, err := filesAt(ctx, b.repo, head)
	if err != nil {
		return Pull{}, err
	}
	ours := b.files()
	merged, open := sides{base: base, ours: ours, theirs: theirs}.merge(resolve)
	if len(open) > 0 {
		about(open)
		return Pull{Commit: string(head), Conflicts: open}, nil
	}
	edit := b.replace(merged, workspace.Base{Branch: b.branch, Commit: string(head)})
	if _, err := s.Files.Apply(ctx, by, b.workspace.ID, edit); err != nil {
		return Pull{}, err
	}
	changes := compare(ours, merged)
	describe(changes)
	return Pull{IsApplied: true, Commit: string(head), Changes: changes}, nil
}

// advance updates the branch of a workspace from the remote and returns its new head. If both have new commits, it
// merges them.
func (s *Service) advance(
	ctx context.Context, by account.Actor, b *checkout, resolve map[string]string,
) (gitrepo.Hash, []Conflict, error) {
	here, err := b.repo.Head(ctx, b.branch)
	if err != nil || b.project.GitRepo == "" {
		return here, nil, err
	}
	there, err := s.fetch(ctx, by, b, here)
	if err != nil || there == "" || there == here {
		return here, nil, err
	}
	if here == "" {
		return there, nil, b.repo.MoveBranch(ctx, b.branch, "", there)
	}
	common, err := b.repo.MergeBase(ctx, here, there)
	switch {
	case err != nil || common == there:
		return here, nil, err
	case common == here:
		return there, nil, b.repo.MoveBranch(ctx, b.branch, here, there)
	default:
		return s.mergeBranches(ctx, by, b, divergence{base: common, here: here, there: there}, resolve)
	}
}

// fetch fetches the branch of a workspace from the remote. A branch that the remote does not have is no error, unless
// it does not exist here either.
func (s *Service) fetch(ctx context.Context, by account.Actor, b *checkout, here gitrepo.Hash) (gitrepo.Hash, error) {
	peer, err := s.remote(ctx, by, b.project)
	if err != nil {
		return "", err
	}
	peers, err := s.peers(ctx, by.Organization)
	if err != nil {
		return "", err
	}
	fetched, err := b.repo.Fetch(ctx, peers, peer, b.branch)
	if err != nil && here != "" && gitrepo.IsNoBranch(err) {
		return "", nil
	}
	return fetched.Head, err
}

// divergence is a branch with new commits here and at the remote.
type divergence struct{ base, here, there gitrepo.Hash }

// mergeBranches commits a merge of both. Files that a workspace cannot contain come from here, unless only the remote
// changed them.
func (s *Service) mergeBranches(
	ctx context.Context, by account.Actor, b *checkout, f divergence, resolve map[string]string,
) (gitrepo.Hash, []Conflict, error) {
	var three sides
	for commit, files := range map[gitrepo.Hash]*map[string][]byte{f.base: &three.base, f.here: &three.ours, f.there: &three.theirs} {
		if commit == "" {
			continue // no common ancestor
		}
		found, err := b.repo.Files(ctx, commit)
		if err != nil {
			return "", nil, err
		}
		*files = found
	}
	merged, open := three.merge(resolve)
	if len(open) > 0 {
		return f.here, open, nil
	}
	author, err := s.author(ctx, by, b.project.ID)
	if err != nil {
		return "", nil, err
	}
	made, err := b.repo.Record(ctx, gitrepo.Draft{
		Branch: b.branch, Parents: []gitrepo.Hash{f.here, f.there}, Files: merged, Author: author,
		Message: fmt.Sprintf("Merge branch '%s' of %s", b.branch, b.project.GitRepo),
	})
	return made.Hash, nil, err
}
