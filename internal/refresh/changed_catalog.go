package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// observedCatalog lists the relations that an engine has in the schemas of a ChangeCheck.
type observedCatalog struct {
	dialect  *dialect.Dialect
	names    map[engine.Schema]map[string]bool
	problems map[engine.Schema]string // why a schema could not be read
}

// readCatalog queries the catalog of an engine: all schemas at once, and one by one if the engine rejects one of them.
func readCatalog(ctx context.Context, of engine.Engine, c *plan.ChangeCheck) observedCatalog {
	found := observedCatalog{dialect: of.Dialect(), names: map[engine.Schema]map[string]bool{}, problems: map[engine.Schema]string{}}
	var schemas []engine.Schema
	for _, relation := range c.Relations {
		if relation.Object != "" && found.names[relation.Schema] == nil {
			found.names[relation.Schema] = map[string]bool{}
			schemas = append(schemas, relation.Schema)
		}
	}
	relations, err := of.Catalog(ctx, schemas...)
	if err == nil {
		found.add(relations)
		return found
	}
	for _, schema := range schemas {
		relations, err := of.Catalog(ctx, schema)
		if err != nil {
			found.problems[schema] = problemText(ctx, err)
		}
		found.add(relations)
	}
	return found
}

func (c observedCatalog) add(listed map[engine.Schema][]engine.Relation) {
	for schema, relations := range listed {
		for i := range relations {
			c.names[schema][c.dialect.Comparable(relations[i].Name)] = true
		}
	}
}

// missing explains why a relation cannot be used, in words that follow its name. It returns "" if the relation exists or if
// deployments create none.
func (c observedCatalog) missing(relation plan.CheckedRelation) string {
	problem := c.problems[relation.Schema]
	switch {
	case relation.Object == "":
		return ""
	case problem != "":
		return "cannot be found: " + problem
	case c.names[relation.Schema][c.dialect.Comparable(relation.Object)]:
		return ""
	default:
		return "does not exist"
	}
}
