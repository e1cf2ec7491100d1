package crash_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// inventory is what is on record about an environment, and what is really there.
type inventory struct {
	fixture  *fixture
	window   *window
	states   map[transform.NodeID]difference.State
	objects  map[engine.Schema]map[string]engine.Relation
	words    map[string]string // the engine's own, for the types of the states
	contents map[transform.NodeID]contents
}

// contents are the rows of a table: a digest of each column, and of how it goes together with the key.
type contents map[transform.ColumnID]string

// takeInventory looks at everything of an environment. No run may be active in it.
func takeInventory(ctx context.Context, s *fixture, w *window, environment string) (*inventory, error) {
	id, _ := ids.ParseNumber[ids.Environment](environment)
	state, err := s.state.Plans().State(ctx, s.organization, id)
	if err != nil {
		return nil, err
	}
	i := &inventory{fixture: s, window: w, states: state.Nodes, contents: map[transform.NodeID]contents{}}
	if err := i.look(ctx, environment); err != nil {
		return nil, err
	}
	if err := i.nameTypes(ctx); err != nil {
		return nil, err
	}
	return i, i.weigh(ctx)
}

// look reads the catalog.
func (i *inventory) look(ctx context.Context, environment string) error {
	i.objects = map[engine.Schema]map[string]engine.Relation{}
	for _, schema := range []string{"stage", "core"} {
		place := engine.Schema{Database: i.window.opened.DefaultDatabase(), Name: schema + i.fixture.schemas[environment]}
		found, err := i.window.opened.Catalog(ctx, place)
		if err != nil {
			return err
		}
		i.objects[place] = map[string]engine.Relation{}
		for _, relation := range found[place] {
			i.objects[place][relation.Name] = relation
		}
	}
	return nil
}

func (i *inventory) nameTypes(ctx context.Context) error {
	types := map[string]bool{"INTEGER": true}
	for _, state := range i.states {
		for _, column := range state.Columns {
			types[column.Type] = true
		}
	}
	delete(types, "")
	list := slices.Sorted(maps.Keys(types))
	described, err := i.window.opened.Describe(ctx, difference.TypeQuery(i.fixture.dialect, list))
	if err != nil {
		return err
	}
	i.words = map[string]string{}
	for position, written := range list {
		i.words[written] = described[position].Type
	}
	return nil
}

// disagreements are the nodes whose record is not what is there, with how.
func (i *inventory) disagreements() map[transform.NodeID]string {
	found := map[transform.NodeID]string{}
	for id, state := range i.states {
		if text := i.disagreement(state); text != "" {
			found[id] = text
		}
	}
	return found
}

func (i *inventory) disagreement(state difference.State) string {
	relation, exists := i.objects[state.Schema][state.Object]
	isView := state.Kind == difference.View
	switch {
	case state.Kind != difference.View && state.Kind != difference.Table:
		return fmt.Sprintf("%s is on record as %s", state.Name, state.Kind)
	case state.IsDropped && exists:
		return fmt.Sprintf("%s.%s is on record as dropped and is there", state.Schema.Name, state.Object)
	case state.IsDropped:
		return ""
	case !exists:
		return fmt.Sprintf("%s %s.%s is on record and not there", state.Kind, state.Schema.Name, state.Object)
	case relation.IsView != isView:
		return fmt.Sprintf("%s.%s is on record as a %s and is none", state.Schema.Name, state.Object, state.Kind)
	}
	var want, got []string
	for _, c := range state.Columns {
		want = append(want, i.describe(engine.Column{Name: c.Name, Type: i.words[c.Type], Nullable: c.Nullable}, isView))
	}
	for _, c := range relation.Columns {
		got = append(got, i.describe(c, isView))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Sprintf("%s.%s is on record with %s and has %s", state.Schema.Name, state.Object, want, got)
	}
	return ""
}

// describe says what is on record about a column. Of a view that is only its name.
func (i *inventory) describe(c engine.Column, isView bool) string {
	if isView {
		return c.Name
	}
	return fmt.Sprintf("%s %s %t", c.Name, strings.ToUpper(c.Type), c.Nullable)
}

// strays are objects that no record knows.
func (i *inventory) strays() []string {
	known := map[engine.Schema]map[string]bool{}
	for _, state := range i.states {
		for _, at := range append([]difference.ObjectRef{state.ObjectRef()}, state.Leftovers...) {
			if known[at.Schema] == nil {
				known[at.Schema] = map[string]bool{}
			}
			known[at.Schema][at.Name] = true
		}
	}
	var strays []string
	for schema, objects := range i.objects {
		for name := range objects {
			if !known[schema][name] {
				strays = append(strays, schema.Name+"."+name)
			}
		}
	}
	return strays
}
