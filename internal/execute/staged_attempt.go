package execute

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/staging"
)

// stagedAttempt is an attempt whose statements and tests work on other tables than the node's. Its methods accept nil, which is an
// attempt inside a transaction.
type stagedAttempt struct {
	*attempt

	publisher *statementPublisher
	form      staging.Form
	version   engine.TableVersion // of the node's table before the attempt
	// loadsInPublication is true if the publishing statement contains the load itself, because nothing looks at the rows before.
	loadsInPublication bool
	work               workNames
	hasWork            bool // the table work.rows exists
	hasView            bool // the view work.view exists
}

// run runs and publishes a node. After the publication only the statements that follow it are repeated.
func (s *statementPublisher) run(ctx context.Context, a *attempt) error {
	a.node = atMoment(s.Engine.Dialect(), a.node, s.Now())
	t := &stagedAttempt{attempt: a, publisher: s, form: staging.Analyze(s.Engine.Dialect(), a.node)}
	if t.form.Kind == staging.Direct {
		return s.runDirectly(ctx, a)
	}
	a.staged = t
	if s.published[a.node.ID] && !a.isPublished {
		t.continueAfterPublication()
	}
	if t.work = a.work; !a.isPublished {
		t.work = t.newWorkNames()
		if err := t.runAndPublish(ctx); err != nil {
			t.dropWork(ctx)
			return err
		}
	}
	if err := t.runLate(ctx); err != nil {
		return err // another attempt may read the work tables
	}
	t.dropWork(ctx)
	return nil
}

// continueAfterPublication takes the results of the earlier owner that published the node, without those that are repeated.
func (t *stagedAttempt) continueAfterPublication() {
	earlier := t.Done[t.node.ID]
	t.isPublished, t.failedBefore, t.before = true, 0, nil
	for i := range earlier.Queries {
		query := earlier.Queries[i]
		if query.Stage < len(t.form.Roles) && t.form.Roles[query.Stage] == staging.Late {
			continue
		}
		if query.State == run.NodeFailed && t.isTest(query.Stage) {
			t.failedBefore++
		}
		t.before = append(t.before, query)
	}
	completeQueries(t.before)
	t.nodeExecution.work = t.newWorkNames()
	t.result.Queries, t.result.FailedTests = slices.Clone(t.before), t.failedBefore
}

func (t *stagedAttempt) runAndPublish(ctx context.Context) error {
	if err := t.readVersion(ctx); err != nil || t.isPublished {
		return err
	}
	t.loadsInPublication = t.canBeDirect()
	if err := t.stages(ctx); err != nil {
		return err
	}
	return t.publishByStatement(ctx)
}

// readVersion sets the version that the publication starts from: for the first attempt the one that was read for all nodes. Before
// another attempt it may show that a statement of an earlier one took effect.
func (t *stagedAttempt) readVersion(ctx context.Context) error {
	table := engineTable(t.node)
	if !t.isRetried {
		t.version = t.publisher.versions[table]
	} else {
		versions, err := t.publisher.readVersions(ctx, []engine.Table{table})
		if err != nil {
			return err
		}
		t.version = versions[table]
		if err := t.applyEvidence(t.version); err != nil || t.isPublished {
			return err
		}
	}
	t.isRetried = true
	if t.version.Snapshot == "" && !t.createsTable() {
		return fault.New(fault.Invalid, "table %s does not exist", t.form.Table).WithHint("Deploy the project, which creates it.")
	}
	return nil
}

// createsTable reports whether the load begins with the statement that creates the table.
func (t *stagedAttempt) createsTable() bool {
	first, _ := sqltext.LeadingWords(t.node.Stages[t.form.First].SQL)
	return first == "CREATE"
}

// canBeDirect reports whether the publishing statement can contain the load itself.
func (t *stagedAttempt) canBeDirect() bool {
	if t.form.Kind == staging.Merge {
		return true
	}
	for _, role := range t.form.Roles[t.form.Last+1:] {
		if role != staging.Late && role != staging.Clean {
			return false
		}
	}
	switch t.form.Kind {
	case staging.Append:
		return len(t.insertedColumns()) > 0
	case staging.Replace:
		return !t.readsBetween() && t.form.First != t.form.Last && t.form.Roles[t.form.First] == staging.Empty && t.countLoads() == 1 && t.fillQuery() != ""
	default:
		return false
	}
}

// readsBetween reports whether a stage between the first and the last change of the table reads it. It must find the emptied table.
func (t *stagedAttempt) readsBetween() bool {
	for i := t.form.First + 1; i < t.form.Last; i++ {
		text := t.node.Stages[i].SQL
		if staging.Rename(t.Engine.Dialect(), text, []staging.Renaming{{From: t.form.Table, To: "x"}}) != text {
			return true
		}
	}
	return false
}

