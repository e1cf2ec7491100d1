package scale_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/transform"
)

// TestMemory logs how much memory a loaded project, a run in progress and an event stream need. Its parts run one after the other,
// because they measure the heap of the process.
func TestMemory(t *testing.T) { //nolint:paralleltest // it measures the heap
	measureProject(t)
	measureRuns(t)
	measureStreams(t)
}

// heap returns the bytes that are in use after a collection, those of the stacks of goroutines included.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc + stats.StackInuse)
}

// measureProject compiles a project for several targets, which a server caches.
func measureProject(t *testing.T) {
	t.Helper()
	const targets = 20
	db := openState(t)
	packed, err := snapshot.PackFiles(projectFiles())
	if err != nil {
		t.Fatal(err)
	}
	f := &deployment{t: t, db: db}
	f.addOrganization()
	if err := db.Snapshots().Put(t.Context(), f.by.Organization, packed.ID, packed.Files); err != nil {
		t.Fatal(err)
	}
	compiler := snapshot.NewCompiler(db.Snapshots())
	compile := func(i int) {
		target := snapshot.CompileTarget{Platform: "postgres", Mappings: map[string]transform.Mapping{"STG": {Schema: fmt.Sprint("stage_", i)}}}
		if _, err := compiler.Compile(t.Context(), f.by.Organization, packed.ID, target); err != nil {
			t.Fatal(err)
		}
	}
	compile(0) // what all targets share
	before := heap()
	for i := range targets {
		compile(i + 1)
	}
	each := (heap() - before) / targets
	runtime.KeepAlive(compiler)
	t.Logf("a loaded project of %d nodes: %d KB, %d KB for each node", nodesEach, each>>10, each/nodesEach>>10)
}

func openState(t *testing.T) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// measureRuns lets a worker execute runs of ten nodes whose first statements do not end.
func measureRuns(t *testing.T) {
	t.Helper()
	const runs = 200
	f := &deployment{t: t, db: openState(t)}
	f.addOrganization()
	environment, err := f.db.Environments().Create(t.Context(), f.by, project.Environment{Project: f.project, Name: "Target", Status: project.Waiting})
	f.check(err)
	for i := range runs {
		_, err := f.db.Runs().Insert(t.Context(), f.by, run.Draft{Environment: environment.ID, Type: run.Refresh, Plan: chain(i), Details: run.Details{Parallelism: 1}})
		f.check(err)
	}
	blocked := &blockedEngine{waitingEngine: newWaitingEngine(), reached: make(chan struct{}), wanted: runs}
	worker := runner.New(runner.Options{Store: f.db.Leases(), Owner: "worker", MaxRuns: runs, Engine: func(context.Context, project.EngineUse) (engine.Engine, func(), error) {
		return blocked, func() {}, nil
	}})
	before := heap()
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	working.Go(func() { _ = worker.Run(ctx) })
	<-blocked.reached
	each := (heap() - before) / runs
	stop()
	working.Wait()
	t.Logf("a run of %d nodes in progress: %d KB", nodesOfARun, each>>10)
}

// chain returns a plan of nodes that are in no other plan.
func chain(number int) plan.Plan {
	p := plan.Plan{Nodes: make([]plan.Node, nodesOfARun)}
	for i := range p.Nodes {
		p.Nodes[i] = plan.Node{
			ID: transform.NodeID(fmt.Sprintf("%d/%d", number, i)), Name: fmt.Sprint("C", i), Location: "STG", Type: "Stage", Schema: engine.Schema{Name: "STG"},
			Stages: []plan.Stage{
				{Name: "Empty table", Kind: plan.SQL, SQL: `DELETE FROM "STG"."C"`},
				{Name: "Insert rows", Kind: plan.SQL, SQL: `INSERT INTO "STG"."C" SELECT s.id AS id, s.name AS name FROM "STG"."B" AS s`},
			},
		}
		if i > 0 {
			p.Nodes[i].Upstream = []int{i - 1}
		}
	}
	return p
}

// blockedEngine is an engine whose statements end only with their context.
type blockedEngine struct {
	waitingEngine

	wanted  int64
	count   atomic.Int64
	reached chan struct{} // closed when the wanted number of statements wait
}

func (e *blockedEngine) Session(context.Context, engine.Label) (engine.Session, error) {
	return blockedSession{engine: e}, nil
}

type blockedSession struct {
	waitingSession

	engine *blockedEngine
}

func (s blockedSession) Exec(ctx context.Context, _ string) (engine.Counts, error) {
	if s.engine.count.Add(1) == s.engine.wanted {
		close(s.engine.reached)
	}
	<-ctx.Done()
	return engine.Counts{}, ctx.Err()
}

// measureStreams opens event streams. The client is in the same process, so that a stream of the server needs less than measured.
func measureStreams(t *testing.T) {
	t.Helper()
	const streams = 200
	settings := apptest.Settings(t, apptest.Database{}, func(s *config.Settings) {
		s.Limits.StreamsPerUser, s.Limits.StreamsPerOrganization, s.Limits.StreamsPerServer = streams, streams, streams
	})
	platform := apptest.Serve(t, settings, slog.New(slog.DiscardHandler))
	token := platform.AdminToken()
	before := heap()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for range streams {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, platform.URL+"/api/v1/events", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if _, err := io.ReadFull(response.Body, make([]byte, 10)); err != nil { // it has begun
			t.Fatal(err)
		}
	}
	t.Logf("an event stream, with its client: %d KB", (heap()-before)/streams>>10)
}
