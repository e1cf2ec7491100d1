package project

import (
	"context"
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// Workspace is an editable copy of a project. Its files are in package workspace.
type Workspace struct {
	Organization ids.Organization
	ID           ids.Workspace
	Project      ids.Project
	Name         string
	Status       Status // Waiting, Running Dev Run or Failed Dev Run
	CreatedAt    time.Time
	Settings     WorkspaceSettings
	// ConfirmSharedMappings lets this change map locations to schemas that others map too. It is not stored.
	ConfirmSharedMappings bool
	// Revision grows with every change of a file; 0 until there are files.
	Revision int64
	// BaseCommit is the commit that the files were last synchronized with; empty if there is none.
	BaseCommit string
}

// DefaultBranch is the branch of a workspace if neither it nor its project names one.
const DefaultBranch = "main"

// WorkspaceSettings has the settings of users; a zero value is unset.
type WorkspaceSettings struct {
	Branch     string             // empty means the project's; a stored workspace has one
	Connection ids.Connection     // empty means the organization's default
	Mappings   map[string]Mapping // by storage location; an unmapped location gets a schema of the workspace's own
	Parameters json.RawMessage    // a JSON object, byte for byte as sent; empty means {}
}

// WorkspaceOrder lists the fields that a list of workspaces can be ordered by; id is by number.
var WorkspaceOrder = page.Fields{"id", "name", "project"}

// WorkspaceQuery selects the workspaces of a list.
type WorkspaceQuery struct {
	Sees    account.Visibility
	Project ids.Project // empty means all projects
	Page    page.Request
}

// WorkspaceStore stores workspaces.
type WorkspaceStore interface {
	// Create stores a workspace under the next number of its organization and returns it.
	Create(ctx context.Context, by account.Actor, workspace Workspace) (Workspace, error)
	Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (Workspace, error)
	List(ctx context.Context, query WorkspaceQuery) (page.Result[Workspace], error)
	// Change reads a workspace, calls change and stores the new name and settings, in one transaction.
	Change(ctx context.Context, by account.Actor, id ids.Workspace, change func(*Workspace) error) (Workspace, error)
	Delete(ctx context.Context, by account.Actor, id ids.Workspace) error
}

// WorkspaceNotFound returns the fault for a workspace that does not exist or that the caller may not see.
func WorkspaceNotFound(id string) error {
	return fault.New(fault.NotFound, "workspace %s was not found", id).
		WithHint("GET /api/v1/workspaces lists the workspaces that you can see.")
}

// Workspaces manages workspaces.
type Workspaces struct {
	store WorkspaceStore
	now   func() time.Time
}

// NewWorkspaces returns the service.
func NewWorkspaces(store WorkspaceStore, now func() time.Time) *Workspaces {
	return &Workspaces{store: store, now: now}
}

// Create creates a workspace in a project.
func (s *Workspaces) Create(ctx context.Context, by account.Actor, project ids.Project, name string) (Workspace, error) {
	return s.CreateOn(ctx, by, Workspace{Project: project, Name: name})
}

// CreateOn creates a workspace with a name and settings, such as a branch.
func (s *Workspaces) CreateOn(ctx context.Context, by account.Actor, draft Workspace) (Workspace, error) {
	workspace := Workspace{
		Project: draft.Project, Name: draft.Name, Settings: draft.Settings, CreatedAt: s.now(), ConfirmSharedMappings: draft.ConfirmSharedMappings,
	}
	if err := workspace.check(); err != nil {
		return Workspace{}, err
	}
	return s.store.Create(ctx, by, workspace)
}

// Get returns a workspace.
func (s *Workspaces) Get(ctx context.Context, organization ids.Organization, id ids.Workspace) (Workspace, error) {
	return s.store.Find(ctx, organization, id)
}

// List returns a page of the workspaces that the actor can see.
func (s *Workspaces) List(ctx context.Context, query WorkspaceQuery) (page.Result[Workspace], error) {
	return s.store.List(ctx, query)
}

// WorkspacePatch changes a workspace. Unset fields stay; empty values clear.
type WorkspacePatch struct {
	Name       Optional[string]
	Branch     Optional[string]
	Connection Optional[ids.Connection]
	Mappings   Optional[map[string]Mapping]
	Parameters Optional[json.RawMessage]
	// ConfirmSharedMappings lets locations lead to schemas that others map too.
	ConfirmSharedMappings bool
}

// Update changes a workspace.
func (s *Workspaces) Update(ctx context.Context, by account.Actor, id ids.Workspace, patch WorkspacePatch) (Workspace, error) {
	return s.store.Change(ctx, by, id, func(workspace *Workspace) error {
		patch.Name.set(&workspace.Name)
		patch.Branch.set(&workspace.Settings.Branch)
		patch.Connection.set(&workspace.Settings.Connection)
		patch.Mappings.set(&workspace.Settings.Mappings)
		patch.Parameters.set(&workspace.Settings.Parameters)
		workspace.ConfirmSharedMappings = patch.ConfirmSharedMappings
		return workspace.check()
	})
}

// Delete deletes a workspace.
func (s *Workspaces) Delete(ctx context.Context, by account.Actor, id ids.Workspace) error {
	return s.store.Delete(ctx, by, id)
}

func (w *Workspace) check() error {
	if err := validate.CheckName("the workspace's name", w.Name, maxName); err != nil {
		return err
	}
	if err := validate.CheckLine("branch", w.Settings.Branch, maxName); err != nil {
		return err
	}
	if err := checkMappings(w.Settings.Mappings); err != nil {
		return err
	}
	return checkParameters(w.Settings.Parameters)
}
