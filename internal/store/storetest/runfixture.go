package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

// Cases share a database, and a claim returns runs of every organization. So each organization of the suite has its own
// data folder that its runs are bound to, and claims as the process that owns it.

// draft returns a refresh of these nodes, or of one node that no other run has.
func (o *tenant) draft(target ids.Environment, nodes ...transform.NodeID) run.Draft {
	if len(nodes) == 0 {
		nodes = []transform.NodeID{transform.NodeID(unique())}
	}
	return run.Draft{
		Environment: target, Type: run.Refresh, Details: run.Details{Parallelism: 16}, Plan: planOf(nodes...), DataFolderID: string(o.Organization.ID),
	}
}

// deployDraft returns a deploy of a new snapshot.
func (o *tenant) deployDraft(target ids.Environment) run.Draft {
	draft := o.draft(target)
	draft.Type, draft.Snapshot = run.Deploy, "snapshot "+unique()
	return draft
}

func planOf(nodes ...transform.NodeID) plan.Plan {
	var p plan.Plan
	for _, id := range nodes {
		p.Nodes = append(p.Nodes, plan.Node{
			ID: id, Name: "N_" + string(id), Location: "WORK", Type: "Stage",
			Stages: []plan.Stage{{Name: "Create", Kind: plan.SQL, SQL: "CREATE TABLE n AS SELECT 1"}},
		})
	}
	return p
}

func (o *tenant) insert(t *testing.T, draft run.Draft) run.Run {
	t.Helper()
	stored, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
	ok(t, err)
	return stored
}

// refresh stores a refresh of these nodes.
func (o *tenant) refresh(t *testing.T, target ids.Environment, nodes ...transform.NodeID) run.Run {
	t.Helper()
	return o.insert(t, o.draft(target, nodes...))
}

func (o *tenant) claimant(owner string) run.ClaimRequest {
	return run.ClaimRequest{Owner: owner, DataFolderID: string(o.Organization.ID), Length: time.Hour}
}

// claimOne claims one run. It returns nil if there is none.
func claimOne(ctx context.Context, db *store.DB, request run.ClaimRequest) (*run.ClaimedRun, error) {
	claimed, err := db.Leases().Claim(ctx, request)
	if len(claimed) == 0 {
		return nil, err
	}
	return claimed[0], err
}

// claim returns what a worker claims; nil for nothing.
func (o *tenant) claim(t *testing.T, claimant run.ClaimRequest) *run.ClaimedRun {
	t.Helper()
	claimed, err := claimOne(t.Context(), o.db, claimant)
	ok(t, err)
	return claimed
}

// claimRun claims a run that can start and that no older run precedes.
func (o *tenant) claimRun(t *testing.T, want ids.Run) *run.ClaimedRun {
	t.Helper()
	claimed := o.claim(t, o.claimant("a worker"))
	if claimed == nil || claimed.Run.ID != want {
		t.Fatalf("claimed %+v, want run %d", claimed, want)
	}
	return claimed
}

func (o *tenant) finish(t *testing.T, claimed *run.ClaimedRun, status run.Status) {
	t.Helper()
	outcome := run.Outcome{Status: status}
	if status == run.Failed {
		outcome.Reason = "node A failed"
	}
	ok(t, o.db.Leases().Finish(t.Context(), claimed.Lease, outcome))
}

// nothing checks that there is nothing to claim.
func (o *tenant) nothing(t *testing.T) {
	t.Helper()
	if claimed := o.claim(t, o.claimant("a worker")); claimed != nil {
		t.Fatalf("claimed run %d, want none", claimed.Run.ID)
	}
}

// found returns a run as it is stored.
func (o *tenant) found(t *testing.T, id ids.Run) run.Run {
	t.Helper()
	r, err := o.db.Runs().Find(t.Context(), o.sees(), id)
	ok(t, err)
	return r
}

// run stores a refresh and brings it to a status.
func (o *tenant) run(t *testing.T, target ids.Environment, status run.Status) run.Run {
	t.Helper()
	stored := o.refresh(t, target)
	if status == run.WaitingToRun {
		return stored
	}
	claimant := o.claimant("a worker")
	for id := ids.Run(1); id < stored.ID; id++ {
		claimant.Except = append(claimant.Except, run.Key{Organization: stored.Organization, Run: id})
	}
	claimed := o.claim(t, claimant)
	if claimed == nil || claimed.Run.ID != stored.ID {
		t.Fatalf("claimed %+v, want run %d", claimed, stored.ID)
	}
	if status != run.Running {
		o.finish(t, claimed, status)
	}
	return o.found(t, stored.ID)
}
