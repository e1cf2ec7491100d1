package localrun_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// fixture is a project and its data folder.
type fixture struct {
	*testing.T

	project, data string
	counted       *countingEngine // of the last run
}

// newFixture creates a project of SQL nodes. A file is named LOCATION-NAME.
func newFixture(t *testing.T, nodes map[string]string) *fixture {
	t.Helper()
	f := &fixture{T: t, project: t.TempDir(), data: filepath.Join(t.TempDir(), "data")}
	f.write("data.yml", "fileVersion: 3\nplatformKind: snowflake\n") // local runs ignore it
	f.write("locations.yml", "fileVersion: 1\nlocations:\n  - RAW\n  - CORE\n")
	for name, text := range nodes {
		f.node(name, text)
	}
	return f
}

func (f *fixture) write(path, text string) {
	f.Helper()
	file := filepath.Join(f.project, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		f.Fatal(err)
	}
}

// node writes a SQL node. Its id comes from its name, so that it stays the same.
func (f *fixture) node(name, text string) {
	f.Helper()
	f.write("nodes/"+name+".sql", fmt.Sprintf("@id(%q)\n%s\n", "id-of-"+name, text))
}

func (f *fixture) remove(name string) {
	f.Helper()
	if err := os.Remove(filepath.Join(f.project, "nodes", name+".sql")); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) compile() *compiler.Compilation {
	f.Helper()
	c := compiler.Compile(os.DirFS(f.project), compiler.Options{
		Platform: localrun.Platform, DefaultDatabase: enginekind.DefaultDatabase(localrun.Platform),
	})
	for _, d := range c.Diagnostics {
		if d.Severity == diagnostic.Error {
			f.Fatalf("%s: %s", d.File, d.Message)
		}
	}
	return c
}

// finishedRun is a run that has ended.
type finishedRun struct {
	progress.Snapshot

	gone []string
}

// run runs the project once.
func (f *fixture) run(r localrun.Request) finishedRun {
	f.Helper()
	return f.runUntil(f.Context(), r, func(run.NodeResult) {})
}

// runUntil runs the project with a context and passes each result to observe.
func (f *fixture) runUntil(ctx context.Context, r localrun.Request, observe func(run.NodeResult)) finishedRun {
	f.Helper()
	r.Compilation = f.compile()
	uncanceled := context.WithoutCancel(ctx)
	folder, err := localrun.Open(uncanceled, f.data)
	if err != nil {
		f.Fatal(err)
	}
	defer func() {
		if err := folder.Close(); err != nil {
			f.Error(err)
		}
	}()
	folder.ObserveEngine(func(e engine.Engine) engine.Engine {
		f.counted = &countingEngine{Engine: e}
		return f.counted
	})
	prepared, err := folder.Prepare(uncanceled, r)
	if err != nil {
		f.Fatal(err)
	}
	tracker := progress.NewTracker(prepared.Plan, time.Now)
	tracker.Finish(prepared.Run(ctx, localrun.Settings{Parallelism: 2, Journal: observedTracker{tracker, observe}, Now: time.Now}))
	return finishedRun{tracker.Now(), prepared.Gone}
}

// countingEngine counts what a run asks of its engine.
type countingEngine struct {
	engine.Engine

	catalogs int             // calls of Catalog
	schemas  []engine.Schema // that it was asked for
	sessions atomic.Int64
}

func (c *countingEngine) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	c.catalogs++
	c.schemas = append(c.schemas, schemas...)
	return c.Engine.Catalog(ctx, schemas...)
}

func (c *countingEngine) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	c.sessions.Add(1)
	return c.Engine.Session(ctx, label)
}

// observedTracker is a tracker that also passes each result to a function.
type observedTracker struct {
	*progress.Tracker

	observe func(run.NodeResult)
}

func (o observedTracker) Record(result run.NodeResult) {
	o.Tracker.Record(result)
	o.observe(result)
}

// query queries the data folder while no run is active.
func (f *fixture) query(query string) string {
	f.Helper()
	var rows engine.Rows
	f.inSession(func(session engine.Session) (err error) {
		rows, err = session.Query(f.Context(), query, 100)
		return err
	})
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(rows.Values), "] [", "|"), "[]")
}

// exec changes data outside of local runs.
func (f *fixture) exec(statement string) {
	f.Helper()
	f.inSession(func(session engine.Session) error {
		_, err := session.Exec(f.Context(), statement)
		return err
	})
}

func (f *fixture) inSession(do func(engine.Session) error) {
	f.Helper()
	opened, err := duckdb.New(duckdb.Options{}).Open(f.Context(), engine.Connection{Kind: "duckdb", Folder: f.data})
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	if err := opened.Prepare(f.Context(), []engine.Schema{{Database: opened.DefaultDatabase(), Name: "RAW"}}); err != nil {
		f.Fatal(err)
	}
	session, err := opened.Session(f.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	if err := do(session); err != nil {
		f.Fatal(err)
	}
}

// wantStatus checks how a run ended, and logs the problems of its nodes otherwise.
func (f *fixture) wantStatus(got finishedRun, want run.Status) {
	f.Helper()
	if got.Status == want {
		return
	}
	f.Errorf("the run is %s, want %s", got.Status, want)
	for _, n := range got.Nodes {
		f.Logf("%s is %s: %+v", n.Name, n.State, n.Problem)
	}
}

// node returns the progress of one node.
func (r finishedRun) node(name string) progress.Node {
	for _, n := range r.Nodes {
		if n.Name == name {
			return n
		}
	}
	return progress.Node{}
}

// reasons returns the nodes that were built, with the reasons, and the number of those that were not.
func (r finishedRun) reasons() (built map[string]string, skipped int) {
	built = map[string]string{}
	for _, n := range r.Nodes {
		if n.IsLeftOut {
			skipped++
		} else {
			built[n.Name] = n.Reason
		}
	}
	return built, skipped
}

// stages lists the names of the stages of a node that were reached.
func (r finishedRun) stages(name string) string {
	var names []string
	for _, stage := range r.node(name).Stages {
		names = append(names, stage.Name)
	}
	return strings.Join(names, ", ")
}
