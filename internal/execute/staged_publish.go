package execute

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/staging"
)

// publishByStatement sends the publishing statement. If its outcome is unknown, the version of the table decides.
func (t *stagedAttempt) publishByStatement(ctx context.Context) error {
	if !t.loadsInPublication {
		if err := t.createWork(ctx); err != nil {
			return err
		}
	}
	statement, err := t.publishingStatement()
	if err != nil {
		return err
	}
	if err := t.CheckLease(); err != nil {
		t.stop(err)
		return err
	}
	if err := t.recordSending(ctx, statement); err != nil {
		return err
	}
	err = t.sendPublishing(ctx, statement)
	if err == nil {
		t.setPublished()
		return nil
	}
	return t.interpret(ctx, err)
}

// noSnapshot is the recorded snapshot of a table that does not exist.
const noSnapshot = "none"

// recordSending stores that the statement is about to be sent, with the snapshot that it replaces.
func (t *stagedAttempt) recordSending(ctx context.Context, statement string) error {
	stage := len(t.node.Stages) // a stage of its own, after those of the node
	if t.loadsInPublication {
		stage = t.form.Last
	}
	t.result.Queries = append(t.result.Queries, run.QueryResult{
		Stage: stage, SQL: statement, State: run.NodeRunning, StartedAt: t.Now(), Snapshot: cmp.Or(t.version.Snapshot, noSnapshot),
	})
	return t.recordAndWait(ctx)
}

// sendPublishing sends the publishing statement, and stores its id before it waits for the answer.
func (t *stagedAttempt) sendPublishing(ctx context.Context, statement string) error {
	lasting, done := graceContext(ctx, commitGrace)
	defer done()
	sending, abort := context.WithCancel(lasting)
	defer abort()
	if session, ok := t.session.(engine.QueryIdentifier); ok {
		session.OnQueryID(func(id string) {
			t.query().QueryID = id
			if t.recordAndWait(lasting) != nil {
				abort()
			}
		})
		defer session.OnQueryID(nil)
	}
	defer t.followProgress()()
	counts, err := t.session.Exec(sending, statement)
	if t.loadsInPublication {
		t.query().Counts = counts // otherwise the stages before have counted the rows
	}
	return err
}

// recordAndWait records the result of the node and returns when it is stored. Without that a new owner could not know that a
// statement was sent, so an error stops the run here.
func (n *nodeExecution) recordAndWait(ctx context.Context) error {
	journal, ok := n.Journal.(DurableJournal)
	if !ok {
		n.record()
		return nil
	}
	result := n.result
	result.Queries = append([]run.QueryResult(nil), result.Queries...)
	err := journal.RecordAndWait(ctx, result)
	if err != nil && ctx.Err() == nil {
		n.stop(err)
	}
	return err
}

// setPublished records that the publishing statement took effect.
func (t *stagedAttempt) setPublished() {
	completeQueries(t.result.Queries)
	if len(t.result.Queries) > 0 { // otherwise an earlier owner could not store it
		query := t.query()
		query.State, query.EndedAt, query.Problem = run.NodeComplete, t.Now(), nil
	}
	t.isPublished, t.inDoubt = true, false
	t.sent = sentStatements(t.result.Queries)
	t.before, t.failedBefore, t.nodeExecution.work = slices.Clone(t.result.Queries), t.result.FailedTests, t.work
}

// interpret finds out what a failed publishing statement means. Whatever the engine says, the table decides: an earlier statement of this
// node may have taken effect too.
func (t *stagedAttempt) interpret(ctx context.Context, err error) error {
	query := t.query()
	query.State, query.EndedAt, query.Problem = run.NodeFailed, t.Now(), problemOf(err)
	if strings.Contains(err.Error(), dialect.ErrorRunReplaced) {
		query.Snapshot = "" // it had no effect
		t.sent = sentStatements(t.result.Queries)
		t.stop(errReplaced)
		return errReplaced
	}
	t.sent = sentStatements(t.result.Queries)
	return t.resolveOutcome(ctx, err)
}

// resolveOutcome reads the table after a publishing statement that failed. A statement whose outcome is unknown may take effect later,
// also if the engine has confirmed that it was canceled, so it stays recorded.
func (t *stagedAttempt) resolveOutcome(ctx context.Context, err error) error {
	isUnknown := isUnknownOutcome(err)
	t.inDoubt = t.inDoubt || isUnknown
	if isInterrupted(ctx) {
		return err // the next owner reads the table
	}
	version, unread := t.publisher.readEvidence(ctx, t.nodeExecution)
	if unread != nil {
		t.inDoubt = true
		// Do not retry: the node may be published.
		return fault.Wrap(err, fault.Internal, "%s", err.Error()).WithHint("%s", fault.From(err).Hint)
	}
	if !isUnknown && !slices.Contains(version.QueryIDs, t.query().QueryID) && !strings.HasPrefix(version.Marker, markerPrefix(t.nodeExecution)) {
		t.query().Snapshot = "" // it had no effect
		t.sent = sentStatements(t.result.Queries)
	}
	if found := t.applyEvidence(version); found != nil || t.isPublished {
		return found
	}
	if isUnknown { // retry: if the statement takes effect late, the guard of the next one fails
		return fault.Wrap(err, fault.Unavailable, "%s", err.Error()).WithHint("%s", fault.From(err).Hint)
	}
	if strings.Contains(err.Error(), dialect.ErrorTableMoved) || fault.Is(err, fault.Conflict) {
		return fault.New(fault.Conflict, "table %s changed while the node was built", t.form.Table).
			WithHint("Another program or run changes the table. Run the node again.")
	}
	return &stageError{"publication", err}
}

