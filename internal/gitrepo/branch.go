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
	// remotePrefix is for the branches of the peer as of the last fetch or push.
	remotePrefix = "refs/remotes/origin/"
)

// Branch is a branch with its head commit.
type Branch struct {
	Name string
	Head Hash
}

// Branches returns the branches by name.
func (r *Repository) Branches(ctx context.Context) ([]Branch, error) {
	return r.references(ctx, branchPrefix)
}

// Remote returns the branches of the peer as of the last fetch or push.
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

// Head returns the head commit of a branch; empty if the branch does not exist.
func (r *Repository) Head(ctx context.Context, branch string) (Hash, error) {
	return r.at(ctx, branchPrefix+branch)
}

// RemoteHead returns the head commit of a branch of the peer as of the last fetch or push; empty if there is none.
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

// Resolve returns the commit of a branch name or a full commit hash.
func (r *Repository) Resolve(ctx context.Context, text string) (Commit, error) {
	if IsHash(text) {
		return r.Commit(ctx, Hash(text))
	}
	head, err := r.Head(ctx, text)
	if err != nil {
		return Commit{}, err
	}
	if head == "" {
		return Commit{}, fault.New(fault.NotFound, "branch or commit %q does not exist", text).
			WithHint("Use the name of a branch or the full hash of a commit; GET …/branches and …/commits list them.")
	}
	return r.Commit(ctx, head)
}

// MoveBranch moves a branch to a commit of the repository. From is its expected head; empty for a new branch.
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

// checkNesting rejects a branch whose name is a folder of another's, as git does: a clone could not contain both.
func (r *Repository) checkNesting(ctx context.Context, fresh string) error {
	branches, err := r.Branches(ctx)
	if err != nil {
		return err
	}
	for _, b := range branches {
		if strings.HasPrefix(b.Name, fresh+"/") || strings.HasPrefix(fresh, b.Name+"/") {
			return fault.New(fault.Conflict, "branch %q conflicts with branch %q: git stores one as a folder of the other", fresh, b.Name).
				WithHint("Choose another name.")
		}
	}
	return nil
}
