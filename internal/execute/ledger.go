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

// ledgerSchema is the schema of the ledger in every database that nodes publish to.
const ledgerSchema = "_millrace"

// ledger writes the SQL for the publications in one database. The transaction that publishes a node also inserts its
// row, so that the row exists exactly if the node is published.
type ledger interface {
	// create creates the ledger if it is missing. check fails if it is missing.
	create() string
	check() string
	// insert adds the row of a node. It inserts no row for an owner that was replaced.
	insert(label engine.Label, result *run.NodeResult) string
	// mark inserts the mark by which a new owner rejects older ones. It is empty if the engine needs no marks.
	mark(label engine.Label, now time.Time) string
	// find queries one node, list all nodes of a run, which are at most limit.
	find(owner, node string) ledgerQuery
	list(owner string, limit int) ledgerQuery
	// read returns the node and its result from a row of these queries.
	read(row []any) (node, result string)
	// clean deletes finished runs and all rows that are older than ledgerDays.
	clean(labels []engine.Label) (string, error)
}

func newLedger(of engine.Engine, database string) ledger {
	database = cmp.Or(database, of.DefaultDatabase())
	if of.Capabilities().Embedded {
		return newEmbeddedLedger(of.Dialect(), database)
	}
	return newSharedLedger(of.Dialect(), database)
}

// ledger returns the ledger that records the node.
func (n *nodeExecution) ledger() ledger { return newLedger(n.Engine, n.node.Schema.Database) }

// ledgerQuery is a query on a ledger and the maximum number of rows that it returns.
type ledgerQuery struct {
	query string
	limit int
}

// queryLedger returns the publications that a query finds.
func queryLedger(ctx context.Context, session engine.Session, l ledger, q ledgerQuery) (map[transform.NodeID]run.NodeResult, error) {
	rows, err := session.Query(ctx, q.query, max(q.limit, 1))
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

// publication is the part of a result that the ledger stores.
type publication struct {
	Attempt      int               `json:"attempt"`
	StartedAt    time.Time         `json:"startedAt"`
	EndedAt      time.Time         `json:"endedAt"`
	Queries      []run.QueryResult `json:"queries"`
	FailedTests  int               `json:"failedTests,omitempty"`
	TestFailures bool              `json:"testFailures,omitempty"` // as earlier versions wrote it
}

// encodePublication encodes a result for the next owner. It leaves out failing rows, because they may be many and the
// ledger is a table in the user's database. It encodes the JSON again, because the JSON contains engine messages about
// statements, and engines inspect the text of the statement that contains it.
func encodePublication(result *run.NodeResult) string {
	queries := make([]run.QueryResult, len(result.Queries))
	for i, query := range result.Queries {
		query.FailingRows = nil
		queries[i] = query
	}
	text, err := json.Marshal(publication{
		Attempt: result.Attempt, StartedAt: result.StartedAt, EndedAt: result.EndedAt, Queries: queries, FailedTests: result.FailedTests,
	})
	if err != nil {
		return "" // times after the year 9999; the row itself is enough
	}
	return base64.StdEncoding.EncodeToString(text)
}

// decodePublication decodes what encodePublication wrote. An unreadable text loses the details, not the fact of the
// publication.
func decodePublication(node transform.NodeID, text string) run.NodeResult {
	var r publication
	if decoded, err := base64.StdEncoding.DecodeString(text); err != nil || json.Unmarshal(decoded, &r) != nil {
		r = publication{}
	}
	if r.TestFailures {
		r.FailedTests = max(r.FailedTests, 1)
	}
	return run.NodeResult{
		Node: node, State: run.NodeComplete, Attempt: r.Attempt, StartedAt: r.StartedAt, EndedAt: r.EndedAt, Queries: r.Queries,
		FailedTests: r.FailedTests,
	}
}
