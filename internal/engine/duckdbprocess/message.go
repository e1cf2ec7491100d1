package duckdbprocess

import (
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// operation is what a message asks the child to do.
type operation byte

// The operations of the child.
const (
	opTest operation = iota + 1
	opOpen
	opCloseEngine
	opPrepare
	opFence
	opDescribe
	opCatalog
	opCancel // ends another call; has no response

	opSession // the operations from here on belong to a session and run in the order of their messages
	opBegin
	opCommit
	opRollback
	opExec
	opQuery
	opRecord
	opCloseSession
)

// isOfSession reports whether the operation belongs to a session.
func (o operation) isOfSession() bool { return o >= opSession }

// request is the beginning of every message to the child.
type request struct {
	call      uint64 // number of the call; 0 for a call without a response
	operation operation
	target    uint64 // number of the engine or of the session
}

func (e *encoder) request(r request) {
	e.number(r.call)
	e.raw = append(e.raw, byte(r.operation))
	e.number(r.target)
}

func (d *decoder) request() request {
	return request{call: d.number(), operation: operation(d.byte()), target: d.number()}
}

func (e *encoder) targetOf(t duckdb.Target) {
	e.text(t.Folder)
	e.integer(t.Memory)
	e.integer(int64(t.Threads))
	e.integer(t.TempSpace)
	e.databases(t.Databases)
	e.lake(t.Lake)
}

func (d *decoder) targetOf() duckdb.Target {
	return duckdb.Target{
		Folder: d.text(), Memory: d.integer(), Threads: int(d.integer()), TempSpace: d.integer(), Databases: d.databases(),
		Lake: d.lake(),
	}
}

// lake appends a lake with the secrets that its child needs. Nobody else reads the socket.
func (e *encoder) lake(lake *duckdb.Lake) {
	e.boolean(lake != nil)
	if lake == nil {
		return
	}
	c, o := lake.Catalog, lake.Store
	for _, text := range []string{
		c.Host, c.Address, c.Database, c.User, c.Password, c.SSLMode, c.Schema,
		lake.DataPath, lake.Marker, o.KeyID, o.Secret, o.Region, o.Endpoint, o.URLStyle, lake.Extensions,
	} {
		e.text(text)
	}
	e.integer(int64(c.Port))
	e.integer(int64(lake.Sessions))
	e.boolean(o.WithoutTLS)
	e.boolean(lake.InstallsExtensions)
}

func (d *decoder) lake() *duckdb.Lake {
	if !d.boolean() {
		return nil
	}
	lake := &duckdb.Lake{}
	c, o := &lake.Catalog, &lake.Store
	for _, text := range []*string{
		&c.Host, &c.Address, &c.Database, &c.User, &c.Password, &c.SSLMode, &c.Schema,
		&lake.DataPath, &lake.Marker, &o.KeyID, &o.Secret, &o.Region, &o.Endpoint, &o.URLStyle, &lake.Extensions,
	} {
		*text = d.text()
	}
	c.Port, lake.Sessions = int(d.integer()), int(d.integer())
	o.WithoutTLS, lake.InstallsExtensions = d.boolean(), d.boolean()
	return lake
}

func (e *encoder) databases(databases *engine.Databases) {
	e.boolean(databases != nil)
	if databases == nil {
		return
	}
	e.text(databases.Own)
	e.length(len(databases.Mapped))
	for _, mapped := range databases.Mapped {
		e.text(mapped.Name)
		e.boolean(mapped.ReadOnly)
	}
}

func (d *decoder) databases() *engine.Databases {
	if !d.boolean() {
		return nil
	}
	databases := &engine.Databases{Own: d.text(), Mapped: make([]engine.MappedDatabase, d.length())}
	for i := range databases.Mapped {
		databases.Mapped[i] = engine.MappedDatabase{Name: d.text(), ReadOnly: d.boolean()}
	}
	return databases
}

func (e *encoder) label(l engine.Label) {
	e.text(l.WorkID)
	e.integer(l.Epoch)
}

func (d *decoder) label() engine.Label { return engine.Label{WorkID: d.text(), Epoch: d.integer()} }

func (e *encoder) schemas(schemas []engine.Schema) {
	e.length(len(schemas))
	for _, schema := range schemas {
		e.text(schema.Database)
		e.text(schema.Name)
	}
}

func (d *decoder) schemas() []engine.Schema {
	schemas := make([]engine.Schema, d.length())
	for i := range schemas {
		schemas[i] = engine.Schema{Database: d.text(), Name: d.text()}
	}
	return schemas
}

func (e *encoder) columns(columns []engine.Column) {
	e.length(len(columns))
	for _, column := range columns {
		e.text(column.Name)
		e.text(column.Type)
		e.boolean(column.Nullable)
	}
}

func (d *decoder) columns() []engine.Column {
	columns := make([]engine.Column, d.length())
	for i := range columns {
		columns[i] = engine.Column{Name: d.text(), Type: d.text(), Nullable: d.boolean()}
	}
	return columns
}

// relations appends the tables and views of a schema. DuckDB has neither dependent views nor properties.
func (e *encoder) relations(relations []engine.Relation) {
	e.length(len(relations))
	for _, relation := range relations {
		e.text(relation.Name)
		e.boolean(relation.IsView)
		e.columns(relation.Columns)
	}
}

func (d *decoder) relations() []engine.Relation {
	count := d.length()
	if count == 0 {
		return nil // as DuckDB's own driver returns it
	}
	relations := make([]engine.Relation, count)
	for i := range relations {
		relations[i] = engine.Relation{Name: d.text(), IsView: d.boolean(), Columns: d.columns()}
	}
	return relations
}

func (e *encoder) counts(c engine.Counts) {
	e.integer(c.Inserted)
	e.integer(c.Updated)
	e.integer(c.Deleted)
}

func (d *decoder) counts() engine.Counts {
	return engine.Counts{Inserted: d.integer(), Updated: d.integer(), Deleted: d.integer()}
}

func (e *encoder) rows(rows engine.Rows) {
	e.columns(rows.Columns)
	e.boolean(rows.More)
	e.length(len(rows.Values))
	for _, row := range rows.Values {
		e.length(len(row))
		for _, value := range row {
			e.value(value)
		}
	}
}

func (d *decoder) rows() engine.Rows {
	rows := engine.Rows{Columns: d.columns(), More: d.boolean()}
	rows.Values = make([][]any, d.length())
	for i := range rows.Values {
		rows.Values[i] = make([]any, d.length())
		for j := range rows.Values[i] {
			rows.Values[i][j] = d.value()
		}
	}
	return rows
}

// failure appends an error, or that there is none.
func (e *encoder) failure(err error) {
	e.boolean(err != nil)
	if err == nil {
		return
	}
	reported := fault.From(err)
	e.text(string(reported.Kind))
	e.text(reported.Message)
	e.text(reported.Hint)
	cause := ""
	if reported.Cause != nil {
		cause = reported.Cause.Error()
	}
	e.text(cause)
}

func (d *decoder) failure() error {
	if !d.boolean() {
		return nil
	}
	reported := &fault.Error{Kind: fault.Kind(d.text()), Message: d.text(), Hint: d.text()}
	if cause := d.text(); cause != "" {
		reported.Cause = errors.New(cause)
	}
	return reported
}
