package repository

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
)

// The ways in which a file can differ.
const (
	Added   = "added"
	Changed = "changed"
	Removed = "removed"
)

// Change is a file that differs between two states of a project, with the part of the project that it defines.
type Change struct {
	Part

	Path          string
	Change        string
	Before, After []byte // nil if the file does not exist
}

// Diff is the difference between two states of a project.
type Diff struct {
	From, To string // commits; empty for a workspace, and for nothing
	Changes  []Change
}

// compare gives the files that differ, by path.
func compare(before, after map[string][]byte) []Change {
	var changes []Change
	for path, was := range before {
		now, is := after[path]
		switch {
		case !is:
			changes = append(changes, Change{Path: path, Change: Removed, Before: was})
		case !bytes.Equal(was, now):
			changes = append(changes, Change{Path: path, Change: Changed, Before: was, After: now})
		}
	}
	for path, now := range after {
		if _, was := before[path]; !was {
			changes = append(changes, Change{Path: path, Change: Added, After: now})
		}
	}
	slices.SortFunc(changes, func(x, y Change) int { return cmp.Compare(x.Path, y.Path) })
	return changes
}

// describe says what each change is about: as it is after it, or was before it.
func describe(changes []Change) {
	before, after := map[string][]byte{}, map[string][]byte{}
	for _, change := range changes {
		if change.Change != Added {
			before[change.Path] = change.Before
		}
		if change.Change != Removed {
			after[change.Path] = change.After
		}
	}
	was, is := partsOf(before), partsOf(after)
	for i, change := range changes {
		changes[i].Part = is[change.Path]
		if change.Change == Removed || changes[i].ID == "" && was[change.Path].ID != "" {
			changes[i].Part = was[change.Path]
		}
	}
}

// DiffCommits compares two commits, each named by a branch or by itself.
func (s *Service) DiffCommits(ctx context.Context, organization ids.Organization, id ids.Project, from, to string) (Diff, error) {
	_, repo, err := s.open(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return Diff{}, err
	}
	before, err := repo.Resolve(ctx, from)
	if err != nil {
		return Diff{}, err
	}
	after, err := repo.Resolve(ctx, to)
	if err != nil {
		return Diff{}, err
	}
	changes, err := changesBetween(ctx, repo, before.Hash, after.Hash)
	return Diff{From: string(before.Hash), To: string(after.Hash), Changes: changes}, err
}

// changesBetween compares two commits. Only what differs is read.
func changesBetween(ctx context.Context, repo *gitrepo.Repository, from, to gitrepo.Hash) ([]Change, error) {
	found, err := repo.Diff(ctx, from, to)
	if err != nil {
		return nil, err
	}
	var names []gitrepo.Hash
	for _, change := range found {
		names = append(names, change.From, change.To)
	}
	contents, err := repo.Contents(ctx, names)
	if err != nil {
		return nil, err
	}
	changes := make([]Change, len(found))
	for i, change := range found {
		changes[i] = Change{Path: change.Path, Change: Changed, Before: contents[change.From], After: contents[change.To]}
		switch {
		case change.From == "":
			changes[i].Change = Added
		case change.To == "":
			changes[i].Change = Removed
		}
	}
	describe(changes)
	return changes, nil
}

// DiffWorkspace compares a commit with a workspace. Without a ref it is the commit that the workspace was last in step
// with, so that the difference is what a commit would hold.
func (s *Service) DiffWorkspace(ctx context.Context, organization ids.Organization, id ids.Workspace, ref string) (Diff, error) {
	b, err := s.openCheckout(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return Diff{}, err
	}
	at := b.base()
	if ref != "" {
		commit, err := b.repo.Resolve(ctx, ref)
		if err != nil {
			return Diff{}, err
		}
		at = commit.Hash
	}
	before, err := filesAt(ctx, b.repo, at)
	if err != nil {
		return Diff{}, err
	}
	changes := compare(before, b.files())
	describe(changes)
	return Diff{From: string(at), Changes: changes}, nil
}
