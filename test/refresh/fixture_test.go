package refresh_test

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/ducklake"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/laketest"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/trinotest"
)

// null stands for a missing value, in read rows and in expected rows.
const null = "-"

// fixture is a real engine for one test.
type fixture struct {
	t          *testing.T
	connection engine.Connection
	engine     engine.Engine
	session    engine.Session // for the queries of the test itself
	prefix     string         // of the names of schemas
	runs       atomic.Int64
}

// onEngines runs a test on a fixture of each engine with transactions, but not on a lake, which computes as DuckDB does and takes longer.
func onEngines(t *testing.T, test func(s *fixture)) {
	t.Helper()
	on(t, []string{"duckdb", "postgres"}, test)
}

// onEnginesAndTrino runs a test on a fixture of each engine with transactions that is not a lake, and on one without.
func onEnginesAndTrino(t *testing.T, test func(s *fixture)) {
	t.Helper()
	on(t, []string{"duckdb", "postgres", "trino"}, test)
}

// onEnginesAndLakes runs a test on a fixture of each engine with transactions.
func onEnginesAndLakes(t *testing.T, test func(s *fixture)) {
	t.Helper()
	on(t, []string{"duckdb", "ducklake", "postgres"}, test)
}

// onAllEngines runs a test on a fixture of each engine. On Trino a statement takes a tenth of a second.
func onAllEngines(t *testing.T, test func(s *fixture)) {
	t.Helper()
	on(t, []string{"duckdb", "ducklake", "postgres", "trino"}, test)
}

func on(t *testing.T, kinds []string, test func(s *fixture)) {
	t.Helper()
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(newFixture(t, connectionTo(t, kind)))
		})
	}
}

// connectionTo returns a connection to an empty database of an engine.
func connectionTo(t *testing.T, kind string) engine.Connection {
	t.Helper()
	switch kind {
	case "duckdb":
		return engine.Connection{Kind: kind, Folder: t.TempDir()}
	case "trino":
		return engine.Connection{Kind: kind, Settings: trinotest.Settings(t)}
	case "ducklake":
		lake := laketest.New(t)
		return engine.Connection{Kind: kind, Settings: lake.Settings, Secret: lake.Secret, Folder: t.TempDir(), Folders: lake.Folders()}
	}
	address, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		t.Fatal(err)
	}
	password, _ := address.User.Password()
	return engine.Connection{
		Kind: kind,
		Settings: map[string]any{
			"host": address.Hostname(), "port": port, "database": strings.TrimPrefix(address.Path, "/"),
			"user": address.User.Username(), "sslmode": "disable",
		},
		Secret: map[string]string{"password": password},
	}
}

func drivers() engine.Drivers {
	embedded := duckdb.New(duckdb.Options{})
	return engine.NewDrivers(map[string]engine.Driver{
		"duckdb": embedded, "postgres": postgres.New(postgres.Options{}), "trino": trino.New(trino.Options{}),
		"ducklake": ducklake.New(ducklake.Options{DuckDB: embedded, Extensions: os.Getenv(laketest.ExtensionsVariable)}),
	})
}

func open(t *testing.T, c engine.Connection) engine.Engine {
	t.Helper()
	driver, err := drivers().Lookup(c.Kind)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := driver.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	return opened
}

func newFixture(t *testing.T, c engine.Connection) *fixture {
	t.Helper()
	s := &fixture{t: t, connection: c, engine: open(t, c)}
	if c.Kind == "trino" {
		s.prefix = trinotest.Name() + "_" // all tests share one catalog
	}
	if err := s.engine.Prepare(t.Context(), []engine.Schema{s.schemaOf(src), s.schemaOf(out)}); err != nil {
		t.Fatal(err)
	}
	s.session = s.openSession()
	return s
}

// openSession opens a session that ends with the test.
func (s *fixture) openSession() engine.Session {
	s.t.Helper()
	session, err := s.engine.Session(s.t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = session.Close() })
	return session
}

func (s *fixture) schemaOf(location string) engine.Schema {
	return engine.Schema{Database: s.engine.DefaultDatabase(), Name: s.prefix + location}
}

// name returns the qualified name of a table, quoted for the engine.
func (s *fixture) name(location, table string) string {
	schema := s.schemaOf(location)
	return s.engine.Dialect().Qualify(schema.Database, schema.Name, table)
}

// compile compiles a project for this engine. A diagnostic fails the test.
func (s *fixture) compile(files fs.FS, parameters map[string]any) *compiler.Compilation {
	s.t.Helper()
	c := compiler.Compile(files, compiler.Options{
		Platform: s.connection.Kind, Parameters: parameters,
		Mappings: s.mappings(), DefaultDatabase: s.engine.DefaultDatabase(),
	})
	for _, d := range c.Diagnostics {
		s.t.Errorf("the compiler reported %s", d)
	}
	return c
}

// mappings maps the locations of all projects to the schemas of the test.
func (s *fixture) mappings() map[string]transform.Mapping {
	mappings := map[string]transform.Mapping{}
	if s.prefix == "" {
		return mappings
	}
	for _, location := range []string{src, out, "RAW", "STAGE", "CORE", "MART"} {
		mappings[location] = transform.Mapping{Schema: s.schemaOf(location).Name}
	}
	return mappings
}

func (s *fixture) exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		if _, err := s.session.Exec(s.t.Context(), statement); err != nil {
			s.t.Fatalf("%v in:\n%s", err, statement)
		}
	}
}

// expectTable compares columns of a table, as texts, with rows of values separated by bars. The order does not matter.
func (s *fixture) expectTable(location, table string, columns, want []string) {
	s.t.Helper()
	s.expect(s.selectTexts(location, table, columns), want...)
}

// selectTexts returns a query for columns as texts.
func (s *fixture) selectTexts(location, table string, columns []string) string {
	texts := make([]string, len(columns))
	for i, column := range columns {
		texts[i] = fmt.Sprintf("CAST(%s AS VARCHAR)", s.engine.Dialect().Quote(column))
	}
	return fmt.Sprintf("SELECT %s FROM %s", strings.Join(texts, ", "), s.name(location, table))
}

func (s *fixture) expect(query string, want ...string) {
	s.t.Helper()
	s.compare(query, slices.Sorted(slices.Values(want)), s.read(query))
}

// compare compares sorted rows.
func (s *fixture) compare(what string, want, got []string) {
	s.t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// read returns the rows of a query, sorted, with values separated by bars.
func (s *fixture) read(query string) []string {
	s.t.Helper()
	rows, err := s.session.Query(s.t.Context(), query, 100_000)
	if err != nil {
		s.t.Fatalf("%v in:\n%s", err, query)
	}
	return lines(rows)
}

func lines(rows engine.Rows) []string {
	list := make([]string, len(rows.Values))
	for i, values := range rows.Values {
		fields := make([]string, len(values))
		for k, value := range values {
			fields[k] = null
			if value != nil {
				fields[k] = strings.TrimSuffix(fmt.Sprint(value), ".000000") // Trino casts a timestamp to a text with all digits
			}
		}
		list[i] = strings.Join(fields, "|")
	}
	slices.Sort(list)
	return list
}
