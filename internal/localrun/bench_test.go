package localrun_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2" // the driver

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

const benchTables = 1_000

func benchQuery(i int) string { return fmt.Sprintf("SELECT %d AS id, 'row %d' AS name", i, i) }

// BenchmarkTables compares local runs of a thousand trivial tables with the best statement for each through the driver. Both sides open
// and close their files, and alternate. CPU time is what counts on a busy machine.
func BenchmarkTables(b *testing.B) {
	project := b.TempDir()
	for path, text := range map[string]string{
		"data.yml": "fileVersion: 3\nplatformKind: duckdb\n", "locations.yml": "fileVersion: 1\nlocations:\n  - STG\n",
	} {
		writeFile(b, filepath.Join(project, path), text)
	}
	for i := range benchTables {
		text := fmt.Sprintf("@id(\"10000000-0000-4000-8000-%012d\")\n@nodeType(\"StageSQL\")\n%s\n", i, benchQuery(i))
		writeFile(b, filepath.Join(project, fmt.Sprintf("nodes/STG-T%04d.sql", i)), text)
	}
	used := map[string]time.Duration{}
	measure := func(name string, do func()) {
		began := cpuTime()
		do()
		used[name] += cpuTime() - began
	}
	for b.Loop() {
		data, file := b.TempDir(), filepath.Join(b.TempDir(), "millrace.duckdb")
		direct := func() {
			d := newDirect(b, file)
			d.run()
			d.close()
		}
		measure("driver", direct)
		measure("empty", func() { runBench(b, project, data, localrun.Request{}) })
		measure("driver-again", direct)
		measure("again", func() { runBench(b, project, data, localrun.Request{}) })
		measure("unchanged", func() { runBench(b, project, data, localrun.Request{OnlyChanged: true}) })
		measure("compile", func() { compileBench(project) })
	}
	for name, time := range used {
		b.ReportMetric(time.Seconds()/float64(b.N), name+"-cpu-s")
	}
	for _, name := range []string{"empty", "again", "unchanged"} {
		b.ReportMetric(2*used[name].Seconds()/(used["driver"]+used["driver-again"]).Seconds(), name+"-x")
	}
}

func writeFile(b *testing.B, path, text string) {
	b.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
}

func compileBench(project string) *compiler.Compilation {
	return compiler.Compile(os.DirFS(project), compiler.Options{
		Platform: localrun.Platform, DefaultDatabase: enginekind.DefaultDatabase(localrun.Platform),
	})
}

// runBench does what `millrace run` does.
func runBench(b *testing.B, project, data string, r localrun.Request) {
	b.Helper()
	r.Compilation = compileBench(project)
	folder, err := localrun.Open(b.Context(), data)
	if err != nil {
		b.Fatal(err)
	}
	prepared, err := folder.Prepare(b.Context(), r)
	if err != nil {
		b.Fatal(err)
	}
	tracker := progress.NewTracker(prepared.Plan, time.Now)
	if outcome := prepared.Run(b.Context(), localrun.Settings{Parallelism: 4, Journal: tracker, Now: time.Now}); outcome.Status != run.Completed {
		b.Fatal(outcome)
	}
	if err := folder.Close(); err != nil {
		b.Fatal(err)
	}
}

// direct is the driver without the platform: the same tables, each in a transaction, four at once.
type direct struct {
	b           *testing.B
	db          *sql.DB
	connections []*sql.Conn
}

func newDirect(b *testing.B, file string) *direct {
	b.Helper()
	d := &direct{b: b}
	var err error
	if d.db, err = sql.Open("duckdb", ":memory:"); err != nil {
		b.Fatal(err)
	}
	for _, statement := range []string{
		fmt.Sprintf(`ATTACH '%s' AS "millrace"`, file), `CREATE SCHEMA IF NOT EXISTS "millrace"."STG"`,
	} {
		if _, err := d.db.ExecContext(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	for range 4 {
		connection, err := d.db.Conn(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		d.connections = append(d.connections, connection)
	}
	return d
}

func (d *direct) run() {
	d.b.Helper()
	queue := make(chan int)
	var workers sync.WaitGroup
	for _, connection := range d.connections {
		workers.Go(func() {
			for i := range queue {
				if err := d.replace(connection, i); err != nil {
					d.b.Error(err)
				}
			}
		})
	}
	for i := range benchTables {
		queue <- i
	}
	close(queue)
	workers.Wait()
}

func (d *direct) replace(connection *sql.Conn, i int) error {
	tx, err := connection.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // it fails after the commit
	if _, err := tx.Exec(fmt.Sprintf(`CREATE OR REPLACE TABLE "millrace"."STG"."T%04d" AS %s`, i, benchQuery(i))); err != nil {
		return err
	}
	return tx.Commit()
}

func (d *direct) close() {
	for _, connection := range d.connections {
		_ = connection.Close()
	}
	_ = d.db.Close()
}

func cpuTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
