package execute

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// The ledger is in a schema of our own in every database that nodes are published in.
const (
	ledgerSchema = "_millrace"
	ledgerTable  = "published"
)

// ledger is the SQL about what was published in one database.
//
// Its key makes the engine refuse to publish a node of a run twice, whatever we believe: a transaction that waits to be
// committed holds the key, and a second one waits for it. And a row is taken only from the newest owner of a run: one that
// takes a run over leaves a mark first, and older owners see it, whatever their clocks and the state database's say.
type ledger struct {
	dialect *dialect.Dialect
	table   string
	// isShared says that several processes work on the engine. An embedded one has no use for marks: its one process does
	// not claim a run that it still works on.
	isShared bool
}

func newLedger(of engine.Engine, database string) ledger {
	d := of.Dialect()
	table := d.Qualify(cmp.Or(database, of.DefaultDatabase()), ledgerSchema, ledgerTable)
	return ledger{dialect: d, table: table, isShared: !of.Capabilities().Embedded}
}

// ledger is the one that the node is remembered in.
func (n *nodeWork) ledger() ledger { return newLedger(n.Engine, n.node.Place.Database) }

func (l ledger) create() string {
	text := l.dialect.Type("TEXT")
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (%s, PRIMARY KEY (owner, node))", l.table, fmt.Sprintf(
		"owner %s NOT NULL, node %s NOT NULL, epoch %s NOT NULL, published_at %s NOT NULL, result %s NOT NULL",
		text, text, l.dialect.Type("BIGINT"), l.dialect.Type("TIMESTAMP"), text))
}

// columns are those that a row is given in.
const columns = "(owner, node, epoch, published_at, result)"

// insert is the row of a node. It adds none for an owner that was replaced.
func (l ledger) insert(label engine.Label, result *run.NodeResult) string {
	values := l.values(label, row{string(result.Node), result.EndedAt, remember(result)})
	if !l.isShared {
		return fmt.Sprintf("INSERT INTO %s %s VALUES (%s)", l.table, columns, values)
	}
	return fmt.Sprintf("INSERT INTO %s %s SELECT %s WHERE NOT EXISTS (SELECT 1 FROM %s WHERE owner = %s AND epoch > %d)",
		l.table, columns, values, l.table, l.dialect.Literal(label.Owner), label.Epoch)
}

// mark is the row of an owner that took the run over.
func (l ledger) mark(label engine.Label, now time.Time) string {
	return fmt.Sprintf("INSERT INTO %s %s VALUES (%s)", l.table, columns, l.values(label, row{markOf(label), now, ""}))
}

// markOf stands in the place of a node's id.
func markOf(label engine.Label) string { return fmt.Sprintf("(epoch %d)", label.Epoch) }

// row is what an owner writes.
type row struct {
	node   string
	at     time.Time
	result string
}

// values are those of the columns. The moment is written out: to ask DuckDB for it takes longer than all the rest.
func (l ledger) values(label engine.Label, r row) string {
	moment := l.dialect.Moment(r.at.UTC().Format("2006-01-02 15:04:05.000000"))
	return fmt.Sprintf("%s, %s, %d, %s, %s",
		l.dialect.Literal(label.Owner), l.dialect.Literal(r.node), label.Epoch, moment, l.dialect.Literal(r.result))
}

// find asks for one node.
func (l ledger) find(owner, node string) question {
	return question{l.all(owner) + " AND node = " + l.dialect.Literal(node), 1}
}

// list asks for every node of an owner, which are at most so many.
func (l ledger) list(owner string, most int) question { return question{l.all(owner), most} }

func (l ledger) all(owner string) string {
	return fmt.Sprintf("SELECT node, result FROM %s WHERE owner = %s", l.table, l.dialect.Literal(owner))
}

// question is a query on a ledger and the most rows that its answer can have.
type question struct {
	query string
	most  int
}

// ask gives what was published.
func ask(ctx context.Context, session engine.Session, q question) (map[transform.NodeID]run.NodeResult, error) {
	rows, err := session.Query(ctx, q.query, max(q.most, 1))
	if err != nil {
		return nil, err
	}
	published := make(map[transform.NodeID]run.NodeResult, len(rows.Values))
	for _, row := range rows.Values {
		node, _ := row[0].(string)
		text, _ := row[1].(string)
		published[transform.NodeID(node)] = recall(transform.NodeID(node), text)
	}
	return published, nil
}

// remembered is what the ledger keeps of a result.
type remembered struct {
	Attempt      int               `json:"attempt"`
	StartedAt    time.Time         `json:"startedAt"`
	EndedAt      time.Time         `json:"endedAt"`
	Queries      []run.QueryResult `json:"queries"`
	TestFailures bool              `json:"testFailures,omitempty"`
}

// remember writes a result down for whoever takes the run over. Rows that a test found are left out: they may be many,
// and the ledger is a table in somebody's warehouse. The JSON is encoded once more, because it holds what engines said about
// statements, and engines look at the text of the statement that it becomes a part of.
func remember(result *run.NodeResult) string {
	queries := make([]run.QueryResult, len(result.Queries))
	for i, query := range result.Queries {
		query.FailingRows = nil
		queries[i] = query
	}
	text, err := json.Marshal(remembered{
		Attempt: result.Attempt, StartedAt: result.StartedAt, EndedAt: result.EndedAt, Queries: queries, TestFailures: result.TestFailures,
	})
	if err != nil {
		return "" // times beyond the year 9999; the row itself is what counts
	}
	return base64.StdEncoding.EncodeToString(text)
}

// recall reads what remember wrote. A text that cannot be read costs the details, not the fact that the node is published.
func recall(node transform.NodeID, text string) run.NodeResult {
	var r remembered
	if decoded, err := base64.StdEncoding.DecodeString(text); err != nil || json.Unmarshal(decoded, &r) != nil {
		r = remembered{}
	}
	return run.NodeResult{
		Node: node, State: run.NodeComplete, Attempt: r.Attempt, StartedAt: r.StartedAt, EndedAt: r.EndedAt, Queries: r.Queries,
		TestFailures: r.TestFailures,
	}
}
