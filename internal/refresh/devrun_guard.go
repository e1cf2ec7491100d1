package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/snapshot"
)

// ForeignObjectQuery selects the objects that environments have in schemas of an engine.
type ForeignObjectQuery struct {
	Organization ids.Organization
	Connection   ids.Connection
	Workspace    ids.Workspace // that wants to change them
	Schemas      []engine.Schema
}

// FindForeignObjects returns what environments have deployed in schemas of an engine, or may have.
type FindForeignObjects func(ctx context.Context, query ForeignObjectQuery) ([]difference.ForeignObject, error)

// schemaGuard keeps a development run out of the schemas of environments: a user who may run a workspace need not be allowed to
// change what is deployed, and deployed data must stay reliable.
type schemaGuard struct {
	protectedSchemas

	compilation *compiler.Compilation
	workspace   project.Workspace
	written     []plan.WrittenSchema // the schemas that passed the check, each once
}

// newSchemaGuard queries all schemas of the workspace, because a run may recreate views that are not part of it.
func (s *Service) newSchemaGuard(ctx context.Context, w project.Workspace, at snapshot.ResolvedConnection, c *compiler.Compilation) (*schemaGuard, error) {
	var schemas []engine.Schema
	for _, n := range c.Nodes() {
		if !n.IsSource {
			schemas = append(schemas, schemaOf(c, n))
		}
	}
	foreign, err := s.options.ForeignObjects(ctx, ForeignObjectQuery{
		Organization: w.Organization, Connection: at.Connection, Workspace: w.ID, Schemas: withoutDatabase(schemas),
	})
	protected := protectedSchemas{dialect: c.Renderer.Dialect(), workspace: w.ID, foreign: onePerSchema(foreign)}
	return &schemaGuard{protectedSchemas: protected, compilation: c, workspace: w}, err
}

func schemaOf(c *compiler.Compilation, n *compiler.Node) engine.Schema {
	mapping := c.Renderer.MappingOf(n.Node)
	return engine.Schema{Database: mapping.Database, Name: mapping.Schema}
}

// checkPlan rejects a plan that builds a node in a schema of an environment. A mapping may point there for reading.
func (g *schemaGuard) checkPlan(planned plan.Plan) error {
	nodes := make([]*compiler.Node, 0, len(planned.Nodes))
	for i := range planned.Nodes {
		if n, ok := g.compilation.Node(planned.Nodes[i].ID); ok {
			nodes = append(nodes, n)
		}
	}
	return g.check(nodes)
}

func (g *schemaGuard) check(nodes []*compiler.Node) error {
	for _, n := range nodes {
		if n.IsSource {
			continue
		}
		written := plan.WrittenSchema{Node: n.Ref().String(), Location: n.Location, Schema: schemaOf(g.compilation, n)}
		if err := g.protectedSchemas.check(written); err != nil {
			return err
		}
		g.addWritten(written)
	}
	return nil
}

// addWritten records a schema to check again when the run starts.
func (g *schemaGuard) addWritten(written plan.WrittenSchema) {
	for i := range g.written {
		if g.written[i].Schema == written.Schema {
			return
		}
	}
	g.written = append(g.written, written)
}
