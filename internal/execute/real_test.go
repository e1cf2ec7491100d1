package execute_test

import (
	"context"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// realEngine is a real engine with an empty database.
type realEngine struct {
	engine.Engine

	t       *testing.T
	journal *journal
}

// onEngines runs a test on every available engine.
func onEngines(t *testing.T, test func(s *realEngine)) {
	t.Helper()
	t.Run("duckdb", func(t *testing.T) {
		t.Parallel()
		test(openSite(t, duckdb.New(duckdb.Options{}), engine.Connection{Kind: "duckdb", Folder: t.TempDir()}))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		address, err := url.Parse(pgtest.Database(t))
		if err != nil {
			t.Fatal(err)
		}
		port, _ := strconv.ParseFloat(address.Port(), 64)
		password, _ := address.User.Password()
		test(openSite(t, postgres.New(postgres.Options{}), engine.Connection{
			Kind: "postgres", Secret: map[string]string{"password": password},
			Settings: map[string]any{
				"host": address.Hostname(), "port": port, "user": address.User.Username(),
				"database": strings.TrimPrefix(address.Path, "/"), "sslmode": "disable",
			},
		}))
	})
}

func openSite(t *testing.T, driver engine.Driver, c engine.Connection) *realEngine {
	t.Helper()
	opened, err := driver.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	return &realEngine{Engine: opened, t: t, journal: &journal{}}
}

// located qualifies the schemas of a statement with their database, if the engine uses one.
func (s *realEngine) located(statement string) string {
	if s.DefaultDatabase() == "" {
		return statement
	}
	database := s.Dialect().Quote(s.DefaultDatabase()) + "."
	if strings.Contains(statement, database) {
		return statement
	}
	return strings.NewReplacer(`"STG"`, database+`"STG"`, `"_millrace"`, database+`"_millrace"`).Replace(statement)
}

func (s *realEngine) work(p plan.Plan) execute.Request {
	for _, node := range p.Nodes {
		for i := range node.Stages {
			node.Stages[i].SQL = s.located(node.Stages[i].SQL)
		}
	}
	return execute.Request{Plan: p, Engine: s.Engine, Label: engine.Label{WorkID: "org/1/x", Epoch: 1}, Parallelism: 4, Journal: s.journal}
}

func (s *realEngine) execute(p plan.Plan, status run.Status) {
	s.t.Helper()
	outcome, ok := execute.Execute(s.t.Context(), s.work(p))
	if !ok || outcome.Status != status {
		s.t.Fatalf("the run is %s (%s), want %s: %s", outcome.Status, outcome.Reason, status, s.problems())
	}
}

// again lets the next run of the same plan publish again.
func (s *realEngine) again(p plan.Plan) {
	s.t.Helper()
	if err := execute.CleanLedgers(s.t.Context(), s.Engine, execute.EndedRun{Plan: p, Label: engine.Label{WorkID: "org/1/x", Epoch: 1}}); err != nil {
		s.t.Fatal(err)
	}
}

func (s *realEngine) problems() string {
	var said []string
	for _, result := range s.journal.last() {
		if result.Problem != nil {
			said = append(said, fmt.Sprint(result.Node, ": ", result.Problem.Message, " ", result.Problem.Hint))
		}
	}
	return strings.Join(said, "; ")
}

func (s *realEngine) session() engine.Session {
	s.t.Helper()
	session, err := s.Session(s.t.Context(), engine.Label{WorkID: "onlooker", Epoch: 1})
	if err != nil {
		s.t.Fatal(err)
	}
	return session
}

func (s *realEngine) holds(query string, want ...any) {
	s.t.Helper()
	session := s.session()
	defer session.Close() //nolint:errcheck // the next session would fail
	rows, err := session.Query(s.t.Context(), s.located(query), 1000)
	if err != nil {
		s.t.Fatal(err)
	}
	var got []any
	for _, row := range rows.Values {
		got = append(got, row[0])
	}
	if !reflect.DeepEqual(got, want) {
		s.t.Errorf("%s gives %v, want %v", query, got, want)
	}
}

// recorded checks the number of nodes in the ledger; takeover marks do not count.
func (s *realEngine) recorded(want int) {
	s.t.Helper()
	if s.Capabilities().Embedded {
		s.holds(`SELECT count(*) FROM "_millrace"."entries"`, int64(want))
		return
	}
	s.holds(`SELECT count(*) FROM "_millrace"."published" WHERE node NOT LIKE '(epoch%'`, int64(want))
}

func TestRealNodes(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		p := planOf(
			node("A", `CREATE TABLE "STG"."A" (n INTEGER)`, `INSERT INTO "STG"."A" VALUES (1), (2), (3)`, `TEST SELECT n FROM "STG"."A" WHERE n > 3`),
			after(node("B", `CREATE TABLE "STG"."B" AS SELECT n * 10 AS n FROM "STG"."A"`), 0),
			after(node("C", `CREATE VIEW "STG"."C" AS SELECT n + 1 AS n FROM "STG"."B"`), 1),
			after(node("D", `SELECT n FROM "STG"."C" WHERE 1 = 0`, `?TEST SELECT n FROM "STG"."C" WHERE n > 20`), 2),
		)
		s.execute(p, run.Completed)
		s.holds(`SELECT n FROM "STG"."C" ORDER BY n`, int64(11), int64(21), int64(31))
		s.recorded(3)
		last := s.journal.last()
		expect(s.t, "rows", last["A"].Queries[1].Counts.Inserted, 3)
		expect(s.t, "test failures", last["D"].FailedTests, 1)

		// A second owner finds everything published.
		work := s.work(p)
		work.Label.Epoch = 2
		outcome, ok := execute.Execute(s.t.Context(), work)
		expect(s.t, "taken over", fmt.Sprint(outcome.Status, ok), "completedtrue")
		expect(s.t, "rows", s.journal.last()["A"].Queries[1].Counts.Inserted, 3)
		s.holds(`SELECT count(*) FROM "STG"."B"`, int64(3))
		s.again(p)
		s.recorded(0)
	})
}

