package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// observedCatalog is what an engine has in the places of a comparison.
type observedCatalog struct {
	dialect  *dialect.Dialect
	names    map[engine.Schema]map[string]bool
	problems map[engine.Schema]string // buildReason there is nothing to tell of a place
}

// readCatalog asks an engine what it has, each place once.
func readCatalog(ctx context.Context, of engine.Engine, c *plan.ChangeCheck) observedCatalog {
	found := observedCatalog{dialect: of.Dialect(), names: map[engine.Schema]map[string]bool{}, problems: map[engine.Schema]string{}}
	for _, thing := range c.Relations {
		if thing.Object == "" || found.names[thing.Schema] != nil {
			continue
		}
		found.names[thing.Schema] = map[string]bool{}
		objects, err := of.Catalog(ctx, thing.Schema)
		if err != nil {
			found.problems[thing.Schema] = problemText(ctx, err)
		}
		for i := range objects[thing.Schema] {
			found.names[thing.Schema][found.dialect.Comparable(objects[thing.Schema][i].Name)] = true
		}
	}
	return found
}

// lack is what is wrong with the object of something, in words that follow its name; empty when it is there, or when it has
// none of its own.
func (c observedCatalog) lack(thing plan.CheckedRelation) string {
	problem := c.problems[thing.Schema]
	switch {
	case thing.Object == "":
		return ""
	case problem != "":
		return "cannot be looked for: " + problem
	case c.names[thing.Schema][c.dialect.Comparable(thing.Object)]:
		return ""
	default:
		return "is gone"
	}
}
