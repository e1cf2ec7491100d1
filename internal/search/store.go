package search

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Limits of what a search reads.
const (
	MaxVisible = 2_000 // projects, environments and workspaces, each
	MaxFiles   = 100   // files of workspaces
)

// Store reads what an actor can see.
type Store interface {
	// Scope returns the projects, environments and workspaces that the actor can see, at most MaxVisible of each; of one
	// project unless that is empty.
	Scope(ctx context.Context, sees account.Visibility, project ids.Project) (Scope, error)
	// DeployedNodes returns the names of the deployed nodes of an environment and of their columns.
	DeployedNodes(ctx context.Context, organization ids.Organization, environment ids.Environment) ([]DeployedNode, error)
	// Files returns files of the nodes and jobs of workspaces whose path contains all words, at most MaxFiles.
	Files(ctx context.Context, query FileQuery) ([]File, error)
	// Runs returns the runs that the actor can see, newest first.
	Runs(ctx context.Context, query RunQuery) ([]FoundRun, error)
}

// Snapshots reads the files of deployed projects.
type Snapshots interface {
	Get(ctx context.Context, organization ids.Organization, id string) ([]byte, error)
}

// Scope is what an actor can see.
type Scope struct {
	Projects     []VisibleProject
	Environments []VisibleEnvironment
	Workspaces   []VisibleWorkspace
}

// VisibleProject is a project that the actor can see.
type VisibleProject struct {
	ID                ids.Project
	Name, Description string
}

// VisibleEnvironment is an environment that the actor can see.
type VisibleEnvironment struct {
	ID       ids.Environment
	Project  ids.Project
	Name     string
	Snapshot string // the deployed project; empty if nothing is deployed
	Version  int64  // changes with every deployment
}

// VisibleWorkspace is a workspace that the actor can see.
type VisibleWorkspace struct {
	ID      ids.Workspace
	Project ids.Project
	Name    string
}

// DeployedNode is a deployed node.
type DeployedNode struct {
	ID                   transform.NodeID
	Name, Location, Type string
	Columns              []DeployedColumn
}

// DeployedColumn is a column of a deployed node.
type DeployedColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// FileQuery selects files of workspaces that the actor can see.
type FileQuery struct {
	Sees    account.Visibility
	Project ids.Project // empty means all
	Folders []string
	Words   []string // in lower case, with the characters of file names only
}

// File is a file of a workspace.
type File struct {
	Workspace ids.Workspace
	Path      string
	Content   string
}

// RunQuery selects runs.
type RunQuery struct {
	Sees    account.Visibility
	Number  ids.Run           // also this run; 0 for none
	Words   []string          // of the error of a failed run, in lower case
	Since   time.Time         // of failed runs
	Targets []ids.Environment // nil means all
	Limit   int
}

// FoundRun is a run that the actor can see.
type FoundRun struct {
	ID     ids.Run
	Target ids.Environment // an environment or a workspace
	Status run.Status
	Reason string
}