func TestRealTestsGatePublication(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.execute(planOf(node("A", `CREATE TABLE "STG"."A" (n INTEGER)`, `INSERT INTO "STG"."A" VALUES (1)`)), run.Completed)
		s.again(planOf(node("A", "INSERT")))
		s.execute(planOf(node("A", `DELETE FROM "STG"."A"`, `INSERT INTO "STG"."A" VALUES (2)`, `TEST SELECT n FROM "STG"."A"`)), run.Failed)
		s.holds(`SELECT n FROM "STG"."A"`, int64(1))
		s.recorded(0)
		if s.journal.last()["A"].FailedTests != 1 {
			s.t.Error("the test is not noted")
		}
	})
}

// TestRealOptionalTests: some failures end the transaction in an engine, and some do not.
func TestRealOptionalTests(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.execute(planOf(node("A",
			`CREATE TABLE "STG"."A" (n INTEGER PRIMARY KEY)`,
			`INSERT INTO "STG"."A" VALUES (1)`,
			`?TEST SELECT n FROM "STG"."NOT_THERE"`,            // a missing table
			`?TEST SELECT CAST('x' AS INTEGER) FROM "STG"."A"`, // fails while it runs
			`?TEST SELECT FROM WHERE`,                          // not SQL
			`INSERT INTO "STG"."A" VALUES (2)`,
			`?TEST SELECT n FROM "STG"."A"`,
		)), run.Completed)
		s.holds(`SELECT n FROM "STG"."A" ORDER BY n`, int64(1), int64(2))
		var states []string
		for _, query := range s.journal.last()["A"].Queries {
			states = append(states, string(query.State[:1]))
		}
		expect(s.t, "stages", strings.Join(states, ""), "ccfffcf")
		s.recorded(1)
	})
}

// TestRealFailedLoadFailsItsNode: the failure of a statement fails its node, also if its template lets it continue.
func TestRealFailedLoadFailsItsNode(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.execute(planOf(node("A", `CREATE TABLE "STG"."A" (n INTEGER PRIMARY KEY)`, `INSERT INTO "STG"."A" VALUES (1)`)), run.Completed)
		for id, statement := range map[string]string{
			"B": `?INSERT INTO "STG"."A" SELECT CAST('not a number' AS INTEGER)`,
			"C": `?INSERT INTO "STG"."A" VALUES (1)`,
			"D": `?INSERT INTO "STG"."NOT_THERE" VALUES (1)`,
		} {
			s.execute(planOf(node(id, `DELETE FROM "STG"."A" WHERE n > 5`, statement, `INSERT INTO "STG"."A" VALUES (2)`)), run.Failed)
			expect(s.t, "state", s.journal.last()[transform.NodeID(id)].State, run.NodeFailed)
		}
		s.holds(`SELECT n FROM "STG"."A"`, int64(1))
		s.recorded(1)
	})
}

