package store_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

// BenchmarkSave measures durable transitions of nodes: several runs of one organization, each of which writes groups of
// fifty.
func BenchmarkSave(b *testing.B) {
	for name, options := range map[string]func(*testing.B) store.Options{
		"SQLite":     func(b *testing.B) store.Options { b.Helper(); return store.Options{Folder: b.TempDir()} },
		"PostgreSQL": func(b *testing.B) store.Options { b.Helper(); return store.Options{URL: pgtest.Database(b)} },
	} {
		b.Run(name, func(b *testing.B) { benchmarkSave(b, options(b)) })
	}
}

func benchmarkSave(b *testing.B, options store.Options) {
	b.Helper()
	const runs, group = 8, 50
	db, err := store.Open(b.Context(), options)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	leases := startRuns(b, db, runs)
	var next, transitions atomic.Int64
	b.SetParallelism(runs)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		lease := leases[int(next.Add(1))%runs]
		for i := 0; pb.Next(); i++ {
			results := results(i/2*group, group, []run.NodeState{run.NodeRunning, run.NodeComplete}[i%2])
			if err := db.Leases().Save(b.Context(), lease, results); err != nil {
				b.Error(err)
				return
			}
			transitions.Add(group)
		}
	})
	b.ReportMetric(float64(transitions.Load())/b.Elapsed().Seconds(), "transitions/s")
}

// startRuns returns leases on runs of one environment.
func startRuns(b testing.TB, db *store.DB, n int) []run.Lease {
	b.Helper()
	setup := newSetup(b, time.Now())
	setup, err := setup.WithSample(nil, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	if err := db.Setups().Add(b.Context(), setup); err != nil {
		b.Fatal(err)
	}
	server := account.Actor{Organization: setup.Organization.ID}
	environments, err := db.Environments().List(b.Context(), project.EnvironmentQuery{Sees: account.Visibility{Organization: server.Organization, Everything: true}})
	if err != nil {
		b.Fatal(err)
	}
	leases := make([]run.Lease, n)
	for i := range leases {
		_, err := db.Runs().Insert(b.Context(), server, run.Draft{
			Environment: environments.Items[0].ID, Type: run.Refresh,
			Plan: plan.Plan{Nodes: []plan.Node{{ID: transform.NodeID(fmt.Sprint("only ", i))}}},
		})
		if err != nil {
			b.Fatal(err)
		}
		claimed, err := statetest.ClaimOne(b.Context(), db, run.ClaimRequest{Owner: "me", Length: time.Hour})
		if err != nil || claimed == nil {
			b.Fatal(claimed, err)
		}
		leases[i] = claimed.Lease
	}
	return leases
}

func results(first, n int, state run.NodeState) []run.NodeResult {
	now := time.Now()
	results := make([]run.NodeResult, n)
	for i := range results {
		id := fmt.Sprintf("00000000-0000-4000-8000-%012d", first+i)
		results[i] = run.NodeResult{
			Node: transform.NodeID(id), Name: "NODE_" + id, State: state, Attempt: 1, StartedAt: now, EndedAt: now,
			Queries: []run.QueryResult{{
				State: state, StartedAt: now, EndedAt: now, QueryID: "4711", Counts: engine.Counts{Inserted: 1000},
			}},
		}
	}
	return results
}
