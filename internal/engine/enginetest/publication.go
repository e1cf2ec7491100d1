package enginetest

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// publicationCases are about engines without full transactions, which publish a table by one statement.
func publicationCases() cases {
	return cases{
		"a version shows who published the table":     versionShowsPublication,
		"every change is another version":             changesMoveVersions,
		"a changed table fails the publication":       movedTableFails,
		"a newer owner fails the publication":         newerOwnerFails,
		"one of two publications takes effect":        oneOfTwoTakesEffect,
		"a table that exists is not created":          existingTableFails,
		"transactions are an error if there are none": beginIsUnsupported,
	}
}

// publication is a table with the number 1, and the guard of a statement that publishes it.
type publication struct {
	*fixture

	session testSession
	guard   dialect.Guard
}

func (f *fixture) newPublication() *publication {
	f.Helper()
	if f.engine.Capabilities().Transactions == engine.FullTransactions {
		f.Skip("the engine publishes inside transactions")
	}
	p := &publication{fixture: f, session: f.open(f.engine)}
	p.guard = dialect.Guard{Table: f.table("published"), Marks: f.table("marks"), Owner: "it's a run", Epoch: 1}
	d := f.engine.Dialect()
	p.session.exec("CREATE TABLE " + p.guard.Marks + " (owner " + d.Type("TEXT") + ", epoch " + d.Type("BIGINT") + ")")
	p.session.exec(p.replacement("SELECT 1 AS n", "first"))
	p.guard.Snapshot = p.version().Snapshot
	return p
}

func (p *publication) replacement(query, marker string) string {
	return p.engine.Dialect().ReplaceTableAs(dialect.TableReplacement{Guard: p.guard, Query: query, Marker: marker})
}

func (p *publication) appended(query string) string {
	return p.engine.Dialect().AppendRows([]string{p.engine.Dialect().Quote(p.folded("n"))}, query, p.guard)
}

// merged merges a table with the number 2.
func (p *publication) merged() string {
	p.Helper()
	loaded := p.table("loaded")
	p.session.exec("CREATE TABLE " + loaded + " AS SELECT 2 AS n")
	statement, ok := p.engine.Dialect().GuardMerge("MERGE INTO "+p.guard.Table+" AS target\nUSING "+loaded+
		" AS loaded\nON target.n = loaded.n\nWHEN NOT MATCHED THEN INSERT (n) VALUES (loaded.n)", p.guard)
	equal(p.fixture, ok, true)
	return statement
}

func (p *publication) version() engine.TableVersion {
	p.Helper()
	reader, ok := p.engine.(engine.VersionReader)
	if !ok {
		p.Fatal("the engine does not show versions of tables")
	}
	own, missing := engine.Table{Schema: p.schema, Name: "published"}, engine.Table{Schema: p.schema, Name: "missing"}
	versions, err := reader.Versions(p.ctx, []engine.Table{own, missing})
	p.ok(err)
	equal(p.fixture, len(versions), 1)
	return versions[own]
}

func versionShowsPublication(f *fixture) {
	p := f.newPublication()
	before := p.version()
	equal(f, before.Marker, "first")
	var ids []string
	session, ok := p.session.Session.(engine.QueryIdentifier)
	if !ok {
		f.Skip("the engine gives statements no ids")
	}
	session.OnQueryID(func(id string) { ids = append(ids, id) })
	p.session.exec(p.replacement("SELECT 2 AS n", "it's the second"))
	session.OnQueryID(nil)
	p.session.query("SELECT 1", 1)
	equal(f, len(ids), 1)
	after := p.version()
	equal(f, after.Marker, "it's the second")
	isListed := slices.Contains(after.QueryIDs, ids[0]) || f.suiteState.subject.HidesQueries && len(after.QueryIDs) == 0
	if after.Snapshot == before.Snapshot || !isListed {
		f.Errorf("the version after query %s is %+v", ids[0], after)
	}
	p.session.contains(p.guard.Table, 2)
}

func changesMoveVersions(f *fixture) {
	p := f.newPublication()
	seen := map[string]bool{p.version().Snapshot: true}
	for _, statement := range []string{
		"INSERT INTO " + p.guard.Table + " VALUES (2)", "DELETE FROM " + p.guard.Table + " WHERE n = 2", "INSERT INTO " + p.guard.Table + " VALUES (2)",
	} {
		p.session.exec(statement)
		snapshot := p.version().Snapshot
		if snapshot == "" || seen[snapshot] {
			f.Errorf("after %s the snapshot is %q again", statement, snapshot)
		}
		seen[snapshot] = true
	}
}

func movedTableFails(f *fixture) {
	p := f.newPublication()
	merged := p.merged()
	p.session.exec("INSERT INTO " + p.guard.Table + " VALUES (5)")
	const none = "SELECT 9 AS n WHERE 1 = 0"
	for _, statement := range []string{p.replacement(none, "x"), p.appended("SELECT 9 AS n"), p.appended(none), merged} {
		p.failsWith(statement, dialect.ErrorTableMoved)
	}
	p.session.contains(p.guard.Table, 1, 5)
}

func newerOwnerFails(f *fixture) {
	p := f.newPublication()
	owner := f.engine.Dialect().Literal(p.guard.Owner)
	p.session.exec("INSERT INTO " + p.guard.Marks + " VALUES (" + owner + ", 1), ('another run', 7)")
	p.session.exec(p.appended("SELECT 2 AS n"))
	p.guard.Snapshot = p.version().Snapshot
	p.session.exec("INSERT INTO " + p.guard.Marks + " VALUES (" + owner + ", 2)")
	for _, statement := range []string{p.replacement("SELECT 9 AS n", "x"), p.appended("SELECT 9 AS n"), p.merged()} {
		p.failsWith(statement, dialect.ErrorRunReplaced)
	}
	p.session.contains(p.guard.Table, 1, 2)
}

func (p *publication) failsWith(statement, text string) {
	p.Helper()
	if err := p.session.try(statement); err == nil || !strings.Contains(err.Error(), text) {
		p.Errorf("got %v, want %q from\n%s", err, text, statement)
	}
}

// oneOfTwoTakesEffect sends two statements with the same guard at the same time.
func oneOfTwoTakesEffect(f *fixture) {
	p := f.newPublication()
	for name, statement := range map[string]func() string{
		"replace": func() string { return p.replacement("SELECT 7 AS n", "a") }, "append": func() string { return p.appended("SELECT 7 AS n") },
	} {
		p.guard.Snapshot = p.version().Snapshot
		text := statement()
		sessions := []testSession{f.open(f.engine), f.open(f.engine), f.open(f.engine)}
		effects := 0
		for _, err := range together(len(sessions), func(i int) error { return sessions[i].try(text) }) {
			switch {
			case err == nil:
				effects++
			case !fault.Is(err, fault.Conflict) && !strings.Contains(err.Error(), dialect.ErrorTableMoved):
				f.Errorf("%s: %v (%s)", name, err, fault.KindOf(err))
			}
		}
		equal(f, effects, 1)
	}
}

func existingTableFails(f *fixture) {
	p := f.newPublication()
	p.guard.Snapshot = ""
	if err := p.session.try(p.replacement("SELECT 9 AS n", "x")); err == nil {
		f.Error("a table that must not exist was replaced")
	}
	p.session.contains(p.guard.Table, 1)
}

func beginIsUnsupported(f *fixture) {
	if f.engine.Capabilities().Transactions > engine.NoTransactions {
		f.Skip("the engine has transactions")
	}
	f.refused(f.open(f.engine).Begin(f.ctx), fault.Unsupported)
}
