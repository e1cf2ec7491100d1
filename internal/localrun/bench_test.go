package localrun_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// workbench is a project with its data.
type workbench struct {
	*testing.T

	project, data string
}

// newWorkbench makes a project of SQL nodes. A file is named LOCATION-NAME.
func newWorkbench(t *testing.T, nodes map[string]string) *workbench {
	t.Helper()
	b := &workbench{t, t.TempDir(), filepath.Join(t.TempDir(), "data")}
	b.write("data.yml", "fileVersion: 3\nplatformKind: snowflake\n") // local runs do not mind
	b.write("locations.yml", "fileVersion: 1\nlocations:\n  - RAW\n  - CORE\n")
	for name, text := range nodes {
		b.node(name, text)
	}
	return b
}

func (b *workbench) write(path, text string) {
	b.Helper()
	file := filepath.Join(b.project, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
}

// node writes a SQL node. Its id is made of its name, so that it stays the same.
func (b *workbench) node(name, text string) {
	b.Helper()
	b.write("nodes/"+name+".sql", fmt.Sprintf("@id(%q)\n%s\n", "id-of-"+name, text))
}

func (b *workbench) remove(name string) {
	b.Helper()
	if err := os.Remove(filepath.Join(b.project, "nodes", name+".sql")); err != nil {
		b.Fatal(err)
	}
}

func (b *workbench) compile() *compiler.Compilation {
	b.Helper()
	c := compiler.Compile(os.DirFS(b.project), compiler.Options{
		Platform: localrun.Platform, DefaultDatabase: engine.DefaultDatabase(localrun.Platform),
	})
	for _, d := range c.Diagnostics {
		if d.Severity == diagnostic.Error {
			b.Fatalf("%s: %s", d.File, d.Message)
		}
	}
	return c
}

// done is a run that is over.
type done struct {
	progress.Snapshot

	gone []string
}

// run runs the project once.
func (b *workbench) run(r localrun.Request) done {
	b.Helper()
	return b.runUntil(b.Context(), r, func(run.NodeResult) {})
}

// runUntil runs the project with a context, and lets somebody listen.
func (b *workbench) runUntil(ctx context.Context, r localrun.Request, hear func(run.NodeResult)) done {
	b.Helper()
	r.Compilation = b.compile()
	lasting := context.WithoutCancel(ctx)
	warehouse, err := localrun.Open(lasting, b.data)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := warehouse.Close(); err != nil {
			b.Error(err)
		}
	}()
	work, err := warehouse.Prepare(lasting, r)
	if err != nil {
		b.Fatal(err)
	}
	tracker := progress.NewTracker(work.Plan, time.Now)
	tracker.Finish(work.Run(ctx, localrun.Settings{Parallelism: 2, Journal: listener{tracker, hear}, Now: time.Now}))
	return done{tracker.Now(), work.Gone}
}

// listener is a journal that others hear too.
type listener struct {
	*progress.Tracker

	hear func(run.NodeResult)
}

func (l listener) Record(result run.NodeResult) {
	l.Tracker.Record(result)
	l.hear(result)
}

// query asks the data folder while no run is going on.
func (b *workbench) query(query string) string {
	b.Helper()
	var rows engine.Rows
	b.inSession(func(session engine.Session) (err error) {
		rows, err = session.Query(b.Context(), query, 100)
		return err
	})
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(rows.Values), "] [", "|"), "[]")
}

// exec changes something behind the back of local runs.
func (b *workbench) exec(statement string) {
	b.Helper()
	b.inSession(func(session engine.Session) error {
		_, err := session.Exec(b.Context(), statement)
		return err
	})
}

func (b *workbench) inSession(do func(engine.Session) error) {
	b.Helper()
	opened, err := duckdb.New(duckdb.Options{}).Open(b.Context(), engine.Connection{Kind: "duckdb", Folder: b.data})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = opened.Close() }()
	if err := opened.Prepare(b.Context(), []engine.Schema{{Database: opened.DefaultDatabase(), Name: "RAW"}}); err != nil {
		b.Fatal(err)
	}
	session, err := opened.Session(b.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	if err := do(session); err != nil {
		b.Fatal(err)
	}
}

// wantStatus checks how a run ended, and says why when it is not as it should be.
func (b *workbench) wantStatus(got done, want run.Status) {
	b.Helper()
	if got.Status == want {
		return
	}
	b.Errorf("the run is %s, want %s", got.Status, want)
	for _, n := range got.Nodes {
		b.Logf("%s is %s: %+v", n.Name, n.State, n.Problem)
	}
}

// state is that of one node.
func (d done) node(name string) progress.Node {
	for _, n := range d.Nodes {
		if n.Name == name {
			return n
		}
	}
	return progress.Node{}
}

// stages are the names of the stages of a node that were reached.
func (d done) stages(name string) string {
	var names []string
	for _, stage := range d.node(name).Stages {
		names = append(names, stage.Name)
	}
	return strings.Join(names, ", ")
}
