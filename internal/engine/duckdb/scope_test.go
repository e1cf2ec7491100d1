package duckdb_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// shared is a folder whose engines have databases of their own.
type shared struct {
	driver *duckdb.Driver
	folder string
}

func newShared(t *testing.T, options duckdb.Options) shared {
	t.Helper()
	return shared{duckdb.New(options), t.TempDir()}
}

// scoped is an engine with databases of its own.
type scoped struct {
	engine.Engine

	t *testing.T
}

func writes(name string) engine.MappedDatabase { return engine.MappedDatabase{Name: name} }
func reads(name string) engine.MappedDatabase {
	return engine.MappedDatabase{Name: name, ReadOnly: true}
}

// open opens an engine. It is closed when the test ends.
func (s shared) open(t *testing.T, own string, mapped ...engine.MappedDatabase) scoped {
	t.Helper()
	c := engine.Connection{Kind: "duckdb", Folder: s.folder, Databases: &engine.Databases{Own: own, Mapped: mapped}}
	opened, err := s.driver.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return scoped{opened, t}
}

func (e scoped) session() engine.Session {
	e.t.Helper()
	session, err := e.Session(e.t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		e.t.Fatal(err)
	}
	return session
}

// prepare creates the schema s in databases; an empty name is the default one.
func (e scoped) prepare(databases ...string) {
	e.t.Helper()
	for _, database := range databases {
		if err := e.Prepare(e.t.Context(), []engine.Schema{{Database: database, Name: "s"}}); err != nil {
			e.t.Fatal(err)
		}
	}
}

// run runs statements in a session that it closes.
func (e scoped) run(statements ...string) {
	e.t.Helper()
	session := e.session()
	defer session.Close() //nolint:errcheck // never fails
	for _, statement := range statements {
		if _, err := session.Exec(e.t.Context(), statement); err != nil {
			e.t.Fatalf("%s: %v", statement, err)
		}
	}
}

// query returns the rows of a query as text.
func (e scoped) query(query string) (string, error) {
	e.t.Helper()
	session, err := e.Session(e.t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		return "", err
	}
	defer session.Close() //nolint:errcheck // never fails
	rows, err := session.Query(e.t.Context(), query, 100)
	return strings.Trim(fmt.Sprint(rows.Values), "[]"), err
}

func (e scoped) wants(query, want string) {
	e.t.Helper()
	if got, err := e.query(query); err != nil || got != want {
		e.t.Errorf("%s gave %q, %v, want %q", query, got, err, want)
	}
}

func (e scoped) refuses(query string, kind fault.Kind, words ...string) {
	e.t.Helper()
	_, err := e.query(query)
	wantFault(e.t, query, err, kind, words...)
}

