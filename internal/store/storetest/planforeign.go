package storetest

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// foreignObjects queries the objects of other environments: over the same connection, in the same schemas, in any case.
func foreignObjects(t *testing.T, w suiteContext) {
	o, stranger := w.tenant(t), w.tenant(t)
	home := o.project(t).ID
	mine, theirs := o.environment(t, home).ID, o.environment(t, home).ID
	core, mart := engine.Schema{Database: "d<b", Name: "CÖRE"}, engine.Schema{Database: "d<b", Name: "MART"}
	at := func(id string, schema engine.Schema, change func(s *difference.State)) difference.NewState {
		s := state(transform.NodeID(id), "\"place\":"+id)
		s.Schema, s.Object, s.Connection = schema, id, "one"
		if change != nil {
			change(s)
		}
		return difference.NewState{Node: s.ID, State: s}
	}
	maybe := func(s *difference.State) { s.Candidates = []difference.State{*at("maybe", core, nil).State} }
	left := func(s *difference.State) {
		s.Leftovers = []difference.ObjectRef{{Schema: core, Name: "left", Kind: difference.Table}}
	}
	o.deploy(t, o.savePlan(t, o.planOf(t, mine, at("own", core, nil))), run.Completed)
	o.deploy(t, o.savePlan(t, o.planOf(t, theirs,
		at("same", core, nil), at("elsewhere", mart, nil),
		at("moving", mart, maybe), at("moved", mart, left),
		at("small", engine.Schema{Database: "D<B", Name: "cÖre"}, nil),
		at("early", core, func(s *difference.State) { s.Connection = "" }),
		at("far", core, func(s *difference.State) { s.Connection = "another" }),
		at("source", core, func(s *difference.State) { s.Kind = difference.None }),
	)), run.Completed)
	apart := stranger.environment(t, stranger.project(t).ID).ID
	stranger.deploy(t, stranger.savePlan(t, stranger.planOf(t, apart, at("foreign", core, nil))), run.Completed)
	find := func(schemas ...engine.Schema) []string {
		found, err := o.db.Plans().ForeignObjects(t.Context(), deploy.ForeignObjectQuery{
			Organization: o.Organization.ID, Environment: mine, Connection: "one", Schemas: schemas,
		})
		ok(t, err)
		var names []string
		for _, held := range found {
			equal(t, held.Environment, "environment "+ids.FormatNumber(theirs))
			names = append(names, held.At.Name)
		}
		slices.Sort(names)
		return names
	}
	equal(t, find(), nil)
	equal(t, find(engine.Schema{Name: "NOWHERE"}), []string{"left", "maybe", "moved", "moving"})
	equal(t, find(engine.Schema{Name: "CÖRE"}), find(core)) // if there is one database, it may be left out
	equal(t, find(core), []string{"early", "left", "maybe", "moved", "moving", "same", "small"})
	equal(t, find(core, mart), []string{"early", "elsewhere", "left", "maybe", "moved", "moving", "same", "small"})
}
