package store_test

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/run"
)

// TestReleasedRunIsAbandonedLater: the servers that could take a released run over may never come back. Only after a
// while Cancel ends such a run.
func TestReleasedRunIsAbandonedLater(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			db := open(t, p.options)
			lease := startRuns(t, db, 1)[0]
			if err := db.Leases().Release(t.Context(), lease); err != nil {
				t.Fatal(err)
			}
			server := account.Actor{Organization: lease.Key.Organization}
			for _, step := range []struct {
				age  int // in milliseconds
				want run.Status
			}{{0, run.Running}, {15_000, run.Running}, {16_000, run.Canceled}} {
				if _, err := p.raw(t).ExecContext(t.Context(), `UPDATE runs SET lease_until = lease_until - $1`, step.age); err != nil {
					t.Fatal(err)
				}
				canceled, err := db.Runs().Cancel(t.Context(), server, lease.Key.Run)
				if err != nil || canceled.Status != step.want {
					t.Errorf("%d ms older the run is %s, want %s: %v", step.age, canceled.Status, step.want, err)
				}
			}
		})
	}
}
