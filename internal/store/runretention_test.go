package store_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/config"
)

// retentionRuns are runs of environment 2 of organization o: number, type, status, days since its end (-1: it has not ended).
func retentionRuns() []string {
	return []string{
		"1 deploy completed 100", "2 refresh completed 99", "3 refresh failed 98", "4 deploy completed 97", "5 refresh completed 96",
		"6 deploy failed 95", "7 deploy completed 94", "8 refresh completed 93", "9 refresh failed 92", "10 refresh running -1",
	}
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// addRuns replaces all runs with those of retentionRuns, and adds an organization that has no rules.
func addRuns(t *testing.T, raw *sql.DB, now time.Time) {
	t.Helper()
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := raw.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	exec(`DELETE FROM runs`)
	for _, text := range retentionRuns() {
		var id, age int64
		var kind, status string
		_, err := fmt.Sscan(text, &id, &kind, &status, &age)
		noError(t, err)
		ended := now.Add(-days(int(age))).UnixMilli()
		if age < 0 {
			ended = 0
		}
		exec(`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, ended_at) VALUES ('o', $1, 2, $2, $3, 1, $4)`, id, kind, status, ended)
		exec(`INSERT INTO run_plans (organization_id, run_id, node_ids, plan) VALUES ('o', $1, '[]', $2)`, id, []byte("plan"))
	}
	exec(`INSERT INTO organizations (id, name, subdomain, created_at) VALUES ('other', 'X', 'x', 1)`)
	exec(`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, ended_at)
		VALUES ('other', 1, 2, 'refresh', 'failed', 1, 1), ('other', 2, 2, 'refresh', 'failed', 1, 2)`)
}

// runsLeft returns the numbers of the runs of organization o.
func runsLeft(t *testing.T, raw *sql.DB) (left []string) {
	t.Helper()
	rows, err := raw.QueryContext(t.Context(), `SELECT id FROM runs WHERE organization_id = 'o' ORDER BY id`)
	noError(t, err)
	defer rows.Close()
	for rows.Next() {
		var id string
		noError(t, rows.Scan(&id))
		left = append(left, id)
	}
	noError(t, rows.Err())
	return left
}

func TestRunsExpire(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		rules config.Retention
		want  string
	}{
		"no rules":                           {config.Retention{}, "1 2 3 4 5 6 7 8 9 10"},
		"nothing is old":                     {config.Retention{Runs: config.Keep{Age: days(365)}}, "1 2 3 4 5 6 7 8 9 10"},
		"old runs":                           {config.Retention{Runs: config.Keep{Age: days(97)}}, "1 4 5 6 7 8 9 10"},
		"the newest completed one stays":     {config.Retention{Runs: config.Keep{Age: days(1)}}, "1 4 6 7 8 10"},
		"a number of runs":                   {config.Retention{Runs: config.Keep{Count: 3}}, "1 4 5 6 7 8 9 10"},
		"old deployments, two of them stay":  {config.Retention{Deployments: config.Keep{Age: days(1)}}, "2 3 4 5 7 8 9 10"},
		"a number of deployments":            {config.Retention{Deployments: config.Keep{Count: 1}}, "2 3 4 5 7 8 9 10"},
		"results of old runs, the runs stay": {config.Retention{Results: config.Keep{Age: days(97)}}, "1 2 3 4 5 6 7 8 9 10"},
	} {
		for database, at := range testDatabases() {
			t.Run(name+" on "+database, func(t *testing.T) {
				t.Parallel()
				p := at(t)
				newState(t, p)
				raw := p.raw(t)
				now := time.UnixMilli(1_800_000_000_000)
				addRuns(t, raw, now)
				db := open(t, p.options)
				_, err := db.Retention().DeleteExpired(t.Context(), "o", tt.rules, now, 100)
				noError(t, err)
				left := runsLeft(t, raw)
				if got := strings.Join(left, " "); got != tt.want {
					t.Errorf("left are %s, want %s", got, tt.want)
				}
				var others, plans int
				noError(t, raw.QueryRowContext(t.Context(), `SELECT count(*) FROM runs WHERE organization_id = 'other'`).Scan(&others))
				noError(t, raw.QueryRowContext(t.Context(), `SELECT count(*) FROM run_plans`).Scan(&plans))
				if wantPlans := len(left) - 3*strings.Count(name, "results of"); others != 2 || plans != wantPlans {
					t.Errorf("%d runs of the other organization, %d plans, want 2 and %d", others, plans, wantPlans)
				}
			})
		}
	}
}

// What an environment consists of now stays, however old it is.
func TestLastGoodStateIsKept(t *testing.T) {
	t.Parallel()
	for database, at := range testDatabases() {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			newState(t, p)
			raw := p.raw(t)
			for _, statement := range []string{
				`DELETE FROM runs`,
				`INSERT INTO runs (organization_id, id, environment_id, type, status, created_at, ended_at) VALUES
					('o', 1, 2, 'deploy', 'completed', 1, 1), ('o', 2, 2, 'deploy', 'completed', 1, 1), ('o', 3, 2, 'refresh', 'failed', 1, 1),
					('o', 4, 2, 'refresh', 'completed', 1, 1), ('o', 5, 2, 'deploy', 'completed', 1, 1), ('o', 6, 2, 'deploy', 'completed', 1, 1),
					('o', 7, 2, 'refresh', 'completed', 1, 1), ('o', 8, 2, 'deploy', 'failed', 1, 1)`,
				`UPDATE environments SET deployed_run = 1 WHERE id = 2`,
				`INSERT INTO environment_nodes (organization_id, environment_id, node_id, state, run_id) VALUES ('o', 2, 'n', '{}', 2)`,
				`INSERT INTO environment_builds (organization_id, environment_id, node_id, run_id, outcome, fingerprint, inputs) VALUES ('o', 2, 'n', 3, 'failed', '', '')`,
			} {
				_, err := raw.ExecContext(t.Context(), statement)
				noError(t, err)
			}
			keep := config.Keep{Age: time.Hour, Count: 1}
			deleted, err := open(t, p.options).Retention().DeleteExpired(t.Context(), "o", config.Retention{Runs: keep, Results: keep, Deployments: keep}, time.Now(), 100)
			noError(t, err)
			var left int
			noError(t, raw.QueryRowContext(t.Context(), `SELECT count(*) FROM runs WHERE id IN (1, 2, 3, 5, 6, 7, 8)`).Scan(&left))
			if deleted != 1 || left != 7 {
				t.Errorf("%d runs were deleted, %d of 7 are left", deleted, left)
			}
		})
	}
}
