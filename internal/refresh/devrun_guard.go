package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
)

// ForeignObjectQuery asks what environments have in places of a warehouse.
type ForeignObjectQuery struct {
	Organization ids.Organization
	Connection   ids.Connection
	Schemas      []engine.Schema
}

// FindForeignObjects tells what environments have deployed in places of a warehouse, or may have.
type FindForeignObjects func(ctx context.Context, query ForeignObjectQuery) ([]difference.ForeignObject, error)

// schemaGuard keeps a development run out of the places of environments: whoever may run a workspace need not be allowed to touch
// what is deployed, and nobody could rely on that any more.
type schemaGuard struct {
	protectedSchemas

	compilation *compiler.Compilation
	workspace   project.Workspace
	written     []plan.WrittenSchema // of what was found right, one for each place
}

// newSchemaGuard asks about all places where the workspace builds something: a run may set views aside that are not part of it.
func (s *Service) newSchemaGuard(ctx context.Context, w project.Workspace, at resolvedConnection, c *compiler.Compilation) (*schemaGuard, error) {
	var schemas []engine.Schema
	for _, n := range c.Nodes() {
		if !n.IsSource {
			schemas = append(schemas, schemaOf(c, n))
		}
	}
	held, err := s.options.ForeignObjects(ctx, ForeignObjectQuery{Organization: w.Organization, Connection: at.connection, Schemas: withoutDatabase(schemas)})
	around := protectedSchemas{dialect: c.Renderer.Dialect(), workspace: w.ID, foreign: onePerSchema(held)}
	return &schemaGuard{protectedSchemas: around, compilation: c, workspace: w}, err
}

func schemaOf(c *compiler.Compilation, n *compiler.Node) engine.Schema {
	place := c.Renderer.MappingOf(n.Node)
	return engine.Schema{Database: place.Database, Name: place.Schema}
}

// checkPlan refuses to build anything in a place of an environment. To read there is what a mapping may be for.
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
		touch := plan.WrittenSchema{Node: n.Ref().String(), Location: n.Location, Schema: schemaOf(g.compilation, n)}
		if err := g.protectedSchemas.check(touch); err != nil {
			return err
		}
		g.addWritten(touch)
	}
	return nil
}

// addWritten keeps what is to be looked at again when the run begins.
func (g *schemaGuard) addWritten(touch plan.WrittenSchema) {
	for i := range g.written {
		if g.written[i].Schema == touch.Schema {
			return
		}
	}
	g.written = append(g.written, touch)
}
