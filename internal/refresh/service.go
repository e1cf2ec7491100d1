package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// Service plans, starts and cancels runs, and reads them.
type Service struct {
	run.Reader

	options Options
	store   run.Store
}

// Options configures a Service.
type Options struct {
	Store          run.Store
	Builds         Builds
	Environments   Environments
	Workspaces     Workspaces
	Connections    Connections
	Compiler       Compiler
	Drafts         WorkspaceCompiler
	ForeignObjects FindForeignObjects
	// Engine opens the engine of a workspace, and Observe reads its catalog, when a development run is planned.
	Engine  func(ctx context.Context, use project.EngineUse) (engine.Engine, func(), error)
	Observe ObserveEngine
	// DataFolderID identifies the data folder of this process, to which embedded engines are bound.
	DataFolderID string
	// Wake tells the runner of this process that a run is waiting. It does not block.
	Wake func()
}

// Environments finds environments.
type Environments interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Environment) (project.Environment, error)
}

// Workspaces finds workspaces.
type Workspaces interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Workspace) (project.Workspace, error)
}

// Connections finds connections, and binds embedded ones to a data folder.
type Connections interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Connection) (project.Connection, error)
	Default(ctx context.Context, organization ids.Organization) (project.Connection, error)
	BindDataFolder(ctx context.Context, organization ids.Organization, id ids.Connection, dataFolderID string) (string, error)
}

// Compiler compiles deployed projects.
type Compiler interface {
	Compile(ctx context.Context, organization ids.Organization, snapshot string, target snapshot.CompileTarget) (*compiler.Compilation, error)
	CompileOnce(ctx context.Context, organization ids.Organization, snapshot string, target snapshot.CompileTarget) (*compiler.Compilation, error)
	Save(ctx context.Context, organization ids.Organization, snapshot snapshot.Snapshot) error
	// NodeFile returns the file that defines a node in a project snapshot.
	NodeFile(ctx context.Context, organization ids.Organization, snapshot string, node transform.NodeID) (snapshot.NodeFile, error)
}

// New returns a service.
func New(options Options) *Service {
	if options.Wake == nil {
		options.Wake = func() {}
	}
	return &Service{Reader: options.Store, options: options, store: options.Store}
}

// Cancel ends a waiting run and requests the cancellation of a running one.
func (s *Service) Cancel(ctx context.Context, by account.Actor, id ids.Run) error {
	if _, err := s.store.Cancel(ctx, by, id); err != nil {
		return err
	}
	s.options.Wake()
	return nil
}

// Overview returns the newest run that the actor can see and the number of active runs.
func (s *Service) Overview(ctx context.Context, sees account.Visibility) (run.Overview, error) {
	newest, found, err := s.store.Newest(ctx, sees)
	if err != nil {
		return run.Overview{}, err
	}
	load, err := s.store.Load(ctx, sees)
	if err != nil {
		return run.Overview{}, err
	}
	overview := run.Overview{Load: load}
	if found {
		overview.Newest = &newest
	}
	return overview, nil
}
