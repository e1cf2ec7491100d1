package localrun

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

const (
	recordSchema = "_millrace"
	recordTable  = "created"
	maxRecords   = 1_000_000 // a project cannot have more nodes
)

// record describes an object that a local run created.
type record struct {
	node        transform.NodeID
	name        string // LOCATION.NAME, for display
	schema      string
	object      string
	fingerprint string // of its node when the object last matched it
}

// records writes the SQL for the table of records in one database.
type records struct {
	dialect *dialect.Dialect
	table   string
}

func recordsOf(d *dialect.Dialect, database string) records {
	return records{d, d.Qualify(database, recordSchema, recordTable)}
}

func (r records) create() string {
	text := r.dialect.Type("TEXT")
	columns := strings.ReplaceAll("node $ PRIMARY KEY, name $, schema_name $, object_name $, fingerprint $", "$", text)
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s)", r.table, columns)
}

func (r records) list() string {
	return "SELECT node, name, schema_name, object_name, fingerprint FROM " + r.table
}

// upsert returns one statement, so that it is one stage of a node.
func (r records) upsert(one record) string {
	values := make([]string, 0, 5)
	for _, text := range []string{string(one.node), one.name, one.schema, one.object, one.fingerprint} {
		values = append(values, r.dialect.Literal(text))
	}
	return fmt.Sprintf("INSERT OR REPLACE INTO %s VALUES (%s)", r.table, strings.Join(values, ", "))
}

func (r records) remove(node transform.NodeID) string {
	return fmt.Sprintf("DELETE FROM %s WHERE node = %s", r.table, r.dialect.Literal(string(node)))
}

// read returns all records in a database. It creates their table if it is missing.
func (r records) read(ctx context.Context, session engine.Session) ([]record, error) {
	if _, err := session.Exec(ctx, r.create()); err != nil {
		return nil, err
	}
	rows, err := session.Query(ctx, r.list(), maxRecords)
	if err != nil {
		return nil, err
	}
	list := make([]record, len(rows.Values))
	for i, values := range rows.Values {
		texts := make([]string, 5)
		for j := range min(len(values), len(texts)) {
			texts[j], _ = values[j].(string)
		}
		list[i] = record{transform.NodeID(texts[0]), texts[1], texts[2], texts[3], texts[4]}
	}
	return list, nil
}
