package dispatch

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// catalogue is what an engine has in the places of a comparison.
type catalogue struct {
	words    *dialect.Dialect
	names    map[engine.Place]map[string]bool
	problems map[engine.Place]string // why there is nothing to tell of a place
}

// lookUp asks an engine what it has, each place once.
func lookUp(ctx context.Context, of engine.Engine, c *plan.Comparison) catalogue {
	found := catalogue{words: of.Dialect(), names: map[engine.Place]map[string]bool{}, problems: map[engine.Place]string{}}
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
func (c catalogue) lack(thing plan.Thing) string {
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
