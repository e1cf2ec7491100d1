package gitrepo

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

const (
	branchPrefix = "refs/heads/"
	// remotePrefix is for where branches of the peer were when it was last asked.
	remotePrefix = "refs/remotes/origin/"
)

// Branch is a branch by name, and the commit that it is at.
type Branch struct {
	Name string
	Head Hash
}

// Branches gives the branches by name.
func (r *Repository) Branches(ctx context.Context) ([]Branch, error) {
	return r.references(ctx, branchPrefix)
}

// Remote gives the branches of the peer as they were when it was last asked.
func (r *Repository) Remote(ctx context.Context) ([]Branch, error) {
	return r.references(ctx, remotePrefix)
}

func (r *Repository) references(ctx context.Context, prefix string) ([]Branch, error) {
	references, err := r.storage.References(ctx)
	if err != nil {
		return nil, err
	}
	var found []Branch
	for _, reference := range references {
		if name, ok := strings.CutPrefix(reference.Name, prefix); ok {
			found = append(found, Branch{Name: name, Head: reference.Target})
		}
	}
	slices.SortFunc(found, func(x, y Branch) int { return cmp.Compare(x.Name, y.Name) })
	return found, nil
}

// Head gives the commit that a branch is at; empty when there is no such branch.
func (r *Repository) Head(ctx context.Context, branch string) (Hash, error) {
	return r.at(ctx, branchPrefix+branch)
}

// RemoteHead gives the commit that a branch of the peer was at when it was last asked; empty for none.
func (r *Repository) RemoteHead(ctx context.Context, branch string) (Hash, error) {
	return r.at(ctx, remotePrefix+branch)
}

func (r *Repository) at(ctx context.Context, name string) (Hash, error) {
	references, err := r.storage.References(ctx)
	if err != nil {
		return "", err
	}
	for _, reference := range references {
		if reference.Name == name {
			return reference.Target, nil
		}
	}
	return "", nil
}

// Resolve gives the commit that a text names: a branch, or the whole name of a commit.
func (r *Repository) Resolve(ctx context.Context, text string) (Commit, error) {
	if IsHash(text) {
		return r.Commit(ctx, Hash(text))
	}
	head, err := r.Head(ctx, text)
	if err != nil {
		return Commit{}, err
	}
	if head == "" {
		return Commit{}, fault.New(fault.NotFound, "there is no branch or commit %q", text).
			WithHint("Give the name of a branch or the whole name of a commit; GET …/branches and …/commits list them.")
	}
	return r.Commit(ctx, head)
}

// MoveBranch moves a branch to a commit of the repository. From is where it must be; empty for a new branch.
func (r *Repository) MoveBranch(ctx context.Context, branch string, from, to Hash) error {
	if err := CheckBranch(branch); err != nil {
		return err
	}
	if _, err := r.Commit(ctx, to); err != nil {
		return err
	}
	if from == "" {
		if err := r.checkNesting(ctx, branch); err != nil {
			return err
		}
	}
	return r.storage.Move(ctx, Move{Name: branchPrefix + branch, From: from, To: to})
}

// checkNesting refuses a branch whose name is a folder of another's, as git does: a clone could not hold both.
func (r *Repository) checkNesting(ctx context.Context, fresh string) error {
	branches, err := r.Branches(ctx)
	if err != nil {
		return err
	}
	for _, b := range branches {
		if strings.HasPrefix(b.Name, fresh+"/") || strings.HasPrefix(fresh, b.Name+"/") {
			return fault.New(fault.Conflict, "branch %q cannot be beside branch %q: git keeps them in one place", fresh, b.Name).
				WithHint("Choose another name.")
		}
	}
	return nil
}
