package deploy_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
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

// fixture is a real engine that a project is deployed to, with the stored states of its nodes.
type fixture struct {
	t      testing.TB
	ctx    context.Context //nolint:containedctx // of the test that the fixture belongs to
	kind   string
	engine engine.Engine
	// connection is the id of the connection.
	connection   string
	session      engine.Session // for the statements of the test itself
	stored       map[transform.NodeID]difference.State
	foreign      []difference.ForeignObject       // objects of other environments
	compilations map[string]*compiler.Compilation // by the name of their snapshot
	runs         int
	deployed     *compiler.Compilation // the last one
	isClosed     bool
	prefix       string // of the names of schemas
}

// onEngines runs a scenario on a fixture of each engine but a lake, which takes longer.
func onEngines(t *testing.T, scenario func(t *testing.T, s *fixture)) {
	t.Helper()
	onKinds(t, []string{"duckdb", "postgres"}, scenario)
}

// onEnginesAndLakes runs a scenario on a fixture of each engine.
func onEnginesAndLakes(t *testing.T, scenario func(t *testing.T, s *fixture)) {
	t.Helper()
	onKinds(t, []string{"duckdb", "ducklake", "postgres"}, scenario)
}

func onKinds(t *testing.T, kinds []string, scenario func(t *testing.T, s *fixture)) {
	t.Helper()
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			scenario(t, newFixture(t, kind))
		})
	}
}

func newFixture(t testing.TB, kind string) *fixture {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	opened, err := driverOf(kind).Open(ctx, connectionTo(t, kind))
	if err != nil {
		t.Fatal(err)
	}
	s := &fixture{
		t: t, ctx: ctx, kind: kind, engine: opened, connection: kind + " " + t.Name(),
		stored: map[transform.NodeID]difference.State{}, compilations: map[string]*compiler.Compilation{},
	}
	t.Cleanup(s.close)
	if kind == "trino" {
		s.prefix = trinotest.Name() + "_" // all tests share one catalog
	}
	if err := opened.Prepare(ctx, []engine.Schema{s.schemaOf(src), s.schemaOf(out)}); err != nil {
		t.Fatal(err)
	}
	if s.session, err = opened.Session(ctx, engine.Label{WorkID: "test", Epoch: 1}); err != nil {
		t.Fatal(err)
	}
	return s
}

// close closes the engine, for tests that use many engines one after the other.
func (s *fixture) close() {
	if s.isClosed {
		return
	}
	s.isClosed = true
	if s.session != nil {
		_ = s.session.Close() // it has no open transaction
	}
	_ = s.engine.Close()
}

func driverOf(kind string) engine.Driver {
	embedded := duckdb.New(duckdb.Options{})
	switch kind {
	case "duckdb":
		return embedded
	case "ducklake":
		return ducklake.New(ducklake.Options{DuckDB: embedded, Extensions: os.Getenv(laketest.ExtensionsVariable)})
	case "trino":
		return trino.New(trino.Options{})
	}
	return postgres.New(postgres.Options{})
}

// connectionTo returns the settings of an empty database.
func connectionTo(t testing.TB, kind string) engine.Connection {
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

func (s *fixture) schemaOf(location string) engine.Schema {
	return engine.Schema{Database: s.engine.DefaultDatabase(), Name: s.prefix + location}
}

// name returns the qualified name of a table.
func (s *fixture) name(location, table string) string {
	schema := s.schemaOf(location)
	return s.engine.Dialect().Qualify(schema.Database, schema.Name, table)
}

func (s *fixture) exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		if _, err := s.session.Exec(s.ctx, statement); err != nil {
			s.t.Fatalf("%v in:\n%s", err, statement)
		}
	}
}

// read returns the rows of a query, sorted, with bars between the values.
func (s *fixture) read(query string) []string {
	s.t.Helper()
	rows, err := s.session.Query(s.ctx, query, 100_000)
	if err != nil {
		s.t.Fatalf("%v in:\n%s", err, query)
	}
	list := make([]string, len(rows.Values))
	for i, values := range rows.Values {
		fields := make([]string, len(values))
		for k, value := range values {
			fields[k] = "-"
			if value != nil {
				fields[k] = fmt.Sprint(value)
			}
		}
		list[i] = strings.Join(fields, "|")
	}
	slices.Sort(list)
	return list
}

// expect compares columns of a table, as texts, with expected rows in any order, with bars between the values.
func (s *fixture) expect(location, table, columns string, want ...string) {
	s.t.Helper()
	texts := strings.Split(columns, " ")
	for i, column := range texts {
		texts[i] = fmt.Sprintf("CAST(%s AS VARCHAR)", s.engine.Dialect().Quote(column))
	}
	query := fmt.Sprintf("SELECT %s FROM %s", strings.Join(texts, ", "), s.name(location, table))
	slices.Sort(want)
	if got := s.read(query); !slices.Equal(got, want) {
		s.t.Errorf("%s has the rows %q, want %q", table, got, want)
	}
}

// object returns the relation of a name in one line; empty if there is none.
func (s *fixture) object(location, name string) string {
	s.t.Helper()
	schema := s.schemaOf(location)
	objects, err := s.engine.Catalog(s.ctx, schema)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, relation := range objects[schema] {
		if relation.Name != name {
			continue
		}
		columns := make([]string, len(relation.Columns))
		for i, c := range relation.Columns {
			columns[i] = c.Name
		}
		kind := "table"
		if relation.IsView {
			kind = "view"
		}
		return kind + " " + strings.Join(columns, " ")
	}
	return ""
}

// expectObject compares the relation of a name in OUT.
func (s *fixture) expectObject(name, want string) {
	s.t.Helper()
	if got := s.object(out, name); got != want {
		s.t.Errorf("%s is %q, want %q", name, got, want)
	}
}
