package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// InsertAll stores runs of one environment that schedules start. When many are due at once, the rows that every run of
// an organization locks, its run number and its sequence counter, are the bottleneck; InsertAll locks them once for
// all.
func (s *Runs) InsertAll(ctx context.Context, organization ids.Organization, drafts []run.Draft) ([]run.Started, error) {
	wanted := packAll(drafts)
	var started []run.Started
	err := s.db.system(ctx, func(t *tx) error {
		again := append([]wantedRun(nil), wanted...)
		started = make([]run.Started, len(again))
		if err := t.admitAll(ctx, organization, again); err != nil {
			return err
		}
		if err := t.insertAll(ctx, organization, again); err != nil {
			return err
		}
		for i := range again {
			started[i] = run.Started{Run: again[i].run, Err: again[i].err}
		}
		return nil
	})
	return started, err
}

// packAll encodes drafts. Drafts that share a plan, as those of schedules with the same selectors do, encode it once.
func packAll(drafts []run.Draft) []wantedRun {
	wanted := make([]wantedRun, len(drafts))
	shared := map[*plan.Node]packedPlan{} // by the first node, because plans are frozen
	for i := range drafts {
		w := &wanted[i]
		w.draft = drafts[i]
		nodes := w.draft.Plan.Nodes
		isShareable := len(nodes) > 0 && w.draft.Plan.ChangeCheck == nil
		if isShareable {
			if known, ok := shared[&nodes[0]]; ok {
				w.packed, w.err = packWith(w.draft, known)
				continue
			}
		}
		if w.packed, w.err = pack(w.draft); w.err == nil && isShareable {
			shared[&nodes[0]] = w.packed.packedPlan
		}
	}
	return wanted
}

// wantedRun is a run to be stored, unless it has an error.
type wantedRun struct {
	draft  run.Draft
	packed packing
	run    run.Run
	err    error
}

// admitAll decides which runs may be stored: the owner of the schedule and the environment allow the run, and no other
// server has started or ended the firing. It locks all of them.
func (t *tx) admitAll(ctx context.Context, organization ids.Organization, wanted []wantedRun) error {
	refused, err := t.ownersMayStart(ctx, organization, wanted) // before other locks, because users are locked first
	if err != nil {
		return err
	}
	at, err := t.lockTarget(ctx, organization, wanted[0].draft.Environment)
	if err != nil {
		return err
	}
	current, err := t.settingsFingerprint(ctx, organization, wanted[0].draft.Environment)
	if err != nil {
		return err
	}
	due, err := t.lockDue(ctx, organization, wanted)
	if err != nil {
		return err
	}
	for i := range wanted {
		w := &wanted[i]
		if w.err == nil {
			w.err = refused[w.draft.Firing.Schedule]
		}
		if w.err == nil {
			w.err = at.admit(w.draft)
		}
		if w.err == nil {
			w.err = checkSettings(w.draft, current)
		}
		if w.err == nil && !due[firingKey(w.draft.Firing)] {
			w.err = run.FiringTaken(*w.draft.Firing)
		}
	}
	return nil
}

// attemptKey identifies an attempt within an organization.
type attemptKey struct {
	schedule ids.Schedule
	due      int64
	attempt  int
}

func firingKey(f *run.Firing) attemptKey { return attemptKey{f.Schedule, moment(f.Due), f.Attempt} }

// lockDue locks the firings that runs are wanted for, and returns those that are still due.
func (t *tx) lockDue(ctx context.Context, organization ids.Organization, wanted []wantedRun) (map[attemptKey]bool, error) {
	rows := newRows(3, organization)
	for i := range wanted {
		key := firingKey(wanted[i].draft.Firing)
		rows.add(key.schedule, key.due, key.attempt)
	}
	keys, err := queryAll(ctx, t, func(scan scanner) (k attemptKey, err error) { return k, scan(&k.schedule, &k.due, &k.attempt) },
		`SELECT f.schedule_id, f.due_at, f.attempt FROM schedule_firings f WHERE f.organization_id = $1 AND f.state = 'due'
		AND f.schedule_id IN (`+rows.column(0)+`) AND (f.schedule_id, f.due_at, f.attempt) IN (VALUES `+rows.sql()+`)
		ORDER BY f.schedule_id, f.due_at`+t.dialect.forUpdate, rows.args...)
	due := make(map[attemptKey]bool, len(keys))
	for _, key := range keys {
		due[key] = true
	}
	return due, err
}

