package localrun

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// observedObjects is what is in the warehouse before a run.
type observedObjects struct {
	objects map[objectKey]engine.Relation
	made    map[transform.NodeID]remembered
}

// objectKey names an object. The engine does not tell letters apart by their case.
type objectKey struct {
	place engine.Schema
	name  string
}

func keyOf(schema engine.Schema, name string) objectKey {
	return objectKey{engine.Schema{Database: strings.ToLower(schema.Database), Name: strings.ToLower(schema.Name)}, strings.ToLower(name)}
}

// remembered is a record with the database that it is in.
type remembered struct {
	record

	database string
}

func (r remembered) key() objectKey {
	return keyOf(engine.Schema{Database: r.database, Name: r.schema}, r.object)
}

// label is whose the sessions are that look around before a run.
func observerLabel() engine.Label { return engine.Label{WorkID: "local", Epoch: 1} }

// look finds out what is in the databases of a plan.
func (w *Warehouse) look(ctx context.Context, p plan.Plan) (*observedObjects, error) {
	found := &observedObjects{objects: map[objectKey]engine.Relation{}, made: map[transform.NodeID]remembered{}}
	databases := databasesOf(p)
	if err := w.prepareRecords(ctx, databases); err != nil {
		return nil, err
	}
	session, err := w.engine.Session(ctx, observerLabel())
	if err != nil {
		return nil, err
	}
	defer func() { _ = session.Close() }() // it has only read
	for _, database := range databases {
		list, err := recordsOf(w.engine.Dialect(), database).read(ctx, session)
		if err != nil {
			return nil, err
		}
		for _, one := range list {
			found.made[one.node] = remembered{one, database}
		}
	}
	return found, w.lookAt(ctx, found, p)
}

// lookAt lists the schemas of the plan, and those that something was made in before.
func (w *Warehouse) lookAt(ctx context.Context, found *observedObjects, p plan.Plan) error {
	schemas := p.Places()
	for _, one := range found.made {
		schemas = append(schemas, engine.Schema{Database: one.database, Name: one.schema})
	}
	listed, err := w.engine.Catalog(ctx, schemas...)
	for place, relations := range listed {
		for _, relation := range relations {
			found.objects[keyOf(place, relation.Name)] = relation
		}
	}
	return err
}

func (w *Warehouse) prepareRecords(ctx context.Context, databases []string) error {
	schemas := make([]engine.Schema, len(databases))
	for i, database := range databases {
		schemas[i] = engine.Schema{Database: database, Name: recordSchema}
	}
	return w.engine.Prepare(ctx, schemas)
}

func databasesOf(p plan.Plan) []string {
	var databases []string
	for i := range p.Nodes {
		if database := p.Nodes[i].Place.Database; !slices.Contains(databases, database) {
			databases = append(databases, database)
		}
	}
	return databases
}