func TestOwnDatabasesAreApart(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	first, second, third := s.open(t, "environments/1"), s.open(t, "workspaces/1"), s.open(t, "")
	for i, e := range []scoped{first, second, third} {
		e.refuses("FROM millrace.s.t", fault.Invalid, "does not exist")
		e.prepare("")
		e.run(fmt.Sprintf("CREATE TABLE millrace.s.t AS SELECT %d AS n", i))
	}
	open := []engine.Session{first.session(), second.session(), third.session()} // all at the same time
	for i, e := range []scoped{first, second, third} {
		e.wants("SELECT n FROM millrace.s.t", fmt.Sprint(i))
		e.wants("SELECT database_name FROM duckdb_databases() WHERE NOT internal ORDER BY 1", "memory] [millrace")
	}
	for _, session := range open {
		_ = session.Close()
	}
	for _, file := range []string{"environments/1.duckdb", "workspaces/1.duckdb", "millrace.duckdb"} {
		if _, err := os.Stat(filepath.Join(s.folder, file)); err != nil {
			t.Error(err)
		}
	}
	for _, e := range []scoped{first, second, third} {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	s.open(t, "workspaces/1").wants("SELECT n FROM millrace.s.t", "1")
}

// TestSQLReachesOnlyItsDatabases tries the known ways to the data of others: another own file, a database that is not
// mapped, and the folder of another connection.
func TestSQLReachesOnlyItsDatabases(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	const secret = "CREATE TABLE millrace.s.t AS SELECT 's3cret' AS word"
	other := s.open(t, "environments/2", writes("sales"))
	other.prepare("", "sales")
	other.run(secret, "CREATE TABLE sales.s.t AS SELECT 's3cret' AS word")
	nested := shared{s.driver, filepath.Join(s.folder, "nested")}.open(t, "")
	nested.prepare("")
	nested.run(secret)
	writeFile(t, filepath.Join(s.folder, "orders.csv"), "a\n1\n")
	writeFile(t, filepath.Join(s.folder, "in/more.csv"), "a\n2\n")
	e := s.open(t, "environments/1", writes("mine"))
	e.prepare("", "mine")
	e.run("CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	e.wants("FROM read_csv('orders.csv')", "1")
	e.wants("FROM read_csv('in/*.csv')", "2")
	for _, path := range []string{"environments/2.duckdb", "environments/2.duckdb.wal", "sales.duckdb", "nested/millrace.duckdb", ".millrace-lock"} {
		for _, path := range []string{path, filepath.Join(s.folder, path), s.folder + "/in/../" + path, "file://" + s.folder + "/" + path} {
			for _, statement := range fileStatements(path) {
				e.rejects(statement)
			}
		}
	}
	for _, statement := range []string{
		"FROM sales.s.t", "FROM sales.t", `FROM "environments/2".s.t`, "USE sales", "USE sales.s", "DETACH millrace", "DETACH mine",
		"FROM query('FROM sales.s.t')", "FROM query_table('sales.s.t')", "FROM query_table(['sales.s.t'])",
		"CREATE VIEW millrace.s.v AS FROM sales.s.t", "INSERT INTO sales.s.t VALUES ('x')", "DROP TABLE sales.s.t", "CREATE SCHEMA sales.x",
		"COPY FROM DATABASE sales TO millrace", "ATTACH ':memory:' AS x", "SET GLOBAL allowed_paths = ['" + s.folder + "/sales.duckdb']",
		"SET allowed_directories = ['" + s.folder + "']", "SET enable_external_access = true", "SET search_path = 'sales.s'",
	} {
		e.rejects(statement)
	}
	e.run("CREATE MACRO millrace.s.m(name) AS TABLE FROM query_table(name)", "CREATE MACRO millrace.s.f(name) AS TABLE FROM read_blob(name)")
	e.rejects("FROM millrace.s.m('sales.s.t')")
	e.rejects("FROM millrace.s.f('" + s.folder + "/sales.duckdb')")
	e.wants("SELECT database_name FROM duckdb_databases() WHERE NOT internal ORDER BY 1", "memory] [millrace] [mine")
	e.wants("SELECT DISTINCT database_name FROM duckdb_tables()", "millrace")
}

// fileStatements are statements that read or write a file.
func fileStatements(path string) []string {
	return []string{
		"ATTACH '" + path + "' AS x", "ATTACH '" + path + "' AS x (READ_ONLY)", "FROM '" + path + "'", "FROM read_duckdb('" + path + "')",
		"FROM read_blob('" + path + "')", "FROM read_text('" + path + "')", "FROM read_csv('" + path + "')", "FROM read_blob(['" + path + "'])",
		"FROM read_blob('" + path[:3] + "' || '" + path[3:] + "')", "FROM parquet_metadata('" + path + "')", "FROM read_json('" + path + "')",
		"FROM glob('" + path + "*')", "FROM read_blob('" + filepath.Dir(path) + "/*')", "COPY millrace.s.t FROM '" + path + "'",
		"COPY (SELECT 1) TO '" + path + "'", "EXPORT DATABASE '" + path + "'", "FROM sniff_csv('" + path + "')",
		"CREATE TABLE millrace.s.x AS FROM read_blob('" + path + "')", "CREATE VIEW millrace.s.x AS FROM read_blob('" + path + "')",
	}
}

// rejects checks that a statement fails, in all ways to run it, and that the error contains no data of others.
func (e scoped) rejects(statement string) {
	e.t.Helper()
	session := e.session()
	defer session.Close() //nolint:errcheck // never fails
	_, execErr := session.Exec(e.t.Context(), statement)
	rows, queryErr := session.Query(e.t.Context(), statement, 10)
	_, describeErr := e.Describe(e.t.Context(), statement)
	for how, err := range map[string]error{"exec": execErr, "query": queryErr, "describe": describeErr} {
		// These do not open the file: a pattern that finds nothing, and a description of columns that never change.
		isBlind := strings.Contains(statement, "glob(") && len(rows.Values) == 0 || strings.Contains(statement, "sniff_csv(") && how == "describe"
		if !fault.Is(err, fault.Invalid) && !isBlind {
			e.t.Errorf("%s of %s: %v, %v", how, statement, rows.Values, err)
		}
		if err != nil && strings.Contains(fault.From(err).Error(), "s3cret") {
			e.t.Errorf("%s of %s: the fault contains data", how, statement)
		}
	}
}

// TestDuckDBOpensOnlyItsFiles runs statements without the checks of this package: DuckDB itself rejects them.
func TestDuckDBOpensOnlyItsFiles(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	other := s.open(t, "environments/2", writes("sales"))
	other.prepare("", "sales")
	e := s.open(t, "environments/1", writes("mine"))
	e.prepare("", "mine")
	for _, path := range []string{"environments/2.duckdb", "sales.duckdb", "new.duckdb", "environments/3.duckdb", "out.csv", "../out.csv"} {
		path = s.folder + "/" + path
		for _, statement := range []string{
			"ATTACH '" + path + "' AS x", "ATTACH '" + path + "' AS x (READ_ONLY)", "COPY (SELECT 1) TO '" + path + "'", "FROM read_blob('" + path + "')",
			"EXPORT DATABASE mine TO '" + path + "'", "FROM query('FROM read_blob(''" + path + "'')')", "FROM read_duckdb('" + path + "')",
		} {
			if err := duckdb.RunUnchecked(e.Engine, statement); err == nil || !strings.Contains(err.Error(), "Permission Error") {
				t.Errorf("%s: %v, want a permission error", statement, err)
			}
		}
	}
	for _, name := range []string{"new.duckdb", "environments/3.duckdb", "out.csv", "../out.csv"} {
		if _, err := os.Stat(filepath.Join(s.folder, name)); err == nil {
			t.Errorf("%s was created", name)
		}
	}
}

func TestNamesOfDatabasesAreChecked(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	for _, wrong := range []engine.Databases{
		{Own: ".."},
		{Own: "../1"},
		{Own: "environments"},
		{Own: "environments/"},
		{Own: "environments/.."},
		{Own: "environments/1/2"},
		{Own: "environments/../1"},
		{Own: "/environments/1"},
		{Own: "sales/1"},
		{Own: "environments\\1"},
		{Own: "environments/.1"},
		{Mapped: []engine.MappedDatabase{writes("environments/2")}},
		{Mapped: []engine.MappedDatabase{reads("../sales")}},
		{Mapped: []engine.MappedDatabase{reads("..")}},
		{Mapped: []engine.MappedDatabase{reads("")}},
		{Mapped: []engine.MappedDatabase{reads("temp")}},
		{Own: "environments/1", Mapped: []engine.MappedDatabase{writes("Millrace")}},
	} {
		c := engine.Connection{Kind: "duckdb", Folder: s.folder, Databases: &wrong}
		wantFault(t, fmt.Sprintf("check of %+v", wrong), s.driver.Check(c), fault.Invalid)
		_, err := s.driver.Open(t.Context(), c)
		wantFault(t, fmt.Sprintf("open of %+v", wrong), err, fault.Invalid)
	}
}

func TestOnlyMappedDatabasesArePrepared(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	e := s.open(t, "environments/1", reads("archive"), writes("sales"))
	e.prepare("", "millrace", "sales", "SALES")
	for database, words := range map[string]string{"archive": "reading only", "Archive": "reading only", "other": "not one of the databases", "environments/2": "path separator"} {
		err := e.Prepare(t.Context(), []engine.Schema{{Database: database, Name: "s"}})
		wantFault(t, database, err, fault.Invalid, words)
		if fault.From(err).Hint == "" {
			t.Errorf("%s: there is no hint", database)
		}
	}
	if _, err := os.Stat(filepath.Join(s.folder, "archive.duckdb")); err == nil {
		t.Error("a read-only database was created")
	}
	e.refuses("FROM archive.s.t", fault.Invalid, "does not exist")
}

// TestLastEngineClosesItsDuckDB closes the engines of one own file while another one stays open.
func TestLastEngineClosesItsDuckDB(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	first, same, other := s.open(t, "environments/1"), s.open(t, "environments/1"), s.open(t, "environments/2")
	for _, e := range []scoped{first, other} {
		e.prepare("")
		e.run("CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	}
	session := other.session()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	same.wants("FROM millrace.s.t", "1")
	if err := same.Close(); err != nil {
		t.Fatal(err)
	}
	for name, isOpen := range map[string]bool{"environments/1.duckdb": false, "environments/2.duckdb": true} {
		_, err := os.Stat(filepath.Join(s.folder, name+".wal"))
		if (err == nil) != isOpen {
			t.Errorf("the log of %s: %v", name, err)
		}
		if got := openFiles(t, filepath.Join(s.folder, name)); (got > 0) != isOpen {
			t.Errorf("%s is open %d times", name, got)
		}
	}
	if _, err := session.Exec(t.Context(), "INSERT INTO millrace.s.t VALUES (2)"); err != nil {
		t.Error(err)
	}
	s.open(t, "environments/1").wants("FROM millrace.s.t", "1")
}

// openFiles counts how often this process has a file open.
func openFiles(t *testing.T, path string) int {
	t.Helper()
	const descriptors = "/proc/self/fd"
	entries, err := os.ReadDir(descriptors)
	if err != nil {
		t.Skip("this system does not list open files")
	}
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, entry := range entries {
		if target, err := os.Readlink(filepath.Join(descriptors, entry.Name())); err == nil && target == path {
			count++
		}
	}
	return count
}

// TestChangedMappingsApply opens an own file with other mappings, while the engine with the earlier ones is idle and while
// it is in use.
func TestChangedMappingsApply(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 1})
	earlier := s.open(t, "environments/1", writes("a"), writes("b"))
	earlier.prepare("", "a", "b")
	const list = "SELECT database_name FROM duckdb_databases() WHERE NOT internal AND database_name <> 'memory' ORDER BY 1"
	fewer, more := s.open(t, "environments/1", reads("a")), s.open(t, "environments/1", reads("a"), writes("c"))
	fewer.wants(list, "a] [millrace")
	more.prepare("c")
	more.wants(list, "a] [c] [millrace")
	session := earlier.session()
	fewer.wants(list, "a] [b] [millrace") // until the work with the earlier mappings has ended
	more.refuses(list, fault.Unavailable, "mappings")
	_ = session.Close()
	fewer.wants(list, "a] [millrace")
	more.wants(list, "a] [c] [millrace")
	earlier.wants(list, "a] [b] [millrace")
}

// TestSharedDefaultDatabase opens engines that share the default database.
func TestSharedDefaultDatabase(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 1})
	first, second := s.open(t, "", writes("a")), s.open(t, "", writes("b"))
	first.prepare("", "a")
	second.prepare("b")
	first.run("CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	session := first.session()
	second.run("INSERT INTO millrace.s.t VALUES (2)", "CREATE TABLE b.s.t AS FROM millrace.s.t")
	_ = session.Close()
	second.wants("SELECT sum(n)::INTEGER FROM b.s.t", "3")
	wantFault(t, "prepare", first.Prepare(t.Context(), []engine.Schema{{Database: "b", Name: "s"}}), fault.Invalid)
}

// TestNewDataFilesBecomeReadable creates files after DuckDB has started.
func TestNewDataFilesBecomeReadable(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	makeFolder(t, filepath.Join(s.folder, "in"))
	e := s.open(t, "environments/1")
	e.prepare("")
	e.rejects("FROM read_csv('orders.csv')")
	writeFile(t, filepath.Join(s.folder, "orders.csv"), "a\n1\n")
	e.wants("FROM read_csv('orders.csv')", "1")
	writeFile(t, filepath.Join(s.folder, "in/deep/more.csv"), "a\n2\n")
	e.wants("FROM read_csv('in/*/*.csv')", "2")
}

// TestScopedDuckDBSpills sorts more than fits into memory in two DuckDBs of a folder.
func TestScopedDuckDBSpills(t *testing.T) {
	t.Parallel()
	driver, folder := duckdb.New(duckdb.Options{}), t.TempDir()
	const sort = "CREATE OR REPLACE TABLE millrace.s.t AS SELECT md5(range::VARCHAR) AS m FROM range(3_000_000) ORDER BY m"
	var engines []scoped
	for _, own := range []string{"environments/1", "environments/2"} {
		opened, err := driver.Open(t.Context(), engine.Connection{
			Kind: "duckdb", Folder: folder, Databases: &engine.Databases{Own: own}, Settings: map[string]any{"memoryLimit": "64MB", "threads": 1.0},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close() //nolint:errcheck // checked by other tests
		e := scoped{opened, t}
		e.prepare("")
		e.run(sort)
		engines = append(engines, e)
	}
	if err := engines[0].Close(); err != nil {
		t.Fatal(err)
	}
	engines[1].run(sort)
}
