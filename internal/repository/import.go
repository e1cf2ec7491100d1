package repository

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
)

// Import asks to import an existing repository.
type Import struct {
	URL           string // or the path of a folder; empty means the project's remote
	Branch        string // empty means the repository's current branch
	Account       string // of the actor; empty means the linked account, for the project's remote only
	WorkspaceName string // empty means the name of the branch
}

// Report lists what was found in a repository.
type Report struct {
	Commit      string
	Branch      string
	Workspace   project.Workspace
	Counts      map[string]int // of the parts of the project, by kind
	Diagnostics []diagnostic.Diagnostic
}

// Import fetches a branch of a repository, creates a branch and a workspace from it, and reports what it found. A
// project without commits uses that branch from then on. It is a conflict if the branch exists here with other commits.
func (s *Service) Import(ctx context.Context, by account.Actor, id ids.Project, wish Import) (Report, error) {
	p, repo, err := s.open(ctx, by, id)
	if err != nil {
		return Report{}, err
	}
	peer, err := s.source(ctx, by, p, wish)
	if err != nil {
		return Report{}, err
	}
	if wish.URL == "" && wish.Branch == "" {
		wish.Branch = p.GitBranch
	}
	peers, err := s.peers(ctx, by.Organization)
	if err != nil {
		return Report{}, err
	}
	fetched, err := repo.Fetch(ctx, peers, peer, wish.Branch)
	if err != nil {
		return Report{}, err
	}
	files, err := filesAt(ctx, repo, fetched.Head)
	if err != nil {
		return Report{}, err
	}
	report, err := understand(ctx, files)
	if err != nil {
		return Report{}, err
	}
	if err := s.fastForward(ctx, repo, fetched); err != nil {
		return Report{}, err
	}
	if err := s.adoptBranch(ctx, by, p, fetched.Branch); err != nil {
		return Report{}, err
	}
	report.Commit, report.Branch = string(fetched.Head), fetched.Branch
	report.Workspace, err = s.workspaceOn(ctx, by, id, fetched.Branch, wish.WorkspaceName)
	return report, err
}

// workspaceOn creates a workspace on a branch, with its files. Without a name it has that of the branch.
func (s *Service) workspaceOn(
	ctx context.Context, by account.Actor, id ids.Project, branch, name string,
) (project.Workspace, error) {
	made, err := s.Workspaces.CreateOn(ctx, by, project.Workspace{
		Project: id, Name: cmp.Or(name, branch), Settings: project.WorkspaceSettings{Branch: branch},
	})
	if err != nil {
		return project.Workspace{}, err
	}
	if _, err := s.Files.Load(ctx, by.Organization, made.ID); err != nil { // loads the files of the branch
		return project.Workspace{}, err
	}
	return s.Workspaces.Get(ctx, by.Organization, made.ID)
}

// adoptBranch makes the imported branch the project's branch if the project names none and has no commits on the
// default one.
func (s *Service) adoptBranch(ctx context.Context, by account.Actor, p project.Project, branch string) error {
	if p.GitBranch != "" || branch == project.DefaultBranch {
		return nil
	}
	usual, err := gitrepo.Open(s.Storages.Storage(by, p.ID), s.Limits).Head(ctx, project.DefaultBranch)
	if err != nil || usual != "" {
		return err
	}
	_, err = s.Projects.Change(ctx, by, p.ID, func(p *project.Project) error {
		p.GitBranch = cmp.Or(p.GitBranch, branch)
		return nil
	})
	return err
}

// source returns the repository to import.
func (s *Service) source(ctx context.Context, by account.Actor, p project.Project, wish Import) (gitrepo.Peer, error) {
	if wish.URL == "" {
		if p.GitRepo == "" {
			return gitrepo.Peer{}, fault.New(fault.Invalid, "the address of the repository is missing").
				WithHint("Set url, or the project's gitRepo.")
		}
		wish.URL = p.GitRepo
		if wish.Account == "" {
			return s.remote(ctx, by, p)
		}
	}
	address, err := gitrepo.ParseAddress(wish.URL)
	if err != nil {
		return gitrepo.Peer{}, err
	}
	peer := gitrepo.Peer{Address: address, Keys: s.Storages.Keys(by, p.ID)}
	if wish.Account == "" {
		return peer, nil
	}
	found, err := s.Accounts.Get(ctx, by, wish.Account, "")
	if err != nil {
		return gitrepo.Peer{}, err
	}
	peer.Credential, err = s.Accounts.Credential(found)
	return peer, err
}

// fastForward moves the branch here to the fetched commit, if that is a descendant.
func (s *Service) fastForward(ctx context.Context, repo *gitrepo.Repository, fetched gitrepo.Fetched) error {
	here, err := repo.Head(ctx, fetched.Branch)
	if err != nil || here == fetched.Head {
		return err
	}
	if here != "" {
		leads, err := repo.IsAncestor(ctx, here, fetched.Head)
		if err != nil {
			return err
		}
		if !leads {
			return fault.New(fault.Conflict, "branch %s exists already and has other commits", fetched.Branch).
				WithHint("Import into another project, or another branch; or set gitRepo and pull.")
		}
	}
	return repo.MoveBranch(ctx, fetched.Branch, here, fetched.Head)
}

// understand reads a project and counts its parts.
func understand(ctx context.Context, files map[string][]byte) (Report, error) {
	packed, err := snapshot.PackFiles(files)
	if err != nil {
		return Report{}, err
	}
	folder, err := packed.Open()
	if err != nil {
		return Report{}, err
	}
	compiled := compiler.Compile(folder, compiler.Options{WithoutSQL: true, Interrupt: ctx.Err})
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	p := compiled.Project
	counts := map[string]int{
		"nodes": len(p.Nodes), "nodeTypes": 0, "macros": len(p.Macros), "jobs": len(p.Jobs), "subgraphs": len(p.Subgraphs),
		"environments": len(p.Environments), "packages": len(p.Packages), "locations": len(p.Locations), "files": len(files),
	}
	for i := range p.NodeTypes {
		if !p.NodeTypes[i].IsBuiltIn {
			counts["nodeTypes"]++
		}
	}
	return Report{Counts: counts, Diagnostics: compiled.Diagnostics}, nil
}
