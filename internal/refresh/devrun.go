package refresh

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// WorkspaceCompiler compiles what is in workspaces.
type WorkspaceCompiler interface {
	// Compile gives a workspace compiled for where its development runs work. Parameters stand in the place of its own; nil
	// keeps those.
	Compile(ctx context.Context, organization ids.Organization, id ids.Workspace, parameters json.RawMessage) (*compiler.Compilation, error)
}

// ObserveEngine asks an engine what it has.
type ObserveEngine func(ctx context.Context, at engine.Engine, needed difference.Needed) (difference.Observed, error)

// devDraft plans a development run: the nodes of a workspace as they are now. What is missing in the engine is made and what
// is other than its node says is altered, each in the transaction that then fills it.
func (s *Service) devDraft(ctx context.Context, w project.Workspace, r refreshRequest) (run.Draft, error) {
	parameters, err := resolveParameters(w.Settings.Parameters, r.parameters, r.merge)
	if err != nil {
		return run.Draft{}, err
	}
	at, err := s.resolveConnection(ctx, project.Environment{
		Organization: w.Organization, Settings: project.EnvironmentSettings{Connection: w.Settings.Connection},
	})
	if err != nil {
		return run.Draft{}, err
	}
	var own json.RawMessage
	if parameters.own {
		own = parameters.raw
	}
	compiled, err := s.options.Drafts.Compile(ctx, w.Organization, w.ID, own)
	if err != nil {
		return run.Draft{}, err
	}
	planned, err := planRefresh(compiled, r)
	if err != nil {
		return run.Draft{}, err
	}
	kept, err := s.newSchemaGuard(ctx, w, at, compiled)
	if err != nil {
		return run.Draft{}, err
	}
	if err := kept.checkPlan(planned); err != nil {
		return run.Draft{}, err
	}
	if err := s.addDDL(ctx, at, kept, planned); err != nil {
		return run.Draft{}, err
	}
	planned.WrittenSchemas = kept.written
	return run.Draft{
		Environment: ids.Environment(w.ID), Type: run.Refresh, Details: r.details, Parameters: parameters.raw, RerunOf: r.rerunOf,
		Plan: planned, Connection: at.connection, DataFolderID: at.home,
	}, nil
}

// addDDL puts what makes or alters the objects of nodes in front of what fills them.
func (s *Service) addDDL(ctx context.Context, at resolvedConnection, kept *schemaGuard, planned plan.Plan) error {
	if at.home != "" && at.home != s.options.DataFolderID { // an embedded engine, which cannot be looked into from here
		return fault.New(fault.Unavailable, "the data of this workspace is on another server").
			WithHint("Send the request to the server where the connection was used first, or give the workspace another connection.")
	}
	c := kept.compilation
	opened, release, err := s.options.Engine(ctx, kept.workspace.Organization, at.connection)
	if err != nil {
		return err
	}
	defer release()
	in := difference.Input{Desired: c, MayReplace: true} // another run may have made the same meanwhile
	if in.Observed, err = s.options.Observe(ctx, opened, difference.Needs(in)); err != nil {
		return err
	}
	result := difference.Compare(in)
	changes := make(map[transform.NodeID]*difference.Change, len(result.Changes))
	for i := range result.Changes {
		changes[result.Changes[i].Node] = &result.Changes[i]
	}
	readers := newDependentViews(in, changes, planned)
	for i := range planned.Nodes {
		n := &planned.Nodes[i]
		change, isChanged := changes[n.ID]
		if !isChanged || len(change.Steps) == 0 {
			continue
		}
		if err := kept.check(readers.all(n.ID)); err != nil {
			return err // of a view that would be set aside
		}
		before, after := readers.aside(n.ID)
		n.Stages = slices.Concat(before, stagesOf(change), n.Stages, after)
	}
	return nil
}

// stagesOf are the statements of a change.
func stagesOf(change *difference.Change) []plan.Stage {
	var stages []plan.Stage
	for _, step := range change.Steps {
		for _, statement := range step.Statements {
			stages = append(stages, plan.Stage{Name: statement.Name, Kind: plan.SQL, SQL: statement.SQL})
		}
	}
	return stages
}
