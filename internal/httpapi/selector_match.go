package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/nodegraph"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/workspace"
)

const (
	defaultMatchLimit = 1000
	maxMatchLimit     = 10_000
)

// MatchWorkspaceNodes returns what selectors match in a workspace.
func (h *handlers) MatchWorkspaceNodes(ctx context.Context, r api.MatchWorkspaceNodesRequestObject) (api.MatchWorkspaceNodesResponseObject, error) {
	limit, err := matchLimit(r.Body.Limit)
	if err != nil {
		return nil, err
	}
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	revision, err := h.services.Editor.CurrentRevision(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	selectors := nodegraph.Selectors{Include: value(r.Body.IncludeSelector), Exclude: value(r.Body.ExcludeSelector)}
	nodes := nodegraph.OfCompilation(revision.Compilation)
	found := nodes.Match(selectors)
	shape := presentMatches(nodes, found, limit)
	if environment := string(value(r.Body.EnvironmentID)); environment != "" {
		deployed, err := h.deployedNodes(ctx, environment, revision.Workspace.Project)
		if err != nil {
			return nil, err
		}
		shape.Deployed = presentDifference(found, deployed.Match(selectors), limit)
	}
	return api.MatchWorkspaceNodes200JSONResponse(shape), nil
}

// MatchEnvironmentNodes returns what selectors match among the deployed nodes.
func (h *handlers) MatchEnvironmentNodes(ctx context.Context, r api.MatchEnvironmentNodesRequestObject) (api.MatchEnvironmentNodesResponseObject, error) {
	limit, err := matchLimit(r.Body.Limit)
	if err != nil {
		return nil, err
	}
	contents, err := h.contents(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	nodes := nodegraph.OfNodes(contents.Nodes)
	found := nodes.Match(nodegraph.Selectors{Include: value(r.Body.IncludeSelector), Exclude: value(r.Body.ExcludeSelector)})
	return api.MatchEnvironmentNodes200JSONResponse(presentMatches(nodes, found, limit)), nil
}

// deployedNodes returns the deployed nodes of an environment of a project, if the actor may see it.
func (h *handlers) deployedNodes(ctx context.Context, environment string, of ids.Project) (*nodegraph.Project, error) {
	actor := actorOf(ctx)
	found, err := h.environmentResource(ctx, actor, environment)
	if err != nil {
		return nil, err
	}
	if !actor.Can(account.EnvironmentRead, found.scope) {
		return nil, project.EnvironmentNotFound(environment)
	}
	if found.scope.Project != of {
		return nil, fault.New(fault.Invalid, "environment %s does not belong to the project of the workspace", environment).
			WithHint("Send the id of an environment of the same project.")
	}
	contents, err := h.contents(ctx, environment)
	if err != nil {
		return nil, err
	}
	return nodegraph.OfNodes(contents.Nodes), nil
}

func matchLimit(sent *int) (int, error) {
	if sent == nil {
		return defaultMatchLimit, nil
	}
	if *sent < 1 || *sent > maxMatchLimit {
		return 0, fault.New(fault.Invalid, "limit cannot be %d", *sent).WithHint("Send a number from 1 to %d.", maxMatchLimit)
	}
	return *sent, nil
}

func presentMatches(in *nodegraph.Project, found nodegraph.Match, limit int) api.SelectorMatches {
	return api.SelectorMatches{
		Count: len(found.Nodes), Total: len(in.Nodes()), Locations: presentLocationCounts(in, found.Nodes),
		Nodes: presentMatched(found.Nodes, limit), Errors: present(found.Errors, presentSelectorProblem), Warnings: present(found.Warnings, presentSelectorProblem),
	}
}

func presentDifference(found, deployed nodegraph.Match, limit int) *api.DeployedMatches {
	added, removed := found.Without(deployed), deployed.Without(found)
	return &api.DeployedMatches{
		Count: len(deployed.Nodes), AddedCount: len(added), RemovedCount: len(removed),
		Added: presentMatched(added, limit), Removed: presentMatched(removed, limit),
	}
}

func presentMatched(nodes []*compiler.Node, limit int) []api.MatchedNode {
	return present(nodes[:min(len(nodes), limit)], func(n *compiler.Node) api.MatchedNode {
		return api.MatchedNode{ID: workspace.PublicID(n.ID), Name: n.Name, LocationName: n.Location, NodeType: string(n.Node.Type)}
	})
}

func presentSelectorProblem(p nodegraph.Problem) api.SelectorProblem {
	return api.SelectorProblem{
		Selector: string(p.Part), Message: p.Message, Hint: optional(p.Hint), Offset: p.Offset, Line: p.Line, Column: p.Column,
	}
}

func presentLocationCounts(in *nodegraph.Project, nodes []*compiler.Node) []api.LocationCount {
	return present(in.CountLocations(nodes), func(c nodegraph.LocationCount) api.LocationCount {
		return api.LocationCount{Name: c.Location, Count: c.Nodes}
	})
}
