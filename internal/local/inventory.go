package local

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// inventory is what is in the warehouse before a run.
type inventory struct {
	objects map[objectKey]engine.Object
	made    map[transform.NodeID]remembered
}

// objectKey names an object. The engine does not tell letters apart by their case.
type objectKey struct {
	place engine.Place
	name  string
}

func keyOf(place engine.Place, name string) objectKey {
	return objectKey{engine.Place{Database: strings.ToLower(place.Database), Schema: strings.ToLower(place.Schema)}, strings.ToLower(name)}
}

// remembered is a record with the database that it is in.
type remembered struct {
	record

	database string
}

func (r remembered) key() objectKey {
	return keyOf(engine.Place{Database: r.database, Schema: r.schema}, r.object)
}

// label is whose the sessions are that look around before a run.
func lookout() engine.Label { return engine.Label{Owner: "local", Epoch: 1} }

// look finds out what is in the databases of a plan.
func (w *Warehouse) look(ctx context.Context, p plan.Plan) (*inventory, error) {
	found := &inventory{objects: map[objectKey]engine.Object{}, made: map[transform.NodeID]remembered{}}
	databases := databasesOf(p)
	if err := w.prepareRecords(ctx, databases); err != nil {
		return nil, err
	}
	session, err := w.engine.Session(ctx, lookout())
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
func (w *Warehouse) lookAt(ctx context.Context, found *inventory, p plan.Plan) error {
	places := p.Places()
	for _, one := range found.made {
		places = append(places, engine.Place{Database: one.database, Schema: one.schema})
	}
	listed, err := w.engine.Catalog(ctx, places...)
	for place, objects := range listed {
		for _, object := range objects {
			found.objects[keyOf(place, object.Name)] = object
		}
	}
	return err
}

func (w *Warehouse) prepareRecords(ctx context.Context, databases []string) error {
	places := make([]engine.Place, len(databases))
	for i, database := range databases {
		places[i] = engine.Place{Database: database, Schema: recordSchema}
	}
	return w.engine.Prepare(ctx, places)
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
