package repository

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
)

// Upload asks to import the files of a project.
type Upload struct {
	Files         map[string][]byte
	Branch        string // without commits; empty means the project's branch
	WorkspaceName string // empty means the name of the branch
}

// uploadMessage is the message of the commit of an upload.
const uploadMessage = "Import the uploaded files"

// ImportFiles commits files as the first commit of a branch, creates a workspace from it, and reports what it found. It
// is a conflict if the branch has commits.
func (s *Service) ImportFiles(ctx context.Context, by account.Actor, id ids.Project, upload Upload) (Report, error) {
	p, repo, err := s.open(ctx, by, id)
	if err != nil {
		return Report{}, err
	}
	branch := cmp.Or(upload.Branch, branchOf(p))
	report, err := understand(ctx, upload.Files)
	if err != nil {
		return Report{}, err
	}
	author, err := s.author(ctx, by, id)
	if err != nil {
		return Report{}, err
	}
	if head, err := repo.Head(ctx, branch); err != nil {
		return Report{}, err
	} else if head != "" {
		return Report{}, hasCommits(branch)
	}
	made, err := repo.Record(ctx, gitrepo.Draft{Branch: branch, Files: upload.Files, Author: author, Message: uploadMessage})
	if fault.Is(err, fault.Conflict) {
		return Report{}, hasCommits(branch)
	}
	if err != nil {
		return Report{}, err
	}
	report.Commit, report.Branch = string(made.Hash), branch
	report.Workspace, err = s.workspaceOn(ctx, by, id, branch, upload.WorkspaceName)
	return report, err
}

func hasCommits(branch string) error {
	return fault.New(fault.Conflict, "branch %s has commits already", branch).
		WithHint("Name another branch, or import into another project.")
}