func (t *stagedAttempt) countLoads() int {
	loads := 0
	for _, role := range t.form.Roles {
		if role == staging.Load {
			loads++
		}
	}
	return loads
}

// skips reports whether a stage is not sent in its turn.
func (t *stagedAttempt) skips(stage int) bool {
	if t == nil {
		return false
	}
	switch t.form.Roles[stage] {
	case staging.Empty, staging.Late, staging.Clean:
		return true
	case staging.Load:
		return t.loadsInPublication
	default:
		return false
	}
}

// prepareStage creates the tables that a stage needs.
func (t *stagedAttempt) prepareStage(ctx context.Context, stage int) error {
	if t == nil || t.isPublished || t.loadsInPublication || stage < t.form.First {
		return nil
	}
	if err := t.createWork(ctx); err != nil {
		return err
	}
	if t.form.Kind != staging.Append || stage <= t.form.Last || t.hasView || t.textOf(stage) == "" {
		return nil
	}
	t.hasView = true
	d := t.Engine.Dialect()
	//nolint:unqueryvet // both tables have the same columns
	return t.execStep(ctx, d.CreateView(t.work.view)+" AS\nSELECT * FROM "+t.form.Table+"\nUNION ALL\nSELECT * FROM "+t.work.rows)
}

// createWork creates the table of the staged rows, unless it exists or a stage creates it itself.
func (t *stagedAttempt) createWork(ctx context.Context) error {
	if t.hasWork {
		return nil
	}
	t.hasWork = true // also if the statement gets no answer
	d := t.Engine.Dialect()
	switch {
	case t.form.Kind == staging.Copy:
		return t.execStep(ctx, d.CopyTable(t.work.rows, t.form.Table))
	case t.form.Kind == staging.Append || t.form.Roles[t.form.First] == staging.Empty:
		return t.execStep(ctx, d.CopyTableColumns(t.work.rows, t.form.Table))
	}
	return nil // the load is a CREATE TABLE
}

// execStep runs a statement that is not a stage of the node.
func (t *stagedAttempt) execStep(ctx context.Context, statement string) error {
	if _, err := t.session.Exec(ctx, statement); err != nil {
		return &stageError{"staging", err}
	}
	return nil
}

// textOf returns the statement that is sent instead of a stage; empty if it is the stage's own.
func (t *stagedAttempt) textOf(stage int) string {
	if t == nil {
		return ""
	}
	own := t.node.Stages[stage].SQL
	text := t.rename(own, stage)
	if text == own {
		return ""
	}
	return text
}

// rename replaces the tables of a stage by those of the attempt.
func (t *stagedAttempt) rename(text string, stage int) string {
	d := t.Engine.Dialect()
	load := staging.Renaming{From: d.WorkTable(t.form.Table), To: t.work.load}
	if t.isPublished || stage < t.form.First || t.form.Kind == staging.Merge {
		return staging.Rename(d, text, []staging.Renaming{load})
	}
	rows := staging.Renaming{From: t.form.Table, To: t.work.rows}
	if stage == t.form.First && t.createsTable() { // its query may read the published rows
		return staging.RenameTarget(d, text, rows, []staging.Renaming{load})
	}
	if t.form.Kind != staging.Append {
		return staging.Rename(d, text, []staging.Renaming{load, rows})
	}
	if stage == t.form.Last { // it reads the published rows
		insert := "INSERT INTO " + t.work.rows
		if len(t.form.Insert.Columns) > 0 {
			insert += " (" + strings.Join(t.form.Insert.Columns, ", ") + ")"
		}
		return insert + "\n" + staging.Rename(d, strings.TrimSpace(t.form.Insert.Query), []staging.Renaming{load})
	}
	rows.To = t.work.view
	return staging.Rename(d, text, []staging.Renaming{load, rows})
}

// runLate runs the stages after the publication. If one is retried, only these stages are.
func (t *stagedAttempt) runLate(ctx context.Context) error {
	for i, role := range t.form.Roles {
		if role != staging.Late {
			continue
		}
		if err := t.stage(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// atMoment returns a node whose statements have one time, as in a transaction. Otherwise each of them would have its own.
func atMoment(d *dialect.Dialect, node *plan.Node, moment time.Time) *plan.Node {
	fixed := *node
	fixed.Stages = slices.Clone(node.Stages)
	for i := range fixed.Stages {
		fixed.Stages[i].SQL = d.AtMoment(fixed.Stages[i].SQL, moment)
	}
	return &fixed
}
