package project

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/prose"
)

// Workspace is an editable copy of a project.
type Workspace struct {
	Organization ids.Organization
	ID           ids.Workspace
	Project      ids.Project
	Name         string
	CreatedAt    time.Time
}

// WorkspaceOrder is what lists of workspaces can be ordered by; id is by number.
var WorkspaceOrder = page.Fields{"id", "name", "project"}

// WorkspaceQuery is which workspaces a list shows.
type WorkspaceQuery struct {
	Sees    account.Visibility
	Project ids.Project // empty is every project
	Page    page.Request
}

// WorkspaceStore keeps workspaces.
type WorkspaceStore interface {
	// Create stores a workspace under the next number of its organisation and gives it back complete.
	Create(ctx context.Context, by account.Actor, workspace Workspace) (Workspace, error)
	Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (Workspace, error)
	List(ctx context.Context, query WorkspaceQuery) (page.Result[Workspace], error)
	Delete(ctx context.Context, by account.Actor, id ids.Workspace) error
}

// WorkspaceNotFound is the fault for a workspace that is not there or that the caller may not see.
func WorkspaceNotFound(id string) error {
	return fault.New(fault.NotFound, "workspace %s was not found", id).
		WithHint("GET /api/v1/workspaces lists the workspaces that you can see.")
}

// Workspaces is the service for workspaces.
type Workspaces struct {
	store WorkspaceStore
	now   func() time.Time
}

// NewWorkspaces makes the service.
func NewWorkspaces(store WorkspaceStore, now func() time.Time) *Workspaces {
	return &Workspaces{store: store, now: now}
}

// Create makes a workspace in a project.
func (s *Workspaces) Create(ctx context.Context, by account.Actor, project ids.Project, name string) (Workspace, error) {
	if err := prose.CheckName("the workspace's name", name, longestName); err != nil {
		return Workspace{}, err
	}
	return s.store.Create(ctx, by, Workspace{Project: project, Name: name, CreatedAt: s.now()})
}

// Get gives a workspace.
func (s *Workspaces) Get(ctx context.Context, organization ids.Organization, id ids.Workspace) (Workspace, error) {
	return s.store.Find(ctx, organization, id)
}

// List gives the workspaces that the actor can see.
func (s *Workspaces) List(ctx context.Context, query WorkspaceQuery) (page.Result[Workspace], error) {
	return s.store.List(ctx, query)
}

// Delete takes a workspace away.
func (s *Workspaces) Delete(ctx context.Context, by account.Actor, id ids.Workspace) error {
	return s.store.Delete(ctx, by, id)
}