// insertAll stores the runs that have no error, and marks their firings as started.
func (t *tx) insertAll(ctx context.Context, organization ids.Organization, wanted []wantedRun) error {
	admitted := 0
	for i := range wanted {
		if wanted[i].err == nil {
			admitted++
		}
	}
	if admitted == 0 {
		return nil
	}
	number, err := nextRuns(ctx, t, organization, admitted)
	if err != nil {
		return err
	}
	sequence, err := t.nextSequence(ctx, organization, admitted)
	if err != nil {
		return err
	}
	return t.insertRows(ctx, organization, wanted, ids.Run(number), sequence)
}

// insertRows stores runs and what belongs to them, with consecutive numbers and sequence numbers.
func (t *tx) insertRows(ctx context.Context, organization ids.Organization, wanted []wantedRun, number ids.Run, sequence int64) error {
	runs, plans, links, moves := newRows(19), newRows(4), newRows(5), newRows(3, organization, moment(t.now))
	newest := map[string]ids.Run{} // the last run of the same nodes, which blocks the next one
	for i := range wanted {
		w := &wanted[i]
		if w.err != nil {
			continue
		}
		w.run = newRun(account.Actor{Organization: organization}, w.draft, w.packed)
		w.run.ID, w.run.CreatedAt = number, fromMoment(moment(t.now))
		r, d, p, f := w.run, w.draft, w.packed, w.draft.Firing
		runs.add(organization, r.ID, r.Environment, r.Type, r.Status, moment(r.CreatedAt), r.StartedBy, r.RerunOf, p.details, p.parameters, r.Nodes,
			d.Snapshot, d.Connection, d.DataFolderID, sequence, d.Details.Plan, d.SettingsFingerprint.Target, d.SettingsFingerprint.Parameters,
			newest[p.nodeIDs])
		if r.Nodes > 0 {
			newest[p.nodeIDs] = r.ID
		}
		plans.add(organization, r.ID, p.nodeIDs, p.plan)
		links.add(organization, r.ID, f.Schedule, moment(f.Due), f.Attempt)
		moves.add(f.Schedule, moment(f.Due), r.ID)
		number++
		sequence++
	}
	for _, statement := range []struct {
		head, tail string
		rows       *rows
	}{
		{`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, started_by, rerun_of, details, parameters, nodes,
			snapshot, connection_id, home, changed, plan_id, footing_place, footing_parameters, blocked_by) VALUES `, ``, runs},
		{`INSERT INTO run_plans (organization_id, run_id, node_ids, plan) VALUES `, ``, plans},
		{`INSERT INTO schedule_runs (organization_id, run_id, schedule_id, due_at, attempt) VALUES `, ``, links},
		{`UPDATE schedule_firings SET state = 'started', run_id = v.column3, owner = '', refusals = 0, reason = '',
			started_at = CASE WHEN started_at = 0 THEN $2 ELSE started_at END FROM (VALUES `, `) AS v
			WHERE organization_id = $1 AND schedule_id = v.column1 AND due_at = v.column2 AND schedule_id IN (` + moves.column(0) + `)`, moves},
	} {
		if _, err := t.ExecContext(ctx, statement.head+statement.rows.sql()+statement.tail, statement.rows.args...); err != nil {
			return err
		}
	}
	return nil
}

// rows are the rows of a VALUES clause.
type rows struct {
	width  int
	tuples []string
	args   []any
	before int // the number of arguments before those of the rows
}

// newRows returns an empty VALUES clause of width columns, whose arguments come after those in before.
func newRows(width int, before ...any) *rows {
	return &rows{width: width, args: before, before: len(before)}
}

// add adds a row. Integers are cast, because a database cannot infer the type of a placeholder in VALUES.
func (r *rows) add(values ...any) {
	placeholders := make([]string, r.width)
	for i, value := range values {
		placeholders[i] = fmt.Sprintf("$%d", len(r.args)+i+1)
		switch value.(type) {
		case int, int64, ids.Run, ids.Environment:
			placeholders[i] = "CAST(" + placeholders[i] + " AS bigint)"
		}
	}
	r.tuples = append(r.tuples, "("+strings.Join(placeholders, ", ")+")")
	r.args = append(r.args, values...)
}

func (r *rows) sql() string { return strings.Join(r.tuples, ", ") }

// column returns the placeholders of one column. A condition column IN (…) beside the comparison with the rows makes
// PostgreSQL use an index also before it has statistics of a table: without it, it compares every row of the organization
// with every row of the clause.
func (r *rows) column(number int) string {
	placeholders := make([]string, len(r.tuples))
	for i := range placeholders {
		placeholders[i] = fmt.Sprintf("$%d", r.before+i*r.width+number+1)
	}
	return strings.Join(placeholders, ", ")
}
