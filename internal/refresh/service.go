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
)

// Service is the service for runs.
type Service struct {
	run.Reader

	options Options
	store   run.Store
}

// Options are what the service works with.
type Options struct {
	Store          run.Store
	Environments   Environments
	Workspaces     Workspaces
	Connections    Connections
	Compiler       Compiler
	Drafts         WorkspaceCompiler
	ForeignObjects FindForeignObjects
	// Engine opens the engine of a connection, and Look asks it what it has, before a development run is planned.
	Engine  func(ctx context.Context, organization ids.Organization, connection ids.Connection) (engine.Engine, func(), error)
	Observe ObserveEngine
	// DataFolderID names the data folder of this process, which embedded engines are bound to.
	DataFolderID string
	// Wake tells the runner of this process that there is something to do. It does not wait.
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

// Connections finds connections, and the data folder that an embedded one is bound to.
type Connections interface {
	Find(ctx context.Context, organization ids.Organization, id ids.Connection) (project.Connection, error)
	Default(ctx context.Context, organization ids.Organization) (project.Connection, error)
	BindDataFolder(ctx context.Context, organization ids.Organization, id ids.Connection, home string) (string, error)
}

// Compiler compiles what is deployed.
type Compiler interface {
	Compile(ctx context.Context, organization ids.Organization, snapshot string, place snapshot.CompileTarget) (*compiler.Compilation, error)
	CompileOnce(ctx context.Context, organization ids.Organization, snapshot string, place snapshot.CompileTarget) (*compiler.Compilation, error)
	Save(ctx context.Context, organization ids.Organization, snapshot snapshot.Snapshot) error
}

// New makes the service.
func New(options Options) *Service {
	if options.Wake == nil {
		options.Wake = func() {}
	}
	return &Service{Reader: options.Store, options: options, store: options.Store}
}

// Cancel ends a waiting run, and tells a running one to stop.
func (s *Service) Cancel(ctx context.Context, by account.Actor, id ids.Run) error {
	if _, err := s.store.Cancel(ctx, by, id); err != nil {
		return err
	}
	s.options.Wake()
	return nil
}

// Overview gives the newest run that the actor can see and how busy the scheduler is.
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
