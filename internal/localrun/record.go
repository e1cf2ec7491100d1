package localrun

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

const (
	recordSchema = "_millrace"
	recordTable  = "builds"
	maxRecords   = 1_000_000 // a project cannot have more nodes
)

// record describes the object of a node and its last build. It is stored in the database of the object, by the transaction that
// builds the node.
type record struct {
	recordEntry

	node transform.NodeID
	run  ids.Run // number of the local run; 0 if an earlier version created the object
}

// recordEntry is the part of a record that is stored as one text, because each column of a small insert costs DuckDB time.
type recordEntry struct {
	Name   string `json:"name"` // LOCATION.NAME, for display
	Schema string `json:"schema"`
	Object string `json:"object"`
	// Structure is the fingerprint of the node when the object last matched it; empty if it never did.
	Structure string `json:"structure,omitempty"`
	// Outcome is empty if the object was created and not loaded, as a view is.
	Outcome run.BuildOutcome  `json:"outcome,omitempty"`
	Build   *plan.BuildInputs `json:"build,omitempty"`
}

// replaces reports whether a record is newer than another one of the same node. A run that built a node and did not get the
// answer reports a failure, which counts.
func (r *record) replaces(other *record) bool {
	return r.run > other.run || r.run == other.run && r.Outcome == run.BuildFailed
}

// records writes the SQL for the table of records in one database. The table has no key and runs only add to it, so that
// transactions do not conflict and an insert costs little; of several records of a node the newest counts. Runs delete the
// others at their end.
type records struct {
	dialect *dialect.Dialect
	table   string
	earlier string // the table of earlier versions
}

func recordsOf(d *dialect.Dialect, database string) records {
	return records{d, d.Qualify(database, recordSchema, recordTable), d.Qualify(database, recordSchema, earlierRecordTable)}
}

func (r records) create() string {
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (run %s, node %s, entry %s)",
		r.table, r.dialect.Type("BIGINT"), r.dialect.Type("TEXT"), r.dialect.Type("TEXT"))
}

// insert returns one statement, so that it can be a stage of a node.
func (r records) insert(list ...record) string {
	rows := make([]string, len(list))
	for i := range list {
		entry, _ := json.Marshal(list[i].recordEntry) //nolint:errchkjson // texts and numbers cannot fail
		rows[i] = fmt.Sprintf("(%d, %s, %s)", list[i].run, r.dialect.Literal(string(list[i].node)), r.dialect.Literal(string(entry)))
	}
	return fmt.Sprintf("INSERT INTO %s VALUES %s", r.table, strings.Join(rows, ", "))
}

func (r records) remove(node transform.NodeID) string {
	return fmt.Sprintf("DELETE FROM %s WHERE node = %s", r.table, r.dialect.Literal(string(node)))
}

// removeOld deletes the records that newer ones replace.
func (r records) removeOld() string {
	return fmt.Sprintf("DELETE FROM %s AS old WHERE EXISTS (SELECT 1 FROM %s AS newer WHERE newer.node = old.node AND newer.run > old.run)",
		r.table, r.table)
}

// recordsAtOnce limits how many records one query reads, because the engine limits the size of a result.
const recordsAtOnce = 10_000

// read returns all records in a database.
func (r records) read(ctx context.Context, session engine.Session) ([]record, error) {
	var list []record
	for last := int64(-1); ; {
		rows, err := session.Query(ctx, fmt.Sprintf("SELECT rowid, run, node, entry FROM %s WHERE rowid > %d ORDER BY rowid", r.table, last), recordsAtOnce)
		if err != nil {
			return nil, err
		}
		for _, values := range rows.Values {
			last, _ = values[0].(int64)
			number, _ := values[1].(int64)
			node, _ := values[2].(string)
			entry, _ := values[3].(string)
			one := record{node: transform.NodeID(node), run: ids.Run(number)}
			if err := json.Unmarshal([]byte(entry), &one.recordEntry); err != nil {
				return nil, fmt.Errorf("the record of node %s in %s is damaged: %w", node, r.table, err)
			}
			list = append(list, one)
		}
		if !rows.More {
			return list, nil
		}
	}
}
