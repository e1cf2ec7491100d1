package store_test

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
)

// addOrganization adds one more organization, whose name contains the time.
func (a fixture) addOrganization(t *testing.T, at time.Time) project.Setup {
	t.Helper()
	setup := newSetup(t, at)
	noError(t, a.Setups().Add(t.Context(), setup))
	return setup
}

func tomorrow() time.Time { return time.Now().Add(24 * time.Hour) }

// verifyAll verifies all chains, which must be intact, and returns the number of entries of each.
func (a fixture) verifyAll(t *testing.T) map[ids.Organization]int64 {
	t.Helper()
	entries := map[ids.Organization]int64{}
	noError(t, a.AuditLog().Verify(t.Context(), nil, func(v audit.Verified) {
		if v.Break != nil {
			t.Errorf("the log is broken: %s", v.Break)
		}
		entries[v.Organization] = v.Entries
	}))
	return entries
}

// TestInstallationHasALog: the deletion of an organization deletes its log, so another one says that it happened. The same log
// has the rotations of the server's key.
func TestInstallationHasALog(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			gone := f.addOrganization(t, tomorrow())
			_, err := f.Organizations().Delete(t.Context(), gone.Organization.ID)
			noError(t, err)
			noError(t, f.Setups().BindKey(t.Context(), "old"))
			noError(t, f.Setups().RotateKey(t.Context(), secret.Active{Fingerprint: "old"}, secret.Active{Fingerprint: "new", TokenKey: "sealed"}))
			if entries := f.verifyAll(t); len(entries) != 2 || entries[""] != 2 {
				t.Errorf("the chains have %v entries, want 2 of the installation and those of the other organization", entries)
			}
			list, err := f.AuditLog().List(t.Context(), audit.Query{Sees: account.Visibility{Everything: true}})
			noError(t, err)
			if len(list.Items) != 2 {
				t.Fatalf("the entries of the installation are %+v", list.Items)
			}
			deletion, rotation := list.Items[0], list.Items[1]
			if deletion.Action != "organization.delete" || deletion.Object.ID != string(gone.Organization.ID) || deletion.Object.Name != gone.Organization.Name {
				t.Errorf("the deletion is %+v", deletion)
			}
			if rotation.Action != "serverKey.rotate" || rotation.StoredChanges() != `[{"field":"fingerprint","old":"old","new":"new"}]` {
				t.Errorf("the rotation is %+v", rotation)
			}
		})
	}
}

// TestDeletedOrganizationGetsNoNewLog: a request that was authenticated before the deletion fails, and its refusal is not recorded.
func TestDeletedOrganizationGetsNoNewLog(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			gone := f.addOrganization(t, tomorrow())
			by := account.Actor{Organization: gone.Organization.ID, User: gone.Administrator.ID, Credential: account.Credential{Token: "t"}}
			_, err := f.Organizations().Delete(t.Context(), gone.Organization.ID)
			noError(t, err)
			if err := f.Tokens().Revoke(t.Context(), by, by.User, "t"); err == nil {
				t.Error("a token of a deleted organization writes")
			}
			noError(t, f.SignIns().Refuse(t.Context(), account.Refusal{Organization: gone.Organization.ID, Reason: "locked"}))
			if entries := f.verifyAll(t); len(entries) != 2 || entries[gone.Organization.ID] != 0 {
				t.Errorf("the chains have %v entries, want none of the deleted organization", entries)
			}
		})
	}
}

// TestDeletionUnderWrites deletes organizations while another one is written to.
func TestDeletionUnderWrites(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := auditFixture(t, at(t))
			const clients, each = 4, 10
			var running sync.WaitGroup
			for range clients {
				running.Go(func() { f.rename(t, each) })
			}
			for range 3 {
				_, err := f.Organizations().Delete(t.Context(), f.addOrganization(t, tomorrow()).Organization.ID)
				noError(t, err)
			}
			running.Wait()
			if entries := f.verifyAll(t); entries[f.organization] != 1+clients*each || entries[""] != 3 {
				t.Errorf("the chains have %v entries", entries)
			}
		})
	}
}

// holdLock runs a statement in a transaction of PostgreSQL and keeps it open until the function is called.
func (a fixture) holdLock(t *testing.T, statement string, args ...any) (commit func()) {
	t.Helper()
	holder, err := a.raw.BeginTx(t.Context(), nil)
	noError(t, err)
	t.Cleanup(func() { _ = holder.Rollback() }) // after a commit it does nothing
	_, err = holder.ExecContext(t.Context(), statement, args...)
	noError(t, err)
	return func() { noError(t, holder.Commit()) }
}

// waitUntilBlocked waits until a statement in the database waits for a lock.
func waitUntilBlocked(t *testing.T, raw *sql.DB) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		var blocked int
		noError(t, raw.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&blocked))
		if blocked > 0 {
			return
		}
		noError(t, backoff.Sleep(ctx, 10*time.Millisecond))
	}
}

// startDeletion deletes an organization and returns a function that waits for the result.
func (a fixture) startDeletion(t *testing.T, id ids.Organization) (wait func() error) {
	t.Helper()
	var failed error
	var running sync.WaitGroup
	running.Go(func() { _, failed = a.Organizations().Delete(t.Context(), id) })
	t.Cleanup(running.Wait)
	return func() error {
		running.Wait()
		return failed
	}
}

// TestDeletionDoesNotStopOthers: while a deletion waits for a row of its own organization, others write.
func TestDeletionDoesNotStopOthers(t *testing.T) {
	t.Parallel()
	f := auditFixture(t, testDatabases()["PostgreSQL"](t))
	gone := f.addOrganization(t, tomorrow())
	commit := f.holdLock(t, `SELECT id FROM connections WHERE organization_id = $1 FOR UPDATE`, gone.Organization.ID)
	wait := f.startDeletion(t, gone.Organization.ID)
	waitUntilBlocked(t, f.raw)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := f.Environments().Change(ctx, account.Actor{Organization: f.organization}, f.environment, func(e *project.Environment) error {
		e.Name = "written meanwhile"
		return nil
	})
	commit()
	noError(t, err)
	noError(t, wait())
}

// TestDeletionIncludesWritesInProgress: a row that a transaction adds to the organization is deleted too.
func TestDeletionIncludesWritesInProgress(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		`INSERT INTO projects (id, organization_id, name, description, platform, git_account, git_repo, git_branch, created_at)
			VALUES ('late', $1, 'P', '', 'duckdb', '', '', '', 1)`,
		`INSERT INTO trusted_networks (user_id, network, used_at) SELECT id, 'late', 1 FROM users WHERE organization_id = $1`,
	} {
		f := auditFixture(t, testDatabases()["PostgreSQL"](t))
		gone := f.addOrganization(t, tomorrow())
		commit := f.holdLock(t, statement, gone.Organization.ID)
		wait := f.startDeletion(t, gone.Organization.ID)
		waitUntilBlocked(t, f.raw)
		commit()
		noError(t, wait())
	}
}
