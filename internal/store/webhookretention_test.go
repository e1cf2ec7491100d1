package store_test

import (
	"database/sql"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

// deliveryLog is a webhook whose log is filled without the store, because the store would take too long.
type deliveryLog struct {
	*sql.DB

	now time.Time
}

// fill stores count deliveries of a state, one per second; the last one ended ago before now.
func (l deliveryLog) fill(t *testing.T, state webhook.State, count int, ago time.Duration) {
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

// count returns how many deliveries of a state exist.
func (l deliveryLog) count(t *testing.T, state webhook.State) (count int) {
	t.Helper()
	err := l.QueryRowContext(t.Context(), `SELECT count(*) FROM webhook_deliveries WHERE state = $1`, string(state)).Scan(&count)
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// counts is the number of deliveries of each state.
type counts struct{ waiting, delivered, failed int }

// deliveryGroup is a number of deliveries of a state. The last one ended, or expires, so long ago.
type deliveryGroup struct {
	state webhook.State
	count int
	ago   time.Duration
}

// sweeps lists what exists before and after a sweep.
func sweeps() map[string]struct {
	groups []deliveryGroup
	want   counts
} {
	const day = 24 * time.Hour
	return map[string]struct {
		groups []deliveryGroup
		want   counts
	}{
		"recent deliveries stay": {
			[]deliveryGroup{{webhook.Delivered, 5, 29 * day}, {webhook.Failed, 5, 29 * day}, {webhook.Waiting, 5, -day}}, counts{5, 5, 5},
		},
		"old deliveries are deleted": {[]deliveryGroup{{webhook.Delivered, 5, 31 * day}, {webhook.Failed, 5, 31 * day}}, counts{}},
		"the newest deliveries stay": {[]deliveryGroup{{webhook.Delivered, webhook.KeepEnded + 7, time.Minute}}, counts{0, webhook.KeepEnded, 0}},
		"expired deliveries fail": {
			[]deliveryGroup{{webhook.Waiting, 5, time.Hour}, {webhook.Delivered, 1, 0}}, counts{0, 1, 5},
		},
		"a delivery does not fail during its last attempt": {[]deliveryGroup{{webhook.Waiting, 5, time.Minute}}, counts{5, 0, 0}},
		"the oldest of too many waiting deliveries fail": {
			[]deliveryGroup{{webhook.Waiting, webhook.KeepWaiting + 3, -2 * day}}, counts{webhook.KeepWaiting, 0, 3},
		},
	}
}

func TestSweepBoundsTheLog(t *testing.T) {
	t.Parallel()
	for name, test := range sweeps() {
		for database, at := range testDatabases() {
			t.Run(name+" on "+database, func(t *testing.T) {
				t.Parallel()
				sweep(t, at(t), test.groups, test.want)
			})
		}
	}
}

// sweep fills a log, sweeps it twice, and checks what remains.
func sweep(t *testing.T, p testDatabase, groups []deliveryGroup, want counts) {
	t.Helper()
	db := open(t, p.options)
	l := newLog(t, p)
	for _, group := range groups {
		l.fill(t, group.state, group.count, group.ago)
	}
	for range 2 {
		if err := db.Outbox().Clean(t.Context(), l.now); err != nil {
			t.Fatal(err)
		}
	}
	if got := (counts{l.count(t, webhook.Waiting), l.count(t, webhook.Delivered), l.count(t, webhook.Failed)}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
	if oldest := l.oldest(t); want.delivered == webhook.KeepEnded && oldest != 8 {
		t.Errorf("the oldest remaining delivery is number %d", oldest)
	}
}

// newLog returns the log of the only webhook.
func newLog(t *testing.T, p testDatabase) deliveryLog {
	t.Helper()
	l := deliveryLog{p.raw(t), time.Now()}
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

// oldest returns the number of the oldest remaining delivery.
func (l deliveryLog) oldest(t *testing.T) int {
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
