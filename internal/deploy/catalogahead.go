package deploy

import (
	"context"
	"maps"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/project"
)

// catalogAhead is a catalog that the engine lists while the server unpacks and compiles the project. For thousands of
// relations either takes a large part of the time of a plan.
type catalogAhead struct {
	cancel context.CancelFunc
	done   chan struct{}
	found  map[engine.Schema][]engine.Relation // nil if it could not be read; valid when done is closed
}

// maxSchemasAhead limits the schemas: far more than environments have.
const maxSchemasAhead = 100

// readCatalogAhead starts to read the catalog of the schemas where an environment has deployed nodes. It returns nil if there are
// none. Errors are left to the comparison, which reads what is missing.
func (s *Plans) readCatalogAhead(ctx context.Context, e project.Environment, state State) *catalogAhead {
	schemas := deployedSchemas(state)
	if len(schemas) == 0 || len(schemas) > maxSchemasAhead {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	a := &catalogAhead{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(a.done)
		opened, release, err := s.options.Engine(ctx, project.EngineUse{Organization: e.Organization, Target: e.ID})
		if err != nil {
			return
		}
		defer release()
		if found, err := opened.Catalog(ctx, schemas...); err == nil {
			a.found = found
		}
	}()
	return a
}

// deployedSchemas lists the schemas of deployed objects, each once.
func deployedSchemas(state State) []engine.Schema {
	seen := map[engine.Schema]bool{}
	var schemas []engine.Schema
	for _, node := range state.Nodes {
		if node.Kind != difference.None && !seen[node.Schema] {
			seen[node.Schema] = true
			schemas = append(schemas, node.Schema)
		}
	}
	return schemas
}

// close ends the query and waits for it.
func (a *catalogAhead) close() {
	if a != nil {
		a.cancel()
		<-a.done
	}
}

// of returns an engine whose catalog is read already, as far as it is.
func (a *catalogAhead) of(opened engine.Engine) engine.Engine {
	if a == nil {
		return opened
	}
	return &engineWithCatalog{Engine: opened, ahead: a}
}

// engineWithCatalog is an engine with a catalog that was read ahead. It lives as long as one comparison.
type engineWithCatalog struct {
	engine.Engine

	ahead *catalogAhead
}

// Catalog returns what was read ahead, and asks the engine for the rest.
func (e *engineWithCatalog) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	select {
	case <-e.ahead.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	found := make(map[engine.Schema][]engine.Relation, len(schemas))
	var missing []engine.Schema
	for _, schema := range schemas {
		if relations, ok := e.ahead.found[schema]; ok {
			found[schema] = relations
		} else {
			missing = append(missing, schema)
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	rest, err := e.Engine.Catalog(ctx, missing...)
	maps.Copy(found, rest)
	return found, err
}
