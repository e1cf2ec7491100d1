package project

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// firstWorkspace is the name of the workspace that every project starts with.
const firstWorkspace = "main"

// Projects manages projects.
type Projects struct {
	store ProjectStore
	now   func() time.Time
}

// NewProjects returns the service.
func NewProjects(store ProjectStore, now func() time.Time) *Projects {
	return &Projects{store: store, now: now}
}

// Create creates a project with one workspace; the actor becomes its administrator.
func (s *Projects) Create(ctx context.Context, by account.Actor, draft Project) (Project, error) {
	draft.Organization = by.Organization
	draft.ID = ids.New[ids.Project]()
	draft.CreatedAt = s.now()
	if err := draft.check(); err != nil {
		return Project{}, err
	}
	workspace := Workspace{Project: draft.ID, Name: firstWorkspace, CreatedAt: draft.CreatedAt}
	return draft, s.store.Create(ctx, by, draft, workspace)
}

// Get returns a project.
func (s *Projects) Get(ctx context.Context, organization ids.Organization, id ids.Project) (Project, error) {
	return s.store.Find(ctx, organization, id)
}

// List returns a page of the projects that the actor can see.
func (s *Projects) List(ctx context.Context, sees account.Visibility, request page.Request) (page.Result[Project], error) {
	return s.store.List(ctx, sees, request)
}

// ProjectPatch changes a project. Unset fields stay; empty values clear.
type ProjectPatch struct {
	Name        Optional[string]
	Description Optional[string]
	Platform    Optional[PlatformKind]
	GitAccount  Optional[string]
	GitRepo     Optional[string]
	GitBranch   Optional[string]
}

// Update changes a project. A repository on another host drops the git account: otherwise an editor of the project
// could send its token to their own host.
func (s *Projects) Update(ctx context.Context, by account.Actor, id ids.Project, patch ProjectPatch) (Project, error) {
	return s.store.Change(ctx, by, id, func(project *Project) error {
		origin := project.GitOrigin()
		patch.Name.set(&project.Name)
		patch.Description.set(&project.Description)
		patch.Platform.set(&project.Platform)
		patch.GitAccount.set(&project.GitAccount)
		patch.GitRepo.set(&project.GitRepo)
		patch.GitBranch.set(&project.GitBranch)
		if err := project.check(); err != nil {
			return err
		}
		if project.GitAccount != "" && !patch.GitAccount.Given && project.GitOrigin() != origin {
			return fault.New(fault.Invalid, "a repository on another host needs a git account for project %s", id).
				WithHint("Send gitRepo and gitAccountID together; null for none.")
		}
		return nil
	})
}

// Delete deletes a project with its workspaces. It is a conflict if the project has environments.
func (s *Projects) Delete(ctx context.Context, by account.Actor, id ids.Project) error {
	return s.store.Delete(ctx, by, id)
}
