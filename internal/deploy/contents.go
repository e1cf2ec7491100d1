package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/nodegraph"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// Contents is what is deployed in an environment.
type Contents struct {
	Nodes []nodegraph.DeployedNode
	Jobs  []transform.Job
}

// Contents returns what is deployed in an environment, compiled for it. After a failed deployment, the nodes whose steps
// completed are those of the new project, and the other nodes those of the old one.
func (s *Plans) Contents(ctx context.Context, organization ids.Organization, id ids.Environment) (Contents, error) {
	e, err := s.options.Environments.Find(ctx, organization, id)
	if err != nil {
		return Contents{}, err
	}
	var contents Contents
	whole, err := s.compiled(ctx, e, e.Snapshot)
	if err != nil {
		return contents, err
	}
	if whole != nil {
		contents.Jobs = whole.Project.Jobs
	}
	if e.Status != project.FailedDeploy {
		contents.add(whole, func(transform.NodeID) bool { return true })
		return contents, nil
	}
	return contents, s.addMixed(ctx, e, whole, &contents)
}

// compiled compiles a project snapshot for an environment. It returns nil if id is empty.
func (s *Plans) compiled(ctx context.Context, e project.Environment, id string) (*compiler.Compilation, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // an environment without a project is an ordinary one
	}
	parameters, err := snapshot.ResolveParameters(e.Settings.Parameters, nil, false)
	if err != nil {
		return nil, err
	}
	connection, err := s.options.Connections.ResolveConnection(ctx, e)
	if err != nil {
		return nil, err
	}
	return s.options.Projects.Compile(ctx, e.Organization, id, connection.Target(e.Settings.Mappings, parameters.Values))
}

// addMixed adds the nodes that are deployed after a failed deployment.
func (s *Plans) addMixed(ctx context.Context, e project.Environment, old *compiler.Compilation, contents *Contents) error {
	state, err := s.options.Store.State(ctx, e.Organization, e.ID)
	if err != nil {
		return err
	}
	last, err := s.options.Store.ListDeployments(ctx, Query{
		Organization: e.Organization, Environment: e.ID, Page: page.Request{Limit: 1, OrderBy: DeploymentOrder[0], Descending: true},
	})
	if err != nil || len(last.Items) == 0 {
		return err
	}
	failed := last.Items[0].Snapshot
	fresh, err := s.compiled(ctx, e, failed)
	if err != nil {
		return err
	}
	contents.add(fresh, func(id transform.NodeID) bool { return state.Nodes[id].Snapshot == failed })
	contents.add(old, func(id transform.NodeID) bool {
		stored, isThere := state.Nodes[id]
		return isThere && stored.Snapshot != failed
	})
	return nil
}

// add adds the nodes of a project that isMeant accepts, except for those that are not deployed.
func (c *Contents) add(from *compiler.Compilation, isMeant func(transform.NodeID) bool) {
	if from == nil {
		return
	}
	for _, n := range from.Nodes() {
		if n.DeployEnabled && isMeant(n.ID) {
			c.Nodes = append(c.Nodes, nodegraph.DeployedNode{Node: n, In: from})
		}
	}
}
