package store_test

import (
	"database/sql"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

// log is a webhook whose log is filled past the store, with more than anybody would wait for.
type log struct {
	*sql.DB

	now time.Time
}

// fill stores so many deliveries of a state, one a second, the last of which ended so long ago.
func (l log) fill(t *testing.T, state webhook.State, count int, ago time.Duration) {
	t.Helper()
	_, err := l.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($1 AS bigint))
		INSERT INTO webhook_deliveries (organization_id, webhook_id, id, kind, run_id, body, state, created_at, due_at, give_up_at, ended_at)
		SELECT 'o', 'w', CAST($2 AS text) || '-' || CAST(10000000 + i AS text), 'run.failed', 0, '', $2,
			0, 0, CAST($3 AS bigint) + i * 1000, CAST($3 AS bigint) + i * 1000 FROM n`,
		count, string(state), l.now.Add(-ago).UnixMilli()-int64(count)*1000)
	if err != nil {
		t.Fatal(err)
	}
}

// count gives how many deliveries of a state there are.
func (l log) count(t *testing.T, state webhook.State) (count int) {
	t.Helper()
	err := l.QueryRowContext(t.Context(), `SELECT count(*) FROM webhook_deliveries WHERE state = $1`, string(state)).Scan(&count)
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// kept is how many deliveries of each state there are.
type kept struct{ waiting, delivered, failed int }

// heap is so many deliveries of a state, the last of which ended so long ago, or is to be given up then.
type heap struct {
	state webhook.State
	count int
	ago   time.Duration
}

// sweeps are what is there before a sweep, and what is there after it.
func sweeps() map[string]struct {
	heaps []heap
	want  kept
} {
	const day = 24 * time.Hour
	return map[string]struct {
		heaps []heap
		want  kept
	}{
		"what is young stays": {
			[]heap{{webhook.Delivered, 5, 29 * day}, {webhook.Failed, 5, 29 * day}, {webhook.Waiting, 5, -day}}, kept{5, 5, 5},
		},
		"what is old goes":              {[]heap{{webhook.Delivered, 5, 31 * day}, {webhook.Failed, 5, 31 * day}}, kept{}},
		"of very much the newest stays": {[]heap{{webhook.Delivered, webhook.KeepEnded + 7, time.Minute}}, kept{0, webhook.KeepEnded, 0}},
		"what nobody could send in its time is given up": {
			[]heap{{webhook.Waiting, 5, time.Hour}, {webhook.Delivered, 1, 0}}, kept{0, 1, 5},
		},
		"the last attempt may still be under way": {[]heap{{webhook.Waiting, 5, time.Minute}}, kept{5, 0, 0}},
		"of very much that waits the oldest is given up": {
			[]heap{{webhook.Waiting, webhook.KeepWaiting + 3, -2 * day}}, kept{webhook.KeepWaiting, 0, 3},
		},
	}
}

func TestSweepBoundsTheLog(t *testing.T) {
	t.Parallel()
	for name, test := range sweeps() {
		for database, at := range places() {
			t.Run(name+" on "+database, func(t *testing.T) {
				t.Parallel()
				sweep(t, at(t), test.heaps, test.want)
			})
		}
	}
}

// sweep fills a log, sweeps it twice, and looks at what is left.
func sweep(t *testing.T, p place, heaps []heap, want kept) {
	t.Helper()
	db := open(t, p.options)
	l := newLog(t, p)
	for _, heap := range heaps {
		l.fill(t, heap.state, heap.count, heap.ago)
	}
	for range 2 {
		if err := db.Outbox().Clean(t.Context(), l.now); err != nil {
			t.Fatal(err)
		}
	}
	if got := (kept{l.count(t, webhook.Waiting), l.count(t, webhook.Delivered), l.count(t, webhook.Failed)}); got != want {
		t.Errorf("kept %+v, want %+v", got, want)
	}
	if oldest := l.oldest(t); want.delivered == webhook.KeepEnded && oldest != 8 {
		t.Errorf("the oldest that stays is number %d", oldest)
	}
}

// newLog is the log of the only webhook.
func newLog(t *testing.T, p place) log {
	t.Helper()
	l := log{p.raw(t), time.Now()}
	for _, statement := range []string{
		`INSERT INTO organizations (id, name, subdomain, created_at) VALUES ('o', 'O', 'o', 1)`,
		`INSERT INTO webhooks (id, organization_id, url, description, kinds, is_active, sealed_secret, retired_secrets, created_by, created_at)
			VALUES ('w', 'o', '', '', '[]', true, '', '[]', '', 1)`,
	} {
		if _, err := l.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// oldest is the number of the oldest delivery that was kept.
func (l log) oldest(t *testing.T) int {
	t.Helper()
	var id sql.NullString
	if err := l.QueryRowContext(t.Context(), `SELECT min(id) FROM webhook_deliveries WHERE state = 'delivered'`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	if !id.Valid {
		return 0
	}
	number, err := strconv.Atoi(id.String[len(id.String)-7:])
	if err != nil {
		t.Fatal(err)
	}
	return number
}
