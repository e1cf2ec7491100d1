package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// protectedSchemas is around what environments have where a workspace works.
type protectedSchemas struct {
	dialect   *dialect.Dialect
	workspace ids.Workspace
	foreign   []difference.ForeignObject // one for each place
}

// CheckPreconditions looks again at the moment in which a development run begins. It may have waited while an environment was deployed to
// where it would build. Other runs touch nothing that is kept from them.
func (s *Service) CheckPreconditions(ctx context.Context, claimed *run.ClaimedRun) error {
	touches := claimed.Plan.WrittenSchemas
	if len(touches) == 0 {
		return nil
	}
	organization := claimed.Run.Organization
	connection, err := s.options.Connections.Find(ctx, organization, claimed.Connection)
	if err != nil {
		return err
	}
	words, isKnown := dialect.Lookup(string(connection.Platform))
	if !isKnown {
		return fault.New(fault.Internal, "platform %q is not known", connection.Platform)
	}
	schemas := make([]engine.Schema, len(touches))
	for i := range touches {
		schemas[i] = touches[i].Schema
	}
	held, err := s.options.ForeignObjects(ctx, ForeignObjectQuery{Organization: organization, Connection: connection.ID, Schemas: withoutDatabase(schemas)})
	if err != nil {
		return err
	}
	around := protectedSchemas{dialect: words, workspace: ids.Workspace(claimed.Run.Environment), foreign: onePerSchema(held)}
	for _, touch := range touches {
		if err := around.check(touch); err != nil {
			return err
		}
	}
	return nil
}

// withoutDatabase adds the places as they are named when the database is left out, which is that of the connection then.
func withoutDatabase(schemas []engine.Schema) []engine.Schema {
	seen := map[engine.Schema]bool{}
	var all []engine.Schema
	for _, schema := range schemas {
		for _, written := range []engine.Schema{schema, {Name: schema.Name}} {
			if !seen[written] {
				seen[written] = true
				all = append(all, written)
			}
		}
	}
	return all
}

// onePerSchema keeps the first of what is in each place: any of it keeps a run out.
func onePerSchema(all []difference.ForeignObject) []difference.ForeignObject {
	seen := map[engine.Schema]bool{}
	var kept []difference.ForeignObject
	for i := range all {
		if schema := all[i].At.Schema; !seen[schema] {
			seen[schema] = true
			kept = append(kept, all[i])
		}
	}
	return kept
}

// check refuses to touch a place of an environment.
func (f protectedSchemas) check(touch plan.WrittenSchema) error {
	for i := range f.foreign {
		if f.isSame(touch.Schema, f.foreign[i].At.Schema) {
			return f.refuse(touch, f.foreign[i])
		}
	}
	return nil
}

// isSame compares places. A database that is left out may be the one that the other place names.
func (f protectedSchemas) isSame(a, b engine.Schema) bool {
	form := f.dialect.Comparable
	isOneDatabase := a.Database == "" || b.Database == "" || form(a.Database) == form(b.Database)
	return isOneDatabase && form(a.Name) == form(b.Name)
}

func (f protectedSchemas) refuse(touch plan.WrittenSchema, held difference.ForeignObject) error {
	return fault.New(fault.Invalid, "node %s would be built in %s, where %s has deployed %s", touch.Node,
		f.dialect.Qualify(held.At.Schema.Database, held.At.Schema.Name, ""), held.Environment, held.At.Name).
		WithHint("Map location %s of workspace %d to another schema, or take its mapping away: it then is a schema of the workspace's own.",
			touch.Location, f.workspace)
}
