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

// protectedSchemas lists the schemas of environments that the development run of a workspace must not write.
type protectedSchemas struct {
	dialect   *dialect.Dialect
	workspace ids.Workspace
	foreign   []difference.ForeignObject // one for each schema
}

// CheckPreconditions checks the protected schemas again when a development run starts, because an environment may have been
// deployed to one of them while the run waited. Other runs have no protected schemas.
func (s *Service) CheckPreconditions(ctx context.Context, claimed *run.ClaimedRun) error {
	written := claimed.Plan.WrittenSchemas
	if len(written) == 0 {
		return nil
	}
	organization := claimed.Run.Organization
	connection, err := s.options.Connections.Find(ctx, organization, claimed.Connection)
	if err != nil {
		return err
	}
	found, isKnown := dialect.Lookup(string(connection.Platform))
	if !isKnown {
		return fault.New(fault.Internal, "platform %q is not known", connection.Platform)
	}
	schemas := make([]engine.Schema, len(written))
	for i := range written {
		schemas[i] = written[i].Schema
	}
	foreign, err := s.options.ForeignObjects(ctx, ForeignObjectQuery{
		Organization: organization, Connection: connection.ID, Workspace: ids.Workspace(claimed.Run.Environment), Schemas: withoutDatabase(schemas),
	})
	if err != nil {
		return err
	}
	protected := protectedSchemas{dialect: found, workspace: ids.Workspace(claimed.Run.Environment), foreign: onePerSchema(foreign)}
	for _, schema := range written {
		if err := protected.check(schema); err != nil {
			return err
		}
	}
	return nil
}

// withoutDatabase adds each schema without its database: a mapping that omits the database means that of the connection.
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

// onePerSchema returns the first object of each schema: one is enough to block a run.
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

// check rejects a write to a schema of an environment.
func (f protectedSchemas) check(written plan.WrittenSchema) error {
	for i := range f.foreign {
		if f.isSame(written.Schema, f.foreign[i].At.Schema) {
			return f.rejection(written, f.foreign[i])
		}
	}
	return nil
}

// isSame compares schemas. An omitted database may be the one that the other schema names.
func (f protectedSchemas) isSame(a, b engine.Schema) bool {
	form := f.dialect.Comparable
	sameDatabase := a.Database == "" || b.Database == "" || form(a.Database) == form(b.Database)
	return sameDatabase && form(a.Name) == form(b.Name)
}

func (f protectedSchemas) rejection(written plan.WrittenSchema, object difference.ForeignObject) error {
	return fault.New(fault.Invalid, "node %s would be built in %s, where %s has deployed %s", written.Node,
		f.dialect.Qualify(object.At.Schema.Database, object.At.Schema.Name, ""), object.Environment, object.At.Name).
		WithHint("Map location %s of workspace %d to another schema, or remove its mapping: the location then gets a schema of its own.",
			written.Location, f.workspace)
}
