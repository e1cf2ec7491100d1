package execute

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// ledgerSchema is of our own, in every database that nodes are published in.
const ledgerSchema = "_millrace"

// ledger is the SQL about what was published in one database. A node's entry is made in the transaction that publishes it, so
// that the one is true exactly when the other is.
type ledger interface {
	// create makes the ledger unless it is there, and look fails when it is not.
	create() string
	look() string
	// insert adds the entry of a node, and counts none for an owner that was replaced.
	insert(label engine.Label, result *run.NodeResult) string
	// mark is what an owner that took the run over leaves for the ones before it, or nothing where there can be none.
	mark(label engine.Label, now time.Time) string
	// find asks for one node, list for every node of an owner, which are at most so many.
	find(owner, node string) ledgerQuery
	list(owner string, most int) ledgerQuery
	// read takes the node and its result out of a row of the answer.
	read(row []any) (node, result string)
	// forget takes a run that is over out, and what is older than anybody can ask for.
	forget(label engine.Label) (string, error)
}

func newLedger(of engine.Engine, database string) ledger {
	database = cmp.Or(database, of.DefaultDatabase())
	if of.Capabilities().Embedded {
		return newEmbeddedLedger(of.Dialect(), database)
	}
	return newSharedLedger(of.Dialect(), database)
}

// ledger is the one that the node is remembered in.
func (n *nodeExecution) ledger() ledger { return newLedger(n.Engine, n.node.Schema.Database) }

// ledgerQuery is a query on a ledger and the most rows that its answer can have.
type ledgerQuery struct {
	query string
	most  int
}

// queryLedger gives what was published.
func queryLedger(ctx context.Context, session engine.Session, l ledger, q ledgerQuery) (map[transform.NodeID]run.NodeResult, error) {
	rows, err := session.Query(ctx, q.query, max(q.most, 1))
	if err != nil {
		return nil, err
	}
	published := make(map[transform.NodeID]run.NodeResult, len(rows.Values))
	for _, row := range rows.Values {
		node, text := l.read(row)
		published[transform.NodeID(node)] = decodePublication(transform.NodeID(node), text)
	}
	return published, nil
}

// publication is what the ledger keeps of a result.
type publication struct {
	Attempt      int               `json:"attempt"`
	StartedAt    time.Time         `json:"startedAt"`
	EndedAt      time.Time         `json:"endedAt"`
	Queries      []run.QueryResult `json:"queries"`
	TestFailures bool              `json:"testFailures,omitempty"`
}

// encodePublication writes a result down for whoever takes the run over. Rows that a test found are left out: they may be many,
// and the ledger is a table in somebody's warehouse. The JSON is encoded once more, because it holds what engines said about
// statements, and engines look at the text of the statement that it becomes a part of.
func encodePublication(result *run.NodeResult) string {
	queries := make([]run.QueryResult, len(result.Queries))
	for i, query := range result.Queries {
		query.FailingRows = nil
		queries[i] = query
	}
	text, err := json.Marshal(publication{
		Attempt: result.Attempt, StartedAt: result.StartedAt, EndedAt: result.EndedAt, Queries: queries, TestFailures: result.TestFailures,
	})
	if err != nil {
		return "" // times beyond the year 9999; the row itself is what counts
	}
	return base64.StdEncoding.EncodeToString(text)
}

// decodePublication reads what remember wrote. A text that cannot be read costs the details, not the fact that the node is published.
func decodePublication(node transform.NodeID, text string) run.NodeResult {
	var r publication
	if decoded, err := base64.StdEncoding.DecodeString(text); err != nil || json.Unmarshal(decoded, &r) != nil {
		r = publication{}
	}
	return run.NodeResult{
		Node: node, State: run.NodeComplete, Attempt: r.Attempt, StartedAt: r.StartedAt, EndedAt: r.EndedAt, Queries: r.Queries,
		TestFailures: r.TestFailures,
	}
}
