package trino_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/trinotest"
)

// publication is a schema of a real server with a table of marks.
type publication struct {
	*testing.T

	engine  engine.Engine
	session engine.Session
	schema  engine.Schema
	guard   dialect.Guard
}

func newPublication(t *testing.T) *publication {
	t.Helper()
	e := opened(t, realConnection(t))
	t.Cleanup(func() { _ = e.Close() })
	session, err := e.Session(t.Context(), engine.Label{WorkID: "publication", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	p := &publication{T: t, engine: e, session: session, schema: engine.Schema{Name: trinotest.Name()}}
	if err := e.Prepare(t.Context(), []engine.Schema{p.schema}); err != nil {
		t.Fatal(err)
	}
	p.guard = dialect.Guard{Table: p.name("target"), Marks: p.name("marks"), Owner: "run 1", Epoch: 1}
	p.exec("CREATE TABLE " + p.guard.Marks + " (owner VARCHAR, epoch BIGINT)")
	return p
}

func (p *publication) name(table string) string {
	return p.engine.Dialect().Qualify("", p.schema.Name, table)
}

func (p *publication) exec(statement string) {
	p.Helper()
	if _, err := p.session.Exec(p.Context(), statement); err != nil {
		p.Fatalf("%v\n%s", err, statement)
	}
}

func (p *publication) version() engine.TableVersion {
	p.Helper()
	table := engine.Table{Schema: p.schema, Name: "target"}
	versions, err := p.engine.(engine.VersionReader).Versions(p.Context(), []engine.Table{table, {Schema: p.schema, Name: "missing"}})
	if err != nil || len(versions) != 1 {
		p.Fatalf("%v, %v", versions, err)
	}
	return versions[table]
}

// rows returns the numbers in the target.
func (p *publication) rows() string {
	p.Helper()
	rows, err := p.session.Query(p.Context(), "SELECT n FROM "+p.guard.Table+" ORDER BY n", 100)
	if err != nil {
		p.Fatal(err)
	}
	return fmt.Sprint(rows.Values)
}

func (p *publication) replace(query, marker string) string {
	return p.engine.Dialect().ReplaceTableAs(dialect.TableReplacement{Guard: p.guard, Query: query, Marker: marker})
}

func (p *publication) appendRows(query string) string {
	return p.engine.Dialect().AppendRows([]string{`"n"`}, query, p.guard)
}

// The version of a table shows who published it, and what a replacement has to repeat.
func TestVersionsShowThePublication(t *testing.T) {
	t.Parallel()
	p := newPublication(t)
	var id string
	p.session.(engine.QueryIdentifier).OnQueryID(func(reported string) { id = reported })
	p.exec(p.replace("SELECT 1 AS n", "run 1 node 2"))
	published := id
	first := p.version()
	if first.Snapshot == "" || first.Marker != "run 1 node 2" || !slices.Contains(first.QueryIDs, published) {
		t.Errorf("%+v, want query %s", first, published)
	}
	p.exec("COMMENT ON TABLE " + p.guard.Table + " IS 'it''s ours'")
	p.exec("ALTER TABLE " + p.guard.Table + " SET PROPERTIES partitioning = ARRAY['n', 'bucket(n, 4)'], sorted_by = ARRAY['n']")
	p.guard.Snapshot = p.version().Snapshot
	before := p.version()
	p.exec(p.engine.Dialect().ReplaceTableAs(dialect.TableReplacement{
		Guard: p.guard, Query: "SELECT 2 AS n", Marker: "second", Comment: before.Comment, Properties: before.Properties,
	}))
	after := p.version()
	if after.Comment != "it's ours" || !slices.Equal(after.Properties, before.Properties) || !strings.Contains(strings.Join(after.Properties, " "), "bucket(n, 4)") {
		t.Errorf("after a replacement: %+v, before: %+v", after, before)
	}
	if after.Marker != "second" || after.Snapshot == before.Snapshot || !slices.Contains(after.QueryIDs, id) || !slices.Contains(after.QueryIDs, published) {
		t.Errorf("after a replacement: %+v", after)
	}
}

// A guard that does not hold fails the statement, also if its query has no rows.
func TestGuardFailsThePublication(t *testing.T) {
	t.Parallel()
	p := newPublication(t)
	p.exec(p.replace("SELECT 1 AS n", "first"))
	p.guard.Snapshot = p.version().Snapshot
	merge, ok := p.engine.Dialect().GuardMerge("MERGE INTO "+p.guard.Table+" AS target\nUSING "+p.name("loaded")+
		" AS loaded\nON target.n = loaded.n\nWHEN NOT MATCHED THEN INSERT (n) VALUES (loaded.n)", p.guard)
	if !ok {
		t.Fatal("the merge has no guard")
	}
	p.exec("CREATE TABLE " + p.name("loaded") + " AS SELECT 8 AS n WHERE 1 = 0")
	p.exec("INSERT INTO " + p.guard.Table + " VALUES (2)") // moves the table
	for _, statement := range []string{p.replace("SELECT 9 AS n WHERE 1 = 0", "x"), p.appendRows("SELECT 9 AS n WHERE 1 = 0"), merge} {
		if _, err := p.session.Exec(t.Context(), statement); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), dialect.ErrorTableMoved) {
			t.Errorf("%v\n%s", err, statement)
		}
	}
	p.guard.Snapshot = p.version().Snapshot
	p.exec("INSERT INTO " + p.guard.Marks + " VALUES ('run 1', 2)")
	for _, statement := range []string{p.replace("SELECT 9 AS n", "x"), p.appendRows("SELECT 9 AS n")} {
		if _, err := p.session.Exec(t.Context(), statement); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), dialect.ErrorRunReplaced) {
			t.Errorf("%v\n%s", err, statement)
		}
	}
	if got := p.rows(); got != "[[1] [2]]" {
		t.Errorf("rows %s", got)
	}
}

