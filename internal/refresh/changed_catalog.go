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

// readCatalog queries the catalog of an engine, each schema once.
func readCatalog(ctx context.Context, of engine.Engine, c *plan.ChangeCheck) observedCatalog {
	found := observedCatalog{dialect: of.Dialect(), names: map[engine.Schema]map[string]bool{}, problems: map[engine.Schema]string{}}
	for _, relation := range c.Relations {
		if relation.Object == "" || found.names[relation.Schema] != nil {
			continue
		}
		found.names[relation.Schema] = map[string]bool{}
		relations, err := of.Catalog(ctx, relation.Schema)
		if err != nil {
			found.problems[relation.Schema] = problemText(ctx, err)
		}
		for i := range relations[relation.Schema] {
			found.names[relation.Schema][found.dialect.Comparable(relations[relation.Schema][i].Name)] = true
		}
	}
	return found
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
