package localrun

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// observedObjects lists the relations and records in the data folder before a run.
type observedObjects struct {
	objects map[objectKey]engine.Relation
	records map[transform.NodeID]storedRecord
}

// objectKey identifies an object, in lower case because the engine ignores case.
type objectKey struct {
	schema engine.Schema
	name   string
}

func keyOf(schema engine.Schema, name string) objectKey {
	return objectKey{engine.Schema{Database: strings.ToLower(schema.Database), Name: strings.ToLower(schema.Name)}, strings.ToLower(name)}
}

// storedRecord is a record and the database that contains it.
type storedRecord struct {
	record

	database string
}

func (r storedRecord) key() objectKey {
	return keyOf(engine.Schema{Database: r.database, Name: r.schema}, r.object)
}

// observerLabel labels the sessions that read the catalog before a run.
func observerLabel() engine.Label { return engine.Label{WorkID: "local", Epoch: 1} }

// observe reads the records and relations in the databases of a plan.
func (f *DataFolder) observe(ctx context.Context, p plan.Plan) (*observedObjects, error) {
	found := &observedObjects{objects: map[objectKey]engine.Relation{}, records: map[transform.NodeID]storedRecord{}}
	databases := databasesOf(p)
	if err := f.prepareRecords(ctx, databases); err != nil {
		return nil, err
	}
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return nil, err
	}
	defer func() { _ = session.Close() }() // it only reads
	for _, database := range databases {
		list, err := recordsOf(f.engine.Dialect(), database).read(ctx, session)
		if err != nil {
			return nil, err
		}
		for _, one := range list {
			found.records[one.node] = storedRecord{one, database}
		}
	}
	return found, f.listSchemas(ctx, found, p)
}

// listSchemas lists the relations in the schemas of the plan and of the records.
func (f *DataFolder) listSchemas(ctx context.Context, found *observedObjects, p plan.Plan) error {
	schemas := p.Schemas()
	for _, one := range found.records {
		schemas = append(schemas, engine.Schema{Database: one.database, Name: one.schema})
	}
	listed, err := f.engine.Catalog(ctx, schemas...)
	for schema, relations := range listed {
		for _, relation := range relations {
			found.objects[keyOf(schema, relation.Name)] = relation
		}
	}
	return err
}

func (f *DataFolder) prepareRecords(ctx context.Context, databases []string) error {
	schemas := make([]engine.Schema, len(databases))
	for i, database := range databases {
		schemas[i] = engine.Schema{Database: database, Name: recordSchema}
	}
	return f.engine.Prepare(ctx, schemas)
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
