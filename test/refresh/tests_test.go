package refresh_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// tested returns a project with a node T that has every kind of test, and a node NEXT that reads it.
func tested(annotations string) project {
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.query("Stage", "T", annotations+`@testRowCount(1, 5)
@testFreshness("CHANGED", 36500, "day")
@testSQL("no unknown names", "SELECT \"ID\" FROM {{ this }} WHERE \"NAME\" = 'X'")
SELECT
  r."ID" @testNotNull @testUnique @testRange(1, 99) @testRelationship("SRC", "MORE", "ID"),
  r."NAME" @testAcceptedValues("Ann", "Bob's", "X"),
  r."AMOUNT" @testExpression("\"AMOUNT\" > 0"),
  r."CHANGED"
FROM {{ ref('SRC', 'PEOPLE') }} AS r`)
	p.query("Stage", "NEXT", `SELECT t."ID" FROM {{ ref('OUT', 'T') }} AS t`)
	return p
}

// good are rows that pass every test.
var good = []row{{"1", "Ann", null, "1.00", day(1)}, {"2", "Bob's", null, null, null}, {"3", null, null, "3.00", null}}

// badCase is a list of rows and the names of the tests that fail for them.
type badCase struct {
	rows []row
	want []string
}

// bad lists such rows by their defect.
var bad = map[string]badCase{
	"nothing":    {good, nil},
	"null":       {append(slices.Clone(good), row{null, "Ann", null, "1.00", null}), []string{"ID: Not null"}},
	"unique":     {append(slices.Clone(good), row{"2", "Ann", null, "1.00", null}), []string{"ID: Unique"}},
	"values":     {append(slices.Clone(good), row{"4", "Zoe", null, "1.00", null}), []string{"NAME: Accepted values"}},
	"range":      {append(slices.Clone(good), row{"100", "Ann", null, "1.00", null}), []string{"ID: Range"}},
	"orphan":     {append(slices.Clone(good), row{"50", "Ann", null, "1.00", null}), []string{"ID: Relationship with MORE"}},
	"expression": {append(slices.Clone(good), row{"4", "Ann", null, "-1.00", null}), []string{`AMOUNT: "AMOUNT" > 0`}},
	"query":      {append(slices.Clone(good), row{"4", "X", null, "1.00", null}), []string{"no unknown names"}},
	"stale":      {[]row{{"1", "Ann", null, "1.00", "1824-01-01 00:00:00"}}, []string{"Freshness of CHANGED"}},
	"empty":      {nil, []string{"Row count", "Freshness of CHANGED"}},
	"too many":   {append(slices.Clone(good), good...), []string{"Row count", "ID: Unique"}},
	"all at once": {
		[]row{{null, "Zoe", null, "-1.00", null}, {"100", "X", null, null, null}, {"100", null, null, null, null}},
		[]string{
			"Freshness of CHANGED", "no unknown names", "ID: Not null", "ID: Unique", "ID: Range", "NAME: Accepted values", `AMOUNT: "AMOUNT" > 0`,
		},
	},
}

// known returns the ids that T may refer to.
func known() []row {
	var rows []row
	for _, id := range []string{"1", "2", "3", "4", "100", null} {
		rows = append(rows, row{id, null, null, null, null})
	}
	return rows
}

// begin creates and fills the sources, installs the project and refreshes it once with good rows.
func (s *fixture) begin(p project) plan.Plan {
	s.t.Helper()
	s.makeTable("PEOPLE")
	s.makeTable("MORE")
	s.fill("PEOPLE", good...)
	s.fill("MORE", known()...)
	c := s.compile(p, nil)
	s.install(c)
	s.refresh(c)
	return s.plan(c)
}

// A failed test with continueOnFailure is reported, and the new rows are published.
func TestFailedTestThatContinues(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(tested(""))
		for name, tt := range bad {
			s.fill("PEOPLE", tt.rows...)
			got := s.mustComplete(s.execute(p))
			if diff := cmp.Diff(tt.want, failedStages(p, "T", got)); diff != "" {
				s.t.Errorf("%s: failed tests (-want +got):\n%s", name, diff)
			}
			if got["T"].FailedTests != len(tt.want) || got["NEXT"].FailedTests > 0 {
				s.t.Errorf("%s: failed tests of T %d, of NEXT %d", name, got["T"].FailedTests, got["NEXT"].FailedTests)
			}
			s.expectIDs("T", tt.rows)
			s.expectIDs("NEXT", tt.rows)
		}
	})
}