// applyEvidence sets what the version of the table shows about the statements that were sent. It returns an error if the node is in
// doubt.
func (t *stagedAttempt) applyEvidence(version engine.TableVersion) error {
	switch judge(t.nodeExecution, t.form.Kind, version, t.sent) {
	case published:
		t.setPublished()
	case unclear:
		t.inDoubt = true
		return t.publisher.doubt(t.nodeExecution, version)
	case unpublished:
	}
	return nil
}

// publishingStatement returns the one statement that publishes the node.
func (t *stagedAttempt) publishingStatement() (string, error) {
	d, guard := t.Engine.Dialect(), t.guard(t.version.Snapshot)
	query := "SELECT * FROM " + t.work.rows //nolint:unqueryvet // the work table has the columns of the node's table
	switch t.form.Kind {
	case staging.Merge:
		statement, ok := d.GuardMerge(t.rename(t.node.Stages[t.form.Last].SQL, t.form.Last), guard)
		if !ok {
			return "", fault.New(fault.Internal, "the MERGE of the node cannot be guarded")
		}
		return statement, nil
	case staging.Append:
		columns := t.insertedColumns()
		if len(columns) == 0 {
			return "", fault.New(fault.Internal, "the columns of %s are unknown", t.form.Table)
		}
		query = "SELECT " + strings.Join(columns, ", ") + " FROM " + t.work.rows
		if t.loadsInPublication {
			query = t.rename(strings.TrimSpace(t.form.Insert.Query), t.form.First-1)
		}
		return d.AppendRows(columns, query, guard), nil
	default:
		if t.loadsInPublication {
			query = t.fillQuery()
		}
		return d.ReplaceTableAs(dialect.TableReplacement{
			Guard: guard, Query: query, Marker: markerOf(t.nodeExecution), Comment: t.version.Comment, Properties: t.version.Properties,
		}), nil
	}
}

// insertedColumns returns the columns that the INSERT of the node fills, in quotes.
func (t *stagedAttempt) insertedColumns() []string {
	if len(t.form.Insert.Columns) > 0 {
		return t.form.Insert.Columns
	}
	var names []string
	for _, column := range t.publisher.columnsOf(t.node) {
		names = append(names, t.Engine.Dialect().Quote(column.Name))
	}
	return names
}

// fillQuery returns the rows that a full load inserts, converted to the columns of the table. It is empty if the INSERT does not
// fill all of them, or reads the table, which the load has emptied.
func (t *stagedAttempt) fillQuery() string {
	d := t.Engine.Dialect()
	spelled := map[string]string{} // the engine may store names in lower case
	for _, name := range t.form.Insert.Columns {
		spelled[d.Comparable(ddl.Unquote(name))] = ddl.Unquote(name)
	}
	var columns []dialect.Column
	for _, column := range t.publisher.columnsOf(t.node) {
		columns = append(columns, dialect.Column{Name: cmp.Or(spelled[d.Comparable(column.Name)], column.Name), Type: column.Type})
	}
	query := t.form.Insert.Query
	if staging.Rename(d, query, []staging.Renaming{{From: t.form.Table, To: "x"}}) != query {
		return ""
	}
	return d.FillQuery(columns, t.form.Insert.Columns, t.rename(query, t.form.First-1))
}

// consequence says what happened to the data of a node that failed.
func (s *statementPublisher) consequence(n *nodeExecution) string {
	form := staging.Analyze(s.Engine.Dialect(), n.node)
	switch {
	case n.isPublished:
		return "The node was published before; its new data stays."
	case n.inDoubt && form.Kind == staging.Direct:
		return "It is unknown which of its statements took effect."
	case n.inDoubt:
		return "The node is published completely or not at all; which of the two is unknown."
	case form.Kind == staging.Direct:
		return directConsequence(n)
	}
	text := "Nothing of this node was published; its previous data is unchanged."
	if outside := n.outsideEffects(form); outside > 0 {
		text += fmt.Sprintf(" %s of its other statements took effect and will run again.", counted(outside))
	}
	return text
}
