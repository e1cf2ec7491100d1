package deploy

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
)

// PlanRequest asks for a plan. Exactly one of Commit, Workspace, Deployment and Files selects the project.
type PlanRequest struct {
	Environment ids.Environment
	Commit      string // a commit or branch of the project's repository
	Workspace   ids.Workspace
	Deployment  ids.Run // an earlier one of the same environment
	Files       map[string][]byte
	Message     string          // describes Files
	Parameters  json.RawMessage // instead of the environment's; empty keeps them
	Scope       difference.Scope
}

// Commits finds the files of commits.
type Commits interface {
	CommitFiles(ctx context.Context, organization ids.Organization, project ids.Project, name string) (Committed, error)
}

// Committed are the files of a commit.
type Committed struct {
	Files  map[string][]byte
	Commit string
	// Message is the commit message.
	Message string
}

// Workspaces finds the files of workspaces.
type Workspaces interface {
	// Files returns the files of a workspace of a project.
	Files(ctx context.Context, organization ids.Organization, id ids.Workspace) (map[string][]byte, error)
}

// source is the project that a plan deploys.
type source struct {
	snapshot   snapshot.Snapshot
	isStored   bool // the snapshot is stored already, and its files are not loaded
	origin     Origin
	parameters json.RawMessage // of an earlier deployment; empty if there are none
}

// source finds the files that a request selects.
func (s *Plans) source(ctx context.Context, e project.Environment, r PlanRequest) (source, error) {
	if err := r.check(); err != nil {
		return source{}, err
	}
	switch {
	case r.Deployment != 0:
		return s.earlier(ctx, e, r.Deployment)
	case r.Commit != "":
		found, err := s.options.Commits.CommitFiles(ctx, e.Organization, e.Project, r.Commit)
		if err != nil {
			return source{}, err
		}
		return s.pack(ctx, e, found.Files, Origin{found.Commit, found.Message})
	case r.Workspace != 0:
		files, err := s.workspaceFiles(ctx, e, r.Workspace)
		if err != nil {
			return source{}, err
		}
		return s.pack(ctx, e, files, Origin{Message: "Workspace " + ids.FormatNumber(r.Workspace)})
	}
	return s.pack(ctx, e, r.Files, Origin{Message: r.Message})
}

// check rejects a request that does not select exactly one project.
func (r PlanRequest) check() error {
	named := 0
	for _, isNamed := range []bool{r.Commit != "", r.Workspace != 0, r.Deployment != 0, r.Files != nil} {
		if isNamed {
			named++
		}
	}
	if named == 1 {
		return nil
	}
	return fault.New(fault.Invalid, "the request selects %d projects instead of one", named).
		WithHint("Send a commit, a workspaceID or a deployment, or an archive of the project's folder.")
}

// workspaceFiles returns the files of a workspace of the environment's project.
func (s *Plans) workspaceFiles(ctx context.Context, e project.Environment, id ids.Workspace) (map[string][]byte, error) {
	missing := project.WorkspaceNotFound(ids.FormatNumber(id))
	found, err := s.options.Folders.Find(ctx, e.Organization, id)
	if err != nil {
		return nil, err
	}
	if found.Project != e.Project {
		return nil, missing
	}
	return s.options.Workspaces.Files(ctx, e.Organization, id)
}

// earlier returns the project of an earlier deployment, with its parameters.
func (s *Plans) earlier(ctx context.Context, e project.Environment, id ids.Run) (source, error) {
	found, err := s.options.Store.FindDeployment(ctx, e.Organization, e.ID, id)
	if err != nil {
		return source{}, err
	}
	return source{
		snapshot: snapshot.Snapshot{ID: found.Snapshot}, isStored: true, parameters: found.Parameters,
		origin: Origin{Commit: found.Origin.Commit, Message: strings.TrimSuffix("Roll back to deployment "+ids.FormatNumber(id)+": "+found.Origin.Message, ": ")},
	}, nil
}

// pack makes a snapshot of files, unless it is deployed already.
func (s *Plans) pack(ctx context.Context, e project.Environment, files map[string][]byte, origin Origin) (source, error) {
	id, err := snapshot.Identify(files)
	if err != nil {
		return source{}, err
	}
	origin.Commit = cmp.Or(origin.Commit, id[:12])
	if id == e.Snapshot {
		return source{snapshot: snapshot.Snapshot{ID: id}, isStored: true, origin: origin}, nil
	}
	packed, err := s.options.Projects.Pack(ctx, e.Organization, e.Snapshot, id, files)
	return source{snapshot: packed, origin: origin}, err
}