// A test that halts fails its node after all tests are run, and keeps the old rows in place; what comes after it is skipped.
func TestFailedTestRollsBack(t *testing.T) {
	t.Parallel()
	onEnginesAndLakes(t, func(s *fixture) {
		p := s.begin(tested("@haltOnTestFailure\n"))
		for name, tt := range bad {
			if tt.want == nil {
				continue
			}
			s.fill("PEOPLE", tt.rows...)
			got, outcome := s.execute(p)
			if outcome.Status != run.Failed || !strings.Contains(outcome.Reason, "T") {
				s.t.Errorf("%s: the run ended as %+v", name, outcome)
			}
			if diff := cmp.Diff(tt.want, failedStages(p, "T", got)); diff != "" {
				s.t.Errorf("%s: failed tests (-want +got):\n%s", name, diff)
			}
			s.expectState(got, "T", run.NodeFailed, tt.want[0])
			s.expectState(got, "NEXT", run.NodeSkipped, "T")
			s.expectState(got, "PEOPLE", run.NodeComplete, "")
			if got["T"].FailedTests != len(tt.want) {
				s.t.Errorf("%s: T has %d failed tests", name, got["T"].FailedTests)
			}
			s.expectIDs("T", good)
			s.expectIDs("NEXT", good)
		}
	})
}

// expectIDs compares the ids of a table.
func (s *fixture) expectIDs(table string, rows []row) {
	s.t.Helper()
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.id
	}
	s.expectTable(out, table, []string{"ID"}, ids)
}

// expectState compares the state of a node, and expects a part of its message or hint.
func (s *fixture) expectState(got results, name string, state run.NodeState, part string) {
	s.t.Helper()
	result, message := got[name], ""
	if result.Problem != nil {
		message = result.Problem.Message + " " + result.Problem.Hint
	}
	if result.State != state || !strings.Contains(message, part) || (message == "") != (part == "") {
		s.t.Errorf("%s is %s with the message %q; want %s and a message with %q", name, result.State, message, state, part)
	}
}

// failedStages returns the names of a node's failed stages, in order.
func failedStages(p plan.Plan, name string, got results) []string {
	var failed []string
	at := slices.IndexFunc(p.Nodes, func(n plan.Node) bool { return n.Name == name })
	for _, query := range got[name].Queries {
		if query.State == run.NodeFailed {
			failed = append(failed, p.Nodes[at].Stages[query.Stage].Name)
		}
	}
	return failed
}

// As many rows that a test found are kept as the run asks for.
func TestFailingRowsAreKept(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(tested(""))
		s.fill("PEOPLE", append(slices.Clone(good), row{null, "Ann", null, "7.00", null}, row{null, "Zoe", null, "8.00", null})...)
		for _, keep := range []int{100, 1, 0} {
			got := s.mustComplete(s.execute(p, func(w *execute.Request) { w.FailingRows = keep }))
			var kept [][]string
			for _, query := range got["T"].Queries {
				if query.FailingRows != nil {
					kept = append(kept, lines(*query.FailingRows))
				}
			}
			want := [][]string{{"-|Ann|7.00|-", "-|Zoe|8.00|-"}, {"-|Zoe|8.00|-"}} // not null, accepted values
			switch keep {
			case 1:
				want[0] = want[0][:1]
			case 0:
				want = nil
			}
			if diff := cmp.Diff(want, kept); diff != "" {
				s.t.Errorf("kept rows (-want +got):\n%s", diff)
			}
		}
	})
}

// Tests before the load see the old rows, and a failure stops the node before its first change.
func TestTestsBeforeTheLoad(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := newProject()
		p.add(source("PEOPLE", rowColumns()...))
		p.add(source("MORE", rowColumns()...))
		n := node("Stage", "T", rowColumns(), "PEOPLE")
		n.Tests = []transform.NodeTest{
			{Name: "enough", RunBefore: true, Template: "SELECT 1 WHERE (SELECT COUNT(*) FROM {{ ref('SRC', 'PEOPLE') }}) < 2"},
			{Name: "nothing yet", RunBefore: true, ContinueOnFailure: true, Template: "SELECT * FROM {{ this }}"},
			{Name: "broken", ContinueOnFailure: true, Template: "SELECT 1 / 0 FROM no_such_table"},
		}
		n.Columns[0].Tests = map[string]any{"hasNull": map[string]any{"continueOnFailure": false}, "isDistinct": true}
		n.Columns[1].AcceptedValues = map[string]any{"values": []any{"Ann", "Bob's"}}
		p.add(n)
		planned := s.begin(p)

		s.fill("PEOPLE", append(slices.Clone(good), row{"1", "Zoe", null, null, null})...)
		got := s.mustComplete(s.execute(planned))
		want := []string{"nothing yet", "broken", "ID: Unique", "NAME: Accepted values"}
		if diff := cmp.Diff(want, failedStages(planned, "T", got)); diff != "" {
			s.t.Errorf("failed tests (-want +got):\n%s", diff)
		}
		s.expectIDs("T", append(slices.Clone(good), row{id: "1"}))

		s.fill("PEOPLE", good[0], good[1], row{null, "Ann", null, null, null}) // a column test that halts
		got, _ = s.execute(planned)
		s.expectState(got, "T", run.NodeFailed, "ID: Null")
		s.fill("PEOPLE", good[0]) // a test before the load that halts
		got, _ = s.execute(planned)
		s.expectState(got, "T", run.NodeFailed, "enough")
		if ran := len(got["T"].Queries); ran != 2 { // both tests before the load
			s.t.Errorf("%d statements ran", ran)
		}
		s.expectIDs("T", append(slices.Clone(good), row{id: "1"}))
	})
}
