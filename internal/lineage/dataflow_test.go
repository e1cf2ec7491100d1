package lineage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/lineage"
)

// TestOracleDataFlow changes the values of each column of the shop and observes which columns of the result change.
// Each observed dependency must be in the lineage: as an input of the column, or among the columns that decide about
// the rows. Nearly all of the lineage must be observed, so that it does not claim too much.
func TestOracleDataFlow(t *testing.T) {
	t.Parallel()
	db, worlds := openShop(t)
	total := tally{}
	forDuckDB(t, func(t *testing.T, s shape) {
		t.Helper()
		r := resolveText(s.query)
		if r.Opaque != "" {
			return
		}
		seen := observed{}
		before := results(t, db, inSchema(s.query, unchanged))
		for _, w := range worlds {
			if strings.Contains(s.query, "'"+w.table+"'") {
				seen.note(w, before, results(t, db, inSchema(s.query, w.schema)))
			}
		}
		for o := range seen {
			if !isClaimed(r, o) {
				t.Errorf("%s\ncolumn %d changes with %s.%s", s.query, o.column, o.table, o.input)
			}
		}
		total.count(t, r, seen)
	})
	t.Logf("%d of %d claims showed", total.seen, total.claimed)
	if total.seen*100 < total.claimed*95 {
		t.Errorf("only %d of %d claims showed: the data or the lineage is too coarse", total.seen, total.claimed)
	}
}

// dependency says that a column of the result changes if a column of a table does.
type dependency struct {
	column       int
	table, input string // in small letters, as the ids of the shop
}

type observed map[dependency]bool

func (o observed) note(w world, before, after []string) {
	for i := range before {
		if before[i] != after[i] {
			o[dependency{i, strings.ToLower(w.table), strings.ToLower(w.column)}] = true
		}
	}
}

func isClaimed(r lineage.Resolution, d dependency) bool {
	return slices.ContainsFunc(slices.Concat(r.Columns[d.column].Inputs, r.Uses), func(in lineage.Input) bool {
		return string(in.Node) == d.table && string(in.Column) == d.input
	})
}

type tally struct{ seen, claimed int }

// count compares the lineage of a resolution with the observed dependencies.
func (c *tally) count(t *testing.T, r lineage.Resolution, seen observed) {
	t.Helper()
	for i := range r.Columns {
		for _, in := range r.Columns[i].Inputs {
			c.add(t, in, seen[dependency{i, string(in.Node), string(in.Column)}])
		}
	}
	for _, in := range r.Uses {
		shows := false
		for i := range r.Columns {
			shows = shows || seen[dependency{i, string(in.Node), string(in.Column)}]
		}
		c.add(t, in, shows)
	}
}

func (c *tally) add(t *testing.T, in lineage.Input, shows bool) {
	t.Helper()
	c.claimed++
	if shows {
		c.seen++
		return
	}
	t.Log("did not show: ", fmt.Sprint(in))
}
