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

// environmentState is the record of an environment and what its catalog contains.
type environmentState struct {
	fixture   *fixture
	data      *dataReader
	states    map[transform.NodeID]difference.State
	objects   map[engine.Schema]map[string]engine.Relation
	typeNames map[string]string // the engine's names of the types in the states
	digests   map[transform.NodeID]tableDigest
}

// tableDigest identify the rows of a table: for each column a digest of its values and of how they belong to the key.
type tableDigest map[transform.ColumnID]string

// readEnvironment reads the record, the catalog and the rows of an environment. No run may be active in it.
func readEnvironment(ctx context.Context, s *fixture, w *dataReader, environment string) (*environmentState, error) {
	id, _ := ids.ParseNumber[ids.Environment](environment)
	state, err := s.state.Plans().State(ctx, s.organization, id)
	if err != nil {
		return nil, err
	}
	i := &environmentState{fixture: s, data: w, states: state.Nodes, digests: map[transform.NodeID]tableDigest{}}
	if err := i.readCatalog(ctx, environment); err != nil {
		return nil, err
	}
	if err := i.nameTypes(ctx); err != nil {
		return nil, err
	}
	return i, i.digestTables(ctx)
}

// readCatalog reads the catalog.
func (i *environmentState) readCatalog(ctx context.Context, environment string) error {
	i.objects = map[engine.Schema]map[string]engine.Relation{}
	for _, schema := range []string{"stage", "core"} {
		location := engine.Schema{Database: i.data.engine.DefaultDatabase(), Name: schema + i.fixture.schemas[environment]}
		found, err := i.data.engine.Catalog(ctx, location)
		if err != nil {
			return err
		}
		i.objects[location] = map[string]engine.Relation{}
		for _, relation := range found[location] {
			i.objects[location][relation.Name] = relation
		}
	}
	return nil
}

func (i *environmentState) nameTypes(ctx context.Context) error {
	types := map[string]bool{"INTEGER": true}
	for _, state := range i.states {
		for _, column := range state.Columns {
			types[column.Type] = true
		}
	}
	delete(types, "")
	list := slices.Sorted(maps.Keys(types))
	described, err := i.data.engine.Describe(ctx, difference.TypeQuery(i.fixture.dialect, list))
	if err != nil {
		return err
	}
	i.typeNames = map[string]string{}
	for position, written := range list {
		i.typeNames[written] = described[position].Type
	}
	return nil
}

// mismatches describes the nodes whose record differs from the catalog.
func (i *environmentState) mismatches() map[transform.NodeID]string {
	found := map[transform.NodeID]string{}
	for id, state := range i.states {
		if text := i.mismatch(state); text != "" {
			found[id] = text
		}
	}
	return found
}

func (i *environmentState) mismatch(state difference.State) string {
	relation, exists := i.objects[state.Schema][state.Object]
	isView := state.Kind == difference.View
	switch {
	case state.Kind != difference.View && state.Kind != difference.Table:
		return fmt.Sprintf("%s is recorded as %s, want a table or a view", state.Name, state.Kind)
	case state.IsDropped && exists:
		return fmt.Sprintf("%s.%s is recorded as dropped, but exists", state.Schema.Name, state.Object)
	case state.IsDropped:
		return ""
	case !exists:
		return fmt.Sprintf("%s %s.%s is recorded, but does not exist", state.Kind, state.Schema.Name, state.Object)
	case relation.IsView != isView:
		return fmt.Sprintf("%s.%s is recorded as a %s, but is none", state.Schema.Name, state.Object, state.Kind)
	}
	var want, got []string
	for _, c := range state.Columns {
		want = append(want, i.describe(engine.Column{Name: c.Name, Type: i.typeNames[c.Type], Nullable: c.Nullable}, isView))
	}
	for _, c := range relation.Columns {
		got = append(got, i.describe(c, isView))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		return fmt.Sprintf("%s.%s is recorded with %s, but has %s", state.Schema.Name, state.Object, want, got)
	}
	return ""
}

// describe returns what the record has about a column; for a view only its name.
func (i *environmentState) describe(c engine.Column, isView bool) string {
	if isView {
		return c.Name
	}
	return fmt.Sprintf("%s %s %t", c.Name, strings.ToUpper(c.Type), c.Nullable)
}

// unknownObjects returns the objects without a record.
func (i *environmentState) unknownObjects() []string {
	known := map[engine.Schema]map[string]bool{}
	for _, state := range i.states {
		for _, object := range append([]difference.ObjectRef{state.ObjectRef()}, state.Leftovers...) {
			if known[object.Schema] == nil {
				known[object.Schema] = map[string]bool{}
			}
			known[object.Schema][object.Name] = true
		}
	}
	var unknown []string
	for schema, objects := range i.objects {
		for name := range objects {
			if !known[schema][name] {
				unknown = append(unknown, schema.Name+"."+name)
			}
		}
	}
	return unknown
}
