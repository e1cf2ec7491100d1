package store_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/store"
)

// endedRun is a run that a schedule started, with everything that its end can change.
type endedRun struct {
	fixture

	key run.Key
}

// newEndedRun stores a run of a type and a status. It has completed node a and works on node b, which was deployed before.
func newEndedRun(t *testing.T, p testDatabase, kind run.Type, status run.Status) endedRun {
	t.Helper()
	e := endedRun{fixture: newFixture(t, p)}
	e.key = run.Key{Organization: e.organization, Run: 1}
	target, epoch, details := map[run.Type]string{run.Refresh: "Refreshing", run.Deploy: "Deploying"}[kind], 1, `{}`
	if status == run.WaitingToRun {
		target, epoch = "Failed Deploy", 0
	}
	if kind == run.Deploy {
		details = `{"plan": "p"}`
	}
	e.exec(t, `UPDATE environments SET status = $1`, target)
	e.exec(t, `INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, owner, epoch, nodes, details, plan_id)
		VALUES ($1, 1, $2, $3, $4, 1, 'me', $5, 2, $6, 'p')`, e.organization, e.environment, string(kind), string(status), epoch, details)
	e.exec(t, `INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, blocked_by) VALUES ($1, 2, $2, 'refresh', 'waitingToRun', 1, 1)`,
		e.organization, e.environment)
	if epoch > 0 {
		e.exec(t, `INSERT INTO run_nodes (organization_id, run_id, node_id, name, state, attempt, epoch, started_at, ended_at, failed_tests, problem, changed, queries)
			VALUES ($1, 1, 'a', 'A', 'complete', 1, 1, 1, 1, 0, 'null', 1, '[]'), ($1, 1, 'b', 'B', 'running', 1, 1, 1, 0, 0, 'null', 2, '[]')`,
			e.organization)
	}
	e.exec(t, `INSERT INTO plans (organization_id, id, environment_id, version, snapshot, commit_id, message, deployed_commit, parameters,
			changes_parameters, counts, is_destructive, connection_id, home, run_id, created_by, created_at, result)
		VALUES ($1, 'p', $2, 1, 's', '', '', '', '{}', false, '{}', false, '', '', 1, '', 1, '')`, e.organization, e.environment)
	e.exec(t, `INSERT INTO plan_states (organization_id, plan_id, position, node_id, step, state)
		VALUES ($1, 'p', 0, 'a', 'a', '{}'), ($1, 'p', 1, 'b', 'b', '{}')`, e.organization)
	e.exec(t, `INSERT INTO environment_nodes (organization_id, environment_id, node_id, state, run_id) VALUES ($1, $2, 'b', '{}', 0)`,
		e.organization, e.environment)
	e.addSubscribers(t)
	return e
}

// addSubscribers stores the schedule that started the run, and a webhook that is notified of every event.
func (e endedRun) addSubscribers(t *testing.T) {
	t.Helper()
	e.exec(t, `INSERT INTO schedules (organization_id, id, environment_id, name, job, include, exclude, parameters, parallelism, cron, time_zone,
			after_job, after_schedule, retry_count, retry_wait, retry_from, overlap, missed, is_paused, next_due, last_due, created_by, created_at)
		VALUES ($1, 's', $2, 'S', '', '', '', '', 0, '0 6 * * *', 'UTC', '', '', 0, 0, 'start', 'skip', 'skip', false, 0, 0, '', 1)`,
		e.organization, e.environment)
	e.exec(t, `INSERT INTO schedule_firings (organization_id, schedule_id, due_at, cause, after_run, state, attempt, run_id, started_at, ready_at, owner,
		refusals, reason) VALUES ($1, 's', 1000, 'time', 0, 'started', 1, 1, 1, 0, '', 0, '')`, e.organization)
	e.exec(t, `INSERT INTO schedule_runs (organization_id, run_id, schedule_id, due_at, attempt) VALUES ($1, 1, 's', 1000, 1)`, e.organization)
	e.exec(t, `INSERT INTO webhooks (id, organization_id, url, description, kinds, is_active, sealed_secret, retired_secrets, created_by, created_at)
		VALUES ('w', $1, '', '', '["*"]', true, '', '[]', '', 1)`, e.organization)
}

// finish ends the run as its owner does.
func (e endedRun) finish(ctx context.Context) error {
	return e.Leases().Finish(ctx, run.Lease{Key: e.key, Owner: "me", Epoch: 1}, run.Outcome{Status: run.Completed})
}

// cancel ends the run, because it waits or because its lease has expired long ago.
func (e endedRun) cancel(ctx context.Context) error {
	_, err := e.Runs().Cancel(ctx, account.Actor{Organization: e.organization}, e.key.Run)
	return err
}

