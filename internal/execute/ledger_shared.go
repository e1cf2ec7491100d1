package execute

import (
	"fmt"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// sharedLedger is the ledger of an engine that several processes use.
//
// Its key makes the engine reject a second publication of a node in a run: a transaction that is about to commit locks
// the key, and a second one waits for it. It accepts rows only from the newest owner of a run: a new owner writes a
// mark first, and older owners see the mark, whatever their clocks and the clock of the state database say.
type sharedLedger struct {
	dialect *dialect.Dialect
	table   string
}

func newSharedLedger(d *dialect.Dialect, database string) sharedLedger {
	return sharedLedger{dialect: d, table: d.Qualify(database, ledgerSchema, "published")}
}

func (l sharedLedger) create() string {
	text := l.dialect.Type("TEXT")
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s, PRIMARY KEY (owner, node))", l.table, fmt.Sprintf(
		"owner %s NOT NULL, node %s NOT NULL, epoch %s NOT NULL, published_at %s NOT NULL, result %s NOT NULL",
		text, text, l.dialect.Type("BIGINT"), l.dialect.Type("TIMESTAMP"), text))
}

func (l sharedLedger) check() string { return "SELECT owner FROM " + l.table + " WHERE 1 = 0" }

// columns lists the columns of an inserted row.
const columns = "(owner, node, epoch, published_at, result)"

func (l sharedLedger) insert(label engine.Label, result *run.NodeResult) string {
	values := l.values(label, row{string(result.Node), result.EndedAt, encodePublication(result)})
	return fmt.Sprintf("INSERT INTO %s %s SELECT %s WHERE NOT EXISTS (SELECT 1 FROM %s WHERE owner = %s AND epoch > %d)",
		l.table, columns, values, l.table, l.dialect.Literal(label.WorkID), label.Epoch)
}

func (l sharedLedger) mark(label engine.Label, now time.Time) string {
	return fmt.Sprintf("INSERT INTO %s %s VALUES (%s)", l.table, columns, l.values(label, row{markOf(label), now, ""}))
}

// markOf returns the value that a mark has in the node column.
func markOf(label engine.Label) string { return fmt.Sprintf("(epoch %d)", label.Epoch) }

// row is what an owner inserts.
type row struct {
	node   string
	at     time.Time
	result string
}

// values returns the values of the columns as SQL.
func (l sharedLedger) values(label engine.Label, r row) string {
	moment := l.dialect.Moment(r.at.UTC().Format("2006-01-02 15:04:05.000000"))
	return fmt.Sprintf("%s, %s, %d, %s, %s",
		l.dialect.Literal(label.WorkID), l.dialect.Literal(r.node), label.Epoch, moment, l.dialect.Literal(r.result))
}

func (l sharedLedger) find(owner, node string) ledgerQuery {
	return ledgerQuery{l.all(owner) + " AND node = " + l.dialect.Literal(node), 1}
}

func (l sharedLedger) list(owner string, limit int) ledgerQuery {
	return ledgerQuery{l.all(owner), limit}
}

func (l sharedLedger) all(owner string) string {
	return fmt.Sprintf("SELECT node, result FROM %s WHERE owner = %s", l.table, l.dialect.Literal(owner))
}

func (l sharedLedger) read(row []any) (node, result string) {
	node, _ = row[0].(string)
	result, _ = row[1].(string)
	return node, result
}

// clean keeps a run that had several owners: an earlier owner may not know yet that it was replaced, and the ledger
// keeps it from publishing.
func (l sharedLedger) clean(labels []engine.Label) (string, error) {
	oldest, err := l.dialect.Shift(l.dialect.Now(), -ledgerDays, "day")
	if err != nil {
		return "", err
	}
	conditions := []string{"published_at < " + oldest}
	for _, label := range labels {
		if label.Epoch == 1 {
			conditions = append(conditions, "owner = "+l.dialect.Literal(label.WorkID))
		}
	}
	return fmt.Sprintf("DELETE FROM %s WHERE %s", l.table, strings.Join(conditions, " OR ")), nil
}
