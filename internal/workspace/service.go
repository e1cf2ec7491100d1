package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Service is the service for what is in workspaces. It keeps those in memory that were used last.
type Service struct {
	options Options
	sheets  *workspaceCache
	turns   chan struct{} // one for each compilation that may go on at once
}

// Options are what the service works with.
type Options struct {
	Store       Store
	Workspaces  Workspaces
	Projects    Projects
	Connections Connections
	// Heads gives the files that a workspace starts with; nil starts every workspace with an empty project.
	Heads Heads
	// Engine opens the engine of a connection; nil when data cannot be looked at.
	Engine func(ctx context.Context, organization ids.Organization, connection ids.Connection) (engine.Engine, func(), error)
	// DataFolderID names the data folder of this process, which embedded engines are bound to.
	DataFolderID string
}

// Workspaces finds workspaces.
type Workspaces interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error)
}

// Projects finds projects.
type Projects interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Project) (project.Project, error)
}

// Connections finds connections, and the data folder that an embedded one is bound to.
type Connections interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Connection) (project.Connection, error)
	Default(ctx context.Context, organization ids.Organization) (project.Connection, error)
	BindDataFolder(ctx context.Context, organization ids.Organization, id ids.Connection, home string) (string, error)
}

// Heads finds the newest files of a branch.
type Heads interface {
	// Head gives the files at the head of a branch with the commit. A repository or a branch that is not there has none,
	// and that is no error.
	Head(ctx context.Context, organization ids.Organization, project ids.Project, branch string) (map[string][]byte, Base, error)
}

// maxAtOnce bounds how much memory compilations take together. Each of them uses all processors.
const maxAtOnce = 2

// maxNodesKept bounds what is kept in memory: a node takes some tens of kilobytes.
const maxNodesKept = 20_000

// NewDesk creates the service.
func NewDesk(options Options) *Service {
	return &Service{options: options, sheets: newShelf(maxNodesKept), turns: make(chan struct{}, maxAtOnce)}
}

// Files gives the files of a workspace by their paths. Their contents are not to be changed.
func (d *Service) Files(ctx context.Context, organization ids.Organization, id ids.Workspace) (map[string][]byte, error) {
	folder, err := d.Load(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(folder.Files))
	for path, file := range folder.Files {
		files[path] = file.Content
	}
	return files, nil
}

// Load gives the files of a workspace with their versions. One that has none yet gets its first ones.
func (d *Service) Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (Folder, error) {
	found, err := d.options.Workspaces.Find(ctx, organization, id)
	if err != nil {
		return Folder{}, err
	}
	if found.Revision == 0 {
		if err := d.initialize(ctx, found); err != nil {
			return Folder{}, err
		}
	}
	return d.options.Store.Load(ctx, organization, id)
}

// Apply changes files of a workspace.
func (d *Service) Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit Edit) (int64, error) {
	return d.options.Store.Apply(ctx, by, id, edit)
}
