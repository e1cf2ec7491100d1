package refresh

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// WorkspaceCompiler compiles workspaces.
type WorkspaceCompiler interface {
	// Compile compiles a workspace for its development runs. The parameters replace those of the workspace; nil keeps them.
	Compile(ctx context.Context, organization ids.Organization, id ids.Workspace, parameters json.RawMessage) (*compiler.Compilation, error)
}

// ObserveEngine reads the catalog of an engine.
type ObserveEngine func(ctx context.Context, at engine.Engine, needed difference.Needed) (difference.Observed, error)

// devDraft plans a development run: the nodes of a workspace as they are now. A missing object is created and a different one is
// altered, each in the transaction that then loads it. With createOnly nothing is loaded.
func (s *Service) devDraft(ctx context.Context, w project.Workspace, r refreshRequest) (run.Draft, error) {
	parameters, err := snapshot.ResolveParameters(w.Settings.Parameters, r.parameters, r.merge)
	if err != nil {
		return run.Draft{}, err
	}
	at, err := s.ResolveConnection(ctx, project.Environment{
		Organization: w.Organization, Settings: project.EnvironmentSettings{Connection: w.Settings.Connection},
	})
	if err != nil {
		return run.Draft{}, err
	}
	var own json.RawMessage
	if parameters.Own {
		own = parameters.Raw
	}
	compiled, err := s.options.Drafts.Compile(ctx, w.Organization, w.ID, own)
	if err != nil {
		return run.Draft{}, err
	}
	compiled, planned, err := s.planRefresh(ctx, compiled, r, engineAt{at, project.EngineUse{
		Organization: w.Organization, Connection: at.Connection, Target: ids.Environment(w.ID),
	}})
	if err != nil {
		return run.Draft{}, err
	}
	guard, err := s.newSchemaGuard(ctx, w, at, compiled)
	if err != nil {
		return run.Draft{}, err
	}
	if err := guard.checkPlan(planned); err != nil {
		return run.Draft{}, err
	}
	if err := s.addDDL(ctx, at, guard, planned); err != nil {
		return run.Draft{}, err
	}
	planned.WrittenSchemas = guard.written
	return run.Draft{
		Environment: ids.Environment(w.ID), Type: run.Refresh, Details: r.details, Parameters: parameters.Raw, RerunOf: r.rerunOf,
		Plan: planned, Connection: at.Connection, DataFolderID: at.DataFolderID,
	}, nil
}

// addDDL adds the statements that create or alter the objects of nodes, before those that load them.
func (s *Service) addDDL(ctx context.Context, at snapshot.ResolvedConnection, guard *schemaGuard, planned plan.Plan) error {
	if err := s.checkDataFolder(at); err != nil {
		return err
	}
	c := guard.compilation
	opened, release, err := s.options.Engine(ctx, project.EngineUse{
		Organization: guard.workspace.Organization, Connection: at.Connection, Target: ids.Environment(guard.workspace.ID),
	})
	if err != nil {
		return err
	}
	defer release()
	in := difference.Input{Desired: c, MayReplace: true} // another run may create the same objects meanwhile
	if in.Observed, err = s.options.Observe(ctx, opened, difference.Needs(in)); err != nil {
		return err
	}
	result := difference.Compare(in)
	changes := make(map[transform.NodeID]*difference.Change, len(result.Changes))
	for i := range result.Changes {
		changes[result.Changes[i].Node] = &result.Changes[i]
	}
	views := newDependentViews(in, changes, planned)
	for i := range planned.Nodes {
		n := &planned.Nodes[i]
		change, isChanged := changes[n.ID]
		if !isChanged || len(change.Steps) == 0 {
			continue
		}
		if err := guard.check(views.all(n.ID)); err != nil {
			return err // about a view that would be dropped and recreated
		}
		before, after := views.recreate(n.ID)
		n.Stages = slices.Concat(before, stagesOf(change), n.Stages, after)
	}
	return nil
}

// stagesOf returns the statements of a change.
func stagesOf(change *difference.Change) []plan.Stage {
	var stages []plan.Stage
	for _, step := range change.Steps {
		for _, statement := range step.Statements {
			stages = append(stages, plan.Stage{Name: statement.Name, Kind: plan.SQL, SQL: statement.SQL})
		}
	}
	return stages
}
