package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// observedCatalog is what an engine has in the places of a comparison.
type observedCatalog struct {
	words    *dialect.Dialect
	names    map[engine.Schema]map[string]bool
	problems map[engine.Schema]string // buildReason there is nothing to tell of a place
}

// readCatalog asks an engine what it has, each place once.
func readCatalog(ctx context.Context, of engine.Engine, c *plan.ChangeCheck) observedCatalog {
	found := observedCatalog{words: of.Dialect(), names: map[engine.Schema]map[string]bool{}, problems: map[engine.Schema]string{}}
	for _, thing := range c.Things {
		if thing.Object == "" || found.names[thing.Place] != nil {
			continue
		}
		found.names[thing.Place] = map[string]bool{}
		objects, err := of.Catalog(ctx, thing.Place)
		if err != nil {
			found.problems[thing.Place] = problemText(ctx, err)
		}
		for i := range objects[thing.Place] {
			found.names[thing.Place][found.words.Comparable(objects[thing.Place][i].Name)] = true
		}
	}
	return found
}

// lack is what is wrong with the object of something, in words that follow its name; empty when it is there, or when it has
// none of its own.
func (c observedCatalog) lack(thing plan.CheckedRelation) string {
	problem := c.problems[thing.Place]
	switch {
	case thing.Object == "":
		return ""
	case problem != "":
		return "cannot be looked for: " + problem
	case c.names[thing.Place][c.words.Comparable(thing.Object)]:
		return ""
	default:
		return "is gone"
	}
}
