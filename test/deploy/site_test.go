package deploy_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/transform"
)

// site is a real engine that a project is deployed to, with what is stored about its nodes.
type site struct {
	t      testing.TB
	ctx    context.Context //nolint:containedctx // of the test that the site belongs to
	kind   string
	engine engine.Engine
	// connection is what the site is reached over.
	connection string
	desk       engine.Session // for what the test itself reads and writes
	stored     map[transform.NodeID]difference.State
	others     []difference.ForeignObject       // what other environments have there
	past       map[string]*compiler.Compilation // by the name of their snapshot
	runs       int
	deployed   *compiler.Compilation // the last one
	isClosed   bool
}

// onEngines tells a story on a site of each engine.
func onEngines(t *testing.T, story func(t *testing.T, s *site)) {
	t.Helper()
	for _, kind := range []string{"duckdb", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			story(t, newSite(t, kind))
		})
	}
}

func newSite(t testing.TB, kind string) *site {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	opened, err := driverOf(kind).Open(ctx, connectionTo(t, kind))
	if err != nil {
		t.Fatal(err)
	}
	s := &site{
		t: t, ctx: ctx, kind: kind, engine: opened, connection: kind + " " + t.Name(),
		stored: map[transform.NodeID]difference.State{}, past: map[string]*compiler.Compilation{},
	}
	t.Cleanup(s.close)
	if err := opened.Prepare(ctx, []engine.Schema{s.place(src), s.place(out)}); err != nil {
		t.Fatal(err)
	}
	if s.desk, err = opened.Session(ctx, engine.Label{WorkID: "test", Epoch: 1}); err != nil {
		t.Fatal(err)
	}
	return s
}

// close gives the engine back, for tests that use many of them one after the other.
func (s *site) close() {
	if s.isClosed {
		return
	}
	s.isClosed = true
	if s.desk != nil {
		_ = s.desk.Close() // it has nothing open
	}
	_ = s.engine.Close()
}

func driverOf(kind string) engine.Driver {
	if kind == "duckdb" {
		return duckdb.New(duckdb.Options{})
	}
	return postgres.New(postgres.Options{})
}

// connectionTo gives an empty place on an engine.
func connectionTo(t testing.TB, kind string) engine.Connection {
	t.Helper()
	if kind == "duckdb" {
		return engine.Connection{Kind: kind, Folder: t.TempDir()}
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

func (s *site) place(location string) engine.Schema {
	return engine.Schema{Database: s.engine.DefaultDatabase(), Name: location}
}

// name is a table the way that the engine is told it.
func (s *site) name(location, table string) string {
	schema := s.place(location)
	return s.engine.Dialect().Qualify(schema.Database, schema.Name, table)
}

func (s *site) exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		if _, err := s.desk.Exec(s.ctx, statement); err != nil {
			s.t.Fatalf("%v in:\n%s", err, statement)
		}
	}
}

// read gives the rows of a query as values between bars, sorted.
func (s *site) read(query string) []string {
	s.t.Helper()
	rows, err := s.desk.Query(s.ctx, query, 100_000)
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

// expect compares columns of a table, as texts, with rows of values between bars. The order does not count.
func (s *site) expect(location, table, columns string, want ...string) {
	s.t.Helper()
	texts := strings.Split(columns, " ")
	for i, column := range texts {
		texts[i] = fmt.Sprintf("CAST(%s AS VARCHAR)", s.engine.Dialect().Quote(column))
	}
	query := fmt.Sprintf("SELECT %s FROM %s", strings.Join(texts, ", "), s.name(location, table))
	slices.Sort(want)
	if got := s.read(query); !slices.Equal(got, want) {
		s.t.Errorf("%s holds %q, want %q", table, got, want)
	}
}

// object is what the catalog has under a name, in one line; empty when there is nothing.
func (s *site) object(location, name string) string {
	s.t.Helper()
	schema := s.place(location)
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
		word := "table"
		if relation.IsView {
			word = "view"
		}
		return word + " " + strings.Join(columns, " ")
	}
	return ""
}

// expectObject compares what the catalog has under a name in OUT.
func (s *site) expectObject(name, want string) {
	s.t.Helper()
	if got := s.object(out, name); got != want {
		s.t.Errorf("%s is %q, want %q", name, got, want)
	}
}
