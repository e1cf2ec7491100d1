package workspace

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Service edits and reads the contents of workspaces. It caches the most recently used ones.
type Service struct {
	options      Options
	cache        *workspaceCache
	compileSlots chan struct{} // one for each concurrent compilation
}

// Options are the dependencies of the service.
type Options struct {
	Store       Store
	Workspaces  Workspaces
	Projects    Projects
	Connections Connections
	// Heads returns the files that a workspace starts with; nil starts every workspace with an empty project.
	Heads Heads
	// Engine opens the engine of a workspace; nil disables previews of data.
	Engine func(ctx context.Context, use project.EngineUse) (engine.Engine, func(), error)
	// PreviewTimeout is how long the query of a preview may take; 0 for no limit.
	PreviewTimeout time.Duration
	// DataFolderID identifies the data folder of this process, which embedded engines are bound to.
	DataFolderID string
}

// Workspaces reads workspaces.
type Workspaces interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error)
}

// Projects reads projects.
type Projects interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Project) (project.Project, error)
}

// Connections reads connections, and binds an embedded connection to a data folder.
type Connections interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Connection) (project.Connection, error)
	Default(ctx context.Context, organization ids.Organization) (project.Connection, error)
	BindDataFolder(ctx context.Context, organization ids.Organization, id ids.Connection, home string) (string, error)
}

// Heads reads the newest files of a branch.
type Heads interface {
	// Head returns the files at the head of a branch and the commit. It returns no files and no error if the repository
	// or the branch does not exist.
	Head(ctx context.Context, organization ids.Organization, project ids.Project, branch string) (map[string][]byte, Base, error)
}

// maxCompilations bounds how much memory concurrent compilations use. Each of them uses all processors.
const maxCompilations = 2

// maxCachedNodes bounds the memory of the cache: a node takes some tens of kilobytes.
const maxCachedNodes = 20_000

// NewService creates the service.
func NewService(options Options) *Service {
	return &Service{options: options, cache: newWorkspaceCache(maxCachedNodes), compileSlots: make(chan struct{}, maxCompilations)}
}

// Files returns the files of a workspace by path. The caller must not change their contents.
func (s *Service) Files(ctx context.Context, organization ids.Organization, id ids.Workspace) (map[string][]byte, error) {
	folder, err := s.Load(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(folder.Files))
	for path, file := range folder.Files {
		files[path] = file.Content
	}
	return files, nil
}

// Load returns the files of a workspace with their versions. It initializes a workspace without files.
func (s *Service) Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (Folder, error) {
	found, err := s.options.Workspaces.Find(ctx, organization, id)
	if err != nil {
		return Folder{}, err
	}
	if found.Revision == 0 {
		if err := s.initialize(ctx, found); err != nil {
			return Folder{}, err
		}
	}
	return s.options.Store.Load(ctx, organization, id)
}

// Apply changes files of a workspace.
func (s *Service) Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit Edit) (int64, error) {
	return s.options.Store.Apply(ctx, by, id, edit)
}