// rows lists what the end of a run can change.
func (e endedRun) rows(t *testing.T) []string {
	t.Helper()
	found, err := e.raw.QueryContext(t.Context(), `SELECT 'run ' || status FROM runs
		UNION ALL SELECT 'next run blocked by ' || CAST(blocked_by AS text) FROM runs WHERE id = 2
		UNION ALL SELECT 'summary ' || CASE WHEN summary = '' THEN 'missing' ELSE 'stored' END FROM runs
		UNION ALL SELECT 'node ' || node_id || ' ' || state FROM run_nodes
		UNION ALL SELECT 'environment ' || status || ' ' || CAST(version AS text) FROM environments
		UNION ALL SELECT 'deployed ' || node_id || ' ' || CASE WHEN state LIKE '%maybe%' THEN 'in doubt' ELSE 'known' END FROM environment_nodes
		UNION ALL SELECT 'build ' || node_id || ' ' || outcome FROM environment_builds
		UNION ALL SELECT 'firing ' || state FROM schedule_firings
		UNION ALL SELECT 'delivery ' || kind FROM webhook_deliveries`)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	var rows []string
	for found.Next() {
		var row string
		if err := found.Scan(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(rows)
	return rows
}

// rejectWrites makes the database reject a kind of write to a table. The returned function allows it again.
func (e endedRun) rejectWrites(t *testing.T, p testDatabase, write, table string) (allow func()) {
	t.Helper()
	if p.options.URL == "" {
		e.exec(t, `CREATE TRIGGER rejection BEFORE `+write+` ON `+table+` BEGIN SELECT RAISE(ABORT, 'rejected'); END`)
		return func() { e.exec(t, `DROP TRIGGER rejection`) }
	}
	e.exec(t, `CREATE FUNCTION reject() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''rejected''; END' LANGUAGE plpgsql`)
	e.exec(t, `CREATE TRIGGER rejection BEFORE `+write+` ON `+table+` FOR EACH ROW EXECUTE FUNCTION reject()`)
	return func() { e.exec(t, `DROP TRIGGER rejection ON `+table) }
}

// consequenceCase says how to see that a consequence was applied, and how to make it fail.
type consequenceCase struct {
	kind  run.Type
	end   func(endedRun, context.Context) error
	write string // a kind of write that the consequence needs
	table string
	want  string // one of the rows afterwards
}

func consequenceCases() map[string]consequenceCase {
	return map[string]consequenceCase{
		"deployed states":          {run.Deploy, endedRun.finish, "INSERT", "environment_nodes", "deployed a known"},
		"deployed states in doubt": {run.Deploy, endedRun.cancel, "UPDATE", "environment_nodes", "deployed b in doubt"},
		"build records":            {run.Refresh, endedRun.finish, "INSERT", "environment_builds", "build a built"},
		"summary":                  {run.Refresh, endedRun.finish, "UPDATE OF summary", "runs", "summary stored"},
		"firings":                  {run.Refresh, endedRun.finish, "UPDATE", "schedule_firings", "firing completed"},
		"webhooks":                 {run.Refresh, endedRun.finish, "INSERT", "webhook_deliveries", "delivery run.completed"},
		"target status":            {run.Refresh, endedRun.finish, "UPDATE", "environments", "environment Waiting 1"},
		"blocked runs":             {run.Refresh, endedRun.finish, "UPDATE OF blocked_by", "runs", "next run blocked by 0"},
	}
}

// TestEveryConsequenceHasACase fails when a consequence was added without a case in the tests below.
func TestEveryConsequenceHasACase(t *testing.T) {
	t.Parallel()
	want := store.RunEndConsequences()
	slices.Sort(want)
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(consequenceCases()))); diff != "" {
		t.Error(diff)
	}
}

// TestConsequencesAreAtomicWithTheRunEnd makes each consequence fail in turn: the run and everything else stays as it was.
// After that, the same end applies the consequence.
func TestConsequencesAreAtomicWithTheRunEnd(t *testing.T) {
	t.Parallel()
	for name, test := range consequenceCases() {
		for database, at := range testDatabases() {
			t.Run(name+" on "+database, func(t *testing.T) {
				t.Parallel()
				p := at(t)
				e := newEndedRun(t, p, test.kind, run.Running)
				before := e.rows(t)
				allow := e.rejectWrites(t, p, test.write, test.table)
				if err := test.end(e, t.Context()); err == nil {
					t.Error("the run ended although a consequence failed")
				}
				if diff := cmp.Diff(before, e.rows(t)); diff != "" {
					t.Errorf("the failed end left changes behind:\n%s", diff)
				}
				allow()
				if err := test.end(e, t.Context()); err != nil {
					t.Fatal(err)
				}
				if rows := e.rows(t); !slices.Contains(rows, test.want) {
					t.Errorf("got %q, want %q among them", rows, test.want)
				}
			})
		}
	}
}

// TestCancelOfAWaitingRunChangesNothingDeployed: the run ends, its firing ends and webhooks are notified; the environment and
// the plans that were made for it stay as they are.
func TestCancelOfAWaitingRunChangesNothingDeployed(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEndedRun(t, at(t), run.Deploy, run.WaitingToRun)
			if err := e.cancel(t.Context()); err != nil {
				t.Fatal(err)
			}
			want := []string{
				"delivery deploy.canceled", "deployed b known", "environment Failed Deploy 1", "firing canceled", "next run blocked by 0", "run canceled",
				"run waitingToRun", "summary missing", "summary stored",
			}
			if diff := cmp.Diff(want, e.rows(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
