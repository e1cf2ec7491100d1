package localrun

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/refresh"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// observedObjects lists the relations and records in the data folder before a run.
type observedObjects struct {
	schemas map[engine.Schema][]engine.Relation // by the key of the schema
	objects map[objectKey]engine.Relation
	records map[transform.NodeID]storedRecord // the newest of each node
	run     ids.Run                           // the number of the next run
}

// objectKey identifies an object, in lower case because the engine ignores case.
type objectKey struct {
	schema engine.Schema
	name   string
}

func keyOf(schema engine.Schema, name string) objectKey {
	return objectKey{schemaKey(schema), strings.ToLower(name)}
}

func schemaKey(schema engine.Schema) engine.Schema {
	return engine.Schema{Database: strings.ToLower(schema.Database), Name: strings.ToLower(schema.Name)}
}

// storedRecord is a record and the database that contains it.
type storedRecord struct {
	record

	database string
}

func (r storedRecord) schema() engine.Schema {
	return engine.Schema{Database: r.database, Name: r.Schema}
}

func (r storedRecord) key() objectKey { return keyOf(r.schema(), r.Object) }

// observerLabel labels the sessions that read the catalog before a run.
func observerLabel() engine.Label { return engine.Label{WorkID: "local", Epoch: 1} }

// observe reads the records and relations in the databases of a plan, and the records of the inputs that the run does not build.
func (f *DataFolder) observe(ctx context.Context, c *compiler.Compilation, p plan.Plan, inputs *refresh.InputRecorder) (*observedObjects, error) {
	found := &observedObjects{
		schemas: map[engine.Schema][]engine.Relation{}, objects: map[objectKey]engine.Relation{},
		records: map[transform.NodeID]storedRecord{}, run: 1,
	}
	databases := databasesOf(p)
	for _, id := range inputs.Outside() {
		if n, isKnown := c.Node(id); isKnown && !slices.Contains(databases, f.schemaOf(c, n).Database) {
			databases = append(databases, f.schemaOf(c, n).Database)
		}
	}
	internal := recordSchemas(databases)
	if err := f.engine.Prepare(ctx, internal); err != nil {
		return nil, err
	}
	if err := f.list(ctx, found, slices.Concat(p.Schemas(), internal)); err != nil {
		return nil, err
	}
	if err := f.readRecords(ctx, found, databases); err != nil {
		return nil, err
	}
	var schemas []engine.Schema
	for _, one := range found.records {
		schemas = append(schemas, one.schema())
	}
	return found, f.list(ctx, found, schemas)
}

// list adds the relations of schemas that are not listed yet. It asks for each schema once: there are many records, and the answer
// of the engine grows with every schema that it is asked for.
func (f *DataFolder) list(ctx context.Context, found *observedObjects, schemas []engine.Schema) error {
	schemas = slices.DeleteFunc(uniqueSchemas(schemas), func(schema engine.Schema) bool {
		_, isListed := found.schemas[schemaKey(schema)]
		return isListed
	})
	if len(schemas) == 0 {
		return nil
	}
	listed, err := f.engine.Catalog(ctx, schemas...)
	for schema, relations := range listed {
		found.schemas[schemaKey(schema)] = relations
		for _, relation := range relations {
			found.objects[keyOf(schema, relation.Name)] = relation
		}
	}
	return err
}

// uniqueSchemas returns each schema once, in the order of its first occurrence. The engine ignores case.
func uniqueSchemas(schemas []engine.Schema) []engine.Schema {
	seen := make(map[engine.Schema]bool, len(schemas))
	var unique []engine.Schema
	for _, schema := range schemas {
		if key := schemaKey(schema); !seen[key] {
			seen[key] = true
			unique = append(unique, schema)
		}
	}
	return unique
}

// readRecords reads the records of databases, in one session. It creates their tables if they are missing.
func (f *DataFolder) readRecords(ctx context.Context, found *observedObjects, databases []string) error {
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }() // rolls back an unfinished conversion
	for _, database := range databases {
		table, internal := recordsOf(f.engine.Dialect(), database), recordSchemas([]string{database})[0]
		if _, exists := found.objects[keyOf(internal, recordTable)]; !exists {
			if _, err := session.Exec(ctx, table.create()); err != nil {
				return err
			}
		}
		if _, exists := found.objects[keyOf(internal, earlierRecordTable)]; exists {
			if err := table.convert(ctx, session); err != nil {
				return err
			}
		}
		list, err := table.read(ctx, session)
		if err != nil {
			return err
		}
		for i := range list {
			found.add(list[i], database)
		}
	}
	return nil
}

func (o *observedObjects) add(one record, database string) {
	o.run = max(o.run, one.run+1)
	if before, isKnown := o.records[one.node]; !isKnown || one.replaces(&before.record) {
		o.records[one.node] = storedRecord{one, database}
	}
}

// builds returns the build records of the nodes that runs have built.
func (o *observedObjects) builds() map[transform.NodeID]run.BuildRecord {
	builds := make(map[transform.NodeID]run.BuildRecord, len(o.records))
	for id, stored := range o.records {
		if stored.Outcome == "" {
			continue
		}
		built := run.BuildRecord{Run: stored.run, Outcome: stored.Outcome}
		if stored.Build != nil {
			built.BuildInputs = *stored.Build
		}
		builds[id] = built
	}
	return builds
}

func recordSchemas(databases []string) []engine.Schema {
	schemas := make([]engine.Schema, len(databases))
	for i, database := range databases {
		schemas[i] = engine.Schema{Database: database, Name: recordSchema}
	}
	return schemas
}

func databasesOf(p plan.Plan) []string {
	var databases []string
	for i := range p.Nodes {
		if database := p.Nodes[i].Schema.Database; !slices.Contains(databases, database) {
			databases = append(databases, database)
		}
	}
	return databases
}
