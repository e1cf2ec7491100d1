package repository

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/workspace"
)

// Branch is a branch of a project's repository.
type Branch struct {
	Name      string
	Commit    string
	IsDefault bool
}

// Branches returns the branches of a project by name.
func (s *Service) Branches(ctx context.Context, organization ids.Organization, id ids.Project) ([]Branch, error) {
	p, repo, err := s.open(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return nil, err
	}
	found, err := repo.Branches(ctx)
	if err != nil {
		return nil, err
	}
	branches := make([]Branch, len(found))
	for i, b := range found {
		branches[i] = Branch{Name: b.Name, Commit: string(b.Head), IsDefault: b.Name == branchOf(p)}
	}
	return branches, nil
}

// BranchDraft has the name and the start of a new branch.
type BranchDraft struct {
	Name string
	From string // a branch or a commit; empty means the project's branch
}

// CreateBranch creates a branch.
func (s *Service) CreateBranch(ctx context.Context, by account.Actor, id ids.Project, draft BranchDraft) (Branch, error) {
	p, repo, err := s.open(ctx, by, id)
	if err != nil {
		return Branch{}, err
	}
	from, err := repo.Resolve(ctx, cmp.Or(draft.From, branchOf(p)))
	if fault.Is(err, fault.NotFound) {
		return Branch{}, fault.New(fault.Invalid, "%s", fault.From(err).Message).WithHint("Commit something first, or start at another branch or commit.")
	}
	if err != nil {
		return Branch{}, err
	}
	err = repo.MoveBranch(ctx, draft.Name, "", from.Hash)
	if fault.Is(err, fault.Conflict) {
		if at, _ := repo.Head(ctx, draft.Name); at != "" {
			err = fault.New(fault.Conflict, "branch %q exists already", draft.Name).WithHint("Choose another name.")
		}
	}
	return Branch{Name: draft.Name, Commit: string(from.Hash), IsDefault: draft.Name == branchOf(p)}, err
}

// Switch asks for another branch.
type Switch struct {
	Branch  string
	Discard bool // discards changes that were not committed
	Keep    bool // keeps them; the branch must be at the base commit of the workspace
}

// SwitchBranch replaces the files of a workspace with those of another branch. Uncommitted changes are a conflict,
// unless Keep or Discard is set.
func (s *Service) SwitchBranch(ctx context.Context, by account.Actor, id ids.Workspace, wish Switch) (project.Workspace, error) {
	b, err := s.openCheckout(ctx, by, id)
	if err != nil {
		return project.Workspace{}, err
	}
	head, err := b.repo.Head(ctx, wish.Branch)
	if err != nil {
		return project.Workspace{}, err
	}
	if head == "" {
		return project.Workspace{}, fault.New(fault.Invalid, "branch %q does not exist", wish.Branch).
			WithHint("POST /api/v1/projects/%s/branches creates it.", b.project.ID)
	}
	files, err := s.filesAfterSwitch(ctx, b, head, wish)
	if err != nil {
		return project.Workspace{}, err
	}
	edit := b.replace(files, workspace.Base{Branch: wish.Branch, Commit: string(head)})
	if _, err := s.Files.Apply(ctx, by, id, edit); err != nil {
		return project.Workspace{}, err
	}
	return s.Workspaces.Get(ctx, by.Organization, id)
}

// filesAfterSwitch returns the files of a workspace that moves to a commit.
func (s *Service) filesAfterSwitch(ctx context.Context, b *checkout, head gitrepo.Hash, wish Switch) (map[string][]byte, error) {
	switch {
	case wish.Keep && wish.Discard:
		return nil, fault.New(fault.Invalid, "keep and discard exclude each other").WithHint("Set one of them.")
	case wish.Keep && head != b.base():
		return nil, fault.New(fault.Conflict, "branch %q is not at the base commit of workspace %d", wish.Branch, b.workspace.ID).
			WithHint("Commit the changes first, or create a branch at the base commit and switch to that.")
	case wish.Keep:
		return b.files(), nil
	case !wish.Discard:
		if err := s.checkClean(ctx, b, b.workspace.ID); err != nil {
			return nil, err
		}
	}
	return filesAt(ctx, b.repo, head)
}

// checkClean rejects a switch that would lose uncommitted changes.
func (s *Service) checkClean(ctx context.Context, b *checkout, id ids.Workspace) error {
	committed, err := filesAt(ctx, b.repo, b.base())
	if err != nil {
		return err
	}
	if changed := len(compare(committed, b.files())); changed > 0 {
		return fault.New(fault.Conflict, "workspace %d has %d uncommitted files", id, changed).
			WithHint("Commit them, or discard them: discard: true in the request, --discard on the command line.")
	}
	return nil
}