// Of two statements with the same guard one takes effect, whatever they do.
func TestOneOfTwoPublicationsTakesEffect(t *testing.T) {
	t.Parallel()
	for name, statements := range map[string]func(p *publication) [2]string{
		"replace and replace": func(p *publication) [2]string {
			return [2]string{p.replace("SELECT 10 AS n", "a"), p.replace("SELECT 20 AS n", "b")}
		},
		"append and append": func(p *publication) [2]string {
			return [2]string{p.appendRows("SELECT 10 AS n"), p.appendRows("SELECT 10 AS n")}
		},
		"replace and append": func(p *publication) [2]string {
			return [2]string{p.replace("SELECT 10 AS n", "a"), p.appendRows("SELECT 20 AS n")}
		},
		"create and create": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPublication(t)
			for range 3 {
				p.exec("DROP TABLE IF EXISTS " + p.guard.Table)
				p.guard.Snapshot = ""
				if statements == nil {
					p.race([2]string{p.replace("SELECT 10 AS n", "a"), p.replace("SELECT 20 AS n", "b")})
					continue
				}
				p.exec(p.replace("SELECT 1 AS n", "first"))
				p.guard.Snapshot = p.version().Snapshot
				p.race(statements(p))
			}
		})
	}
}

// race runs two statements at once. Exactly one succeeds, and the other is certainly without effect.
func (p *publication) race(statements [2]string) {
	p.Helper()
	var errs [2]error
	var running sync.WaitGroup
	for i, statement := range statements {
		running.Go(func() {
			session, err := p.engine.Session(p.Context(), engine.Label{WorkID: "race", Epoch: int64(i)})
			if err == nil {
				_, err = session.Exec(p.Context(), statement)
			}
			errs[i] = err
		})
	}
	running.Wait()
	succeeded := 0
	for _, err := range errs {
		switch {
		case err == nil:
			succeeded++
		case !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Invalid):
			p.Errorf("%v (%s), want a conflict or a refusal", err, fault.KindOf(err))
		}
	}
	if succeeded != 1 {
		p.Errorf("%d of 2 statements took effect: %v", succeeded, errs)
	}
	if rows := p.rows(); strings.Count(rows, "0]") > 1 {
		p.Errorf("both statements took effect: %s", rows)
	}
}