// TestRealNodeIsPublishedOnce: a node of a run is published once, also if the run is executed again.
func TestRealNodeIsPublishedOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		p := planOf(node("A", `CREATE TABLE IF NOT EXISTS "STG"."A" (n INTEGER)`, `INSERT INTO "STG"."A" VALUES (1)`))
		s.execute(p, run.Completed)
		s.execute(p, run.Completed)
		s.holds(`SELECT n FROM "STG"."A"`, int64(1))
	})
}

// TestRealConflictsAreRetried: conflicting nodes run one after the other.
func TestRealConflictsAreRetried(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.execute(planOf(node("A", `CREATE TABLE "STG"."A" (n INTEGER)`, `INSERT INTO "STG"."A" VALUES (0)`)), run.Completed)
		var p plan.Plan
		for i := range 8 {
			p.Nodes = append(p.Nodes, node(fmt.Sprint("U", i), `UPDATE "STG"."A" SET n = n + 1`))
		}
		s.execute(p, run.Completed)
		s.holds(`SELECT n FROM "STG"."A"`, int64(8))
	})
}

// TestRealReadersSeeCompleteTables: a reader during a load sees all old rows or all new rows.
func TestRealReadersSeeCompleteTables(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.execute(planOf(node("A", `CREATE TABLE "STG"."A" (n INTEGER)`, `INSERT INTO "STG"."A" VALUES (0), (0), (0)`)), run.Completed)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range 20 {
				p := planOf(node(fmt.Sprint("A", i), `DELETE FROM "STG"."A"`, fmt.Sprintf(`INSERT INTO "STG"."A" VALUES (%d), (%d), (%d)`, i, i, i)))
				if outcome, _ := execute.Execute(s.t.Context(), s.work(p)); outcome.Status != run.Completed {
					s.t.Errorf("%s: %s", outcome.Reason, s.problems())
				}
			}
		}()
		for isDone := false; !isDone; {
			select {
			case <-done:
				isDone = true
			default:
			}
			s.holds(`SELECT count(*) || ' ' || count(DISTINCT n) FROM "STG"."A"`, "3 1")
		}
	})
}

// TestRealCancel stops a statement that would take an hour.
func TestRealCancel(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		ctx, cancel := context.WithCancelCause(s.t.Context())
		work := s.work(planOf(node("A",
			`CREATE TABLE "STG"."A" (n BIGINT)`,
			`INSERT INTO "STG"."A" SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b`,
		), after(node("B", `SELECT 1`), 0)))
		work.Journal = observedJournal{s.journal, func(result run.NodeResult) {
			if len(result.Queries) == 2 {
				cancel(execute.ErrCancelRequested)
			}
		}}
		outcome, ok := execute.Execute(ctx, work)
		expect(s.t, "ended", ok, true)
		expect(s.t, "outcome", outcome.Status, run.Canceled)
		expect(s.t, "states", s.journal.states(), "A canceled, B canceled")
		s.recorded(0)
	})
}

// observedJournal is a journal that also calls a function.
type observedJournal struct {
	*journal

	tell func(run.NodeResult)
}

func (j observedJournal) Record(result run.NodeResult) {
	j.journal.Record(result)
	j.tell(result)
}

// TestRealManyNodes creates many tables at once.
func TestRealManyNodes(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		var p plan.Plan
		for i := range 100 {
			p.Nodes = append(p.Nodes, node(fmt.Sprint("T", i), fmt.Sprintf(`CREATE TABLE "STG"."T%d" AS SELECT %d AS n`, i, i)))
		}
		s.execute(p, run.Completed)
		s.recorded(100)
		s.holds(`SELECT n FROM "STG"."T99"`, int64(99))
	})
}
