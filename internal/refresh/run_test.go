package refresh_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

func TestOverview(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	overview, err := d.Overview(t.Context(), d.actor.Sees())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Overview{}, overview); diff != "" {
		t.Errorf("without runs: %s", diff)
	}
	environment := d.install(nil)
	d.start(run.StartRequest{Target: environment, Include: "{ location: RAW }"})
	d.claim()
	newest := d.start(run.StartRequest{Target: environment})
	overview, err = d.Overview(t.Context(), d.actor.Sees())
	if err != nil {
		t.Fatal(err)
	}
	if overview.Newest == nil || overview.Newest.ID != newest.ID || overview.Newest.Status != run.WaitingToRun {
		t.Errorf("the newest is %+v, want run %d", overview.Newest, newest.ID)
	}
	if want := (run.Load{WaitingToRun: 1, Running: 1}); overview.Load != want {
		t.Errorf("the load is %+v, want %+v", overview.Load, want)
	}
	overview, err = d.Overview(t.Context(), d.stranger())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(run.Overview{}, overview); diff != "" {
		t.Errorf("for a stranger: %s", diff)
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	stored := d.start(run.StartRequest{Target: d.install(nil)})
	found, err := d.Find(t.Context(), d.actor.Sees(), stored.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stored, found); diff != "" {
		t.Error(diff)
	}
	for name, sees := range map[string]account.Visibility{
		"a stranger": d.stranger(), "another organization": {Organization: "other", Everything: true},
	} {
		if _, err := d.Find(t.Context(), sees, stored.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: got %v, want not found", name, err)
		}
	}
	if _, err := d.Find(t.Context(), d.actor.Sees(), stored.ID+1); !fault.Is(err, fault.NotFound) {
		t.Errorf("a run that is not there: got %v, want not found", err)
	}
}
