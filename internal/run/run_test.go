package run_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/store"
)

// newStore gives a real store with an organisation in it, and its administrator.
func newStore(t *testing.T) (*store.DB, account.Actor) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	organization, err := account.NewOrganization("Acme", now)
	if err != nil {
		t.Fatal(err)
	}
	administrator := account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "ada@example.com", Role: account.OrganizationAdministrator,
		Status: account.UserActive, CreatedAt: now,
	}
	if err := db.Setups().Add(t.Context(), project.NewSetup(organization, administrator, now)); err != nil {
		t.Fatal(err)
	}
	return db, account.Actor{User: administrator.ID, Organization: organization.ID, Role: administrator.Role}
}

func TestOverview(t *testing.T) {
	t.Parallel()
	db, actor := newStore(t)
	runs := run.NewRuns(db.Runs())
	overview, err := runs.Overview(t.Context(), actor.Sees())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Overview{}, overview); diff != "" {
		t.Errorf("without runs: %s", diff)
	}

	var newest run.Run
	for _, status := range []run.Status{run.Completed, run.WaitingToRun, run.Running, run.WaitingToRun, run.Failed} {
		newest, err = db.Runs().Insert(t.Context(), actor, run.Run{Environment: 2, Type: run.Refresh, Status: status, CreatedAt: time.Now().Round(0)})
		if err != nil {
			t.Fatal(err)
		}
	}
	overview, err = runs.Overview(t.Context(), actor.Sees())
	if err != nil {
		t.Fatal(err)
	}
	if overview.Newest == nil || overview.Newest.ID != newest.ID || overview.Newest.Status != run.Failed {
		t.Errorf("the newest is %+v, want run %d", overview.Newest, newest.ID)
	}
	if want := (run.Load{WaitingToRun: 2, Running: 1}); overview.Load != want {
		t.Errorf("the load is %+v, want %+v", overview.Load, want)
	}

	// Somebody without a role sees neither run nor load.
	stranger := account.Actor{User: "stranger", Organization: actor.Organization, Role: account.OrganizationMember}
	overview, err = runs.Overview(t.Context(), stranger.Sees())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Overview{}, overview); diff != "" {
		t.Errorf("for a stranger: %s", diff)
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	db, actor := newStore(t)
	runs := run.NewRuns(db.Runs())
	stored, err := db.Runs().Insert(t.Context(), actor, run.Run{
		Environment: 2, Type: run.Deploy, Status: run.Canceled, CreatedAt: time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := runs.Get(t.Context(), actor.Sees(), stored.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stored, found); diff != "" {
		t.Error(diff)
	}
	stranger := account.Actor{User: "stranger", Organization: actor.Organization, Role: account.OrganizationMember}
	for name, sees := range map[string]account.Visibility{
		"a stranger": stranger.Sees(), "another organisation": {Organization: "other", Everything: true},
	} {
		if _, err := runs.Get(t.Context(), sees, stored.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: got %v, want not found", name, err)
		}
	}
	if _, err := runs.Get(t.Context(), actor.Sees(), stored.ID+1); !fault.Is(err, fault.NotFound) {
		t.Errorf("a run that is not there: got %v, want not found", err)
	}
}

// TestWords: clients in the world throw on any other word.
func TestWords(t *testing.T) {
	t.Parallel()
	got := []string{
		string(run.WaitingToRun), string(run.Running), string(run.Completed), string(run.Failed), string(run.Canceled),
		string(run.Deploy), string(run.Refresh),
	}
	want := []string{"waitingToRun", "running", "completed", "failed", "canceled", "deploy", "refresh"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
