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

// tested is a node T with every test that there is, and a node NEXT that reads it.
func tested(annotations string) project {
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.query("Stage", "T", annotations+`@testRowCount(1, 5)
@testFreshness("CHANGED", 36500, "day")
@testSQL("no strangers", "SELECT \"ID\" FROM {{ this }} WHERE \"NAME\" = 'X'")
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

// badCase are rows with the names of the tests that they make fail.
type badCase struct {
	rows []row
	want []string
}

// bad are such rows by what is wrong with them.
var bad = map[string]badCase{
	"nothing":    {good, nil},
	"null":       {append(slices.Clone(good), row{null, "Ann", null, "1.00", null}), []string{"ID: Not null"}},
	"unique":     {append(slices.Clone(good), row{"2", "Ann", null, "1.00", null}), []string{"ID: Unique"}},
	"values":     {append(slices.Clone(good), row{"4", "Zoe", null, "1.00", null}), []string{"NAME: Accepted values"}},
	"range":      {append(slices.Clone(good), row{"100", "Ann", null, "1.00", null}), []string{"ID: Range"}},
	"orphan":     {append(slices.Clone(good), row{"50", "Ann", null, "1.00", null}), []string{"ID: Relationship with MORE"}},
	"expression": {append(slices.Clone(good), row{"4", "Ann", null, "-1.00", null}), []string{`AMOUNT: "AMOUNT" > 0`}},
	"query":      {append(slices.Clone(good), row{"4", "X", null, "1.00", null}), []string{"no strangers"}},
	"stale":      {[]row{{"1", "Ann", null, "1.00", "1824-01-01 00:00:00"}}, []string{"Freshness of CHANGED"}},
	"empty":      {nil, []string{"Row count", "Freshness of CHANGED"}},
	"too many":   {append(slices.Clone(good), good...), []string{"Row count", "ID: Unique"}},
	"all at once": {
		[]row{{null, "Zoe", null, "-1.00", null}, {"100", "X", null, null, null}, {"100", null, null, null, null}},
		[]string{
			"Freshness of CHANGED", "no strangers", "ID: Not null", "ID: Unique", "ID: Range", "NAME: Accepted values", `AMOUNT: "AMOUNT" > 0`,
		},
	},
}

// known are the ids that T may refer to.
func known() []row {
	var rows []row
	for _, id := range []string{"1", "2", "3", "4", "100", null} {
		rows = append(rows, row{id, null, null, null, null})
	}
	return rows
}

// begin makes the tables that are read and fills T with good rows.
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

// Tests that may fail are told of, and the new rows are in place.
func TestFailedTestThatContinues(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(tested(""))
		for name, tt := range bad {
			s.fill("PEOPLE", tt.rows...)
			heard := s.mustComplete(s.execute(p))
			if diff := cmp.Diff(tt.want, failedStages(p, "T", heard)); diff != "" {
				s.t.Errorf("%s: failed tests (-want +got):\n%s", name, diff)
			}
			if heard["T"].TestFailures != (tt.want != nil) || heard["NEXT"].TestFailures {
				s.t.Errorf("%s: test failures of T %v, of NEXT %v", name, heard["T"].TestFailures, heard["NEXT"].TestFailures)
			}
			s.expectIDs("T", tt.rows)
			s.expectIDs("NEXT", tt.rows)
		}
	})
}

// A test that halts fails its node and keeps the old rows in place; what comes after it is skipped.
func TestFailedTestRollsBack(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(tested("@haltOnTestFailure\n"))
		for name, tt := range bad {
			if tt.want == nil {
				continue
			}
			s.fill("PEOPLE", tt.rows...)
			heard, outcome := s.execute(p)
			if outcome.Status != run.Failed || !strings.Contains(outcome.Reason, "T") {
				s.t.Errorf("%s: the run ended as %+v", name, outcome)
			}
			if diff := cmp.Diff(tt.want[:1], failedStages(p, "T", heard)); diff != "" {
				s.t.Errorf("%s: failed tests (-want +got):\n%s", name, diff)
			}
			s.expectState(heard, "T", run.NodeFailed, tt.want[0])
			s.expectState(heard, "NEXT", run.NodeSkipped, "T")
			s.expectState(heard, "PEOPLE", run.NodeComplete, "")
			if !heard["T"].TestFailures {
				s.t.Errorf("%s: T has no test failures", name)
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

// expectState looks at how a node ended, and at a word of what it says about that.
func (s *fixture) expectState(heard results, name string, state run.NodeState, word string) {
	s.t.Helper()
	result, said := heard[name], ""
	if result.Problem != nil {
		said = result.Problem.Message + " " + result.Problem.Hint
	}
	if result.State != state || !strings.Contains(said, word) || (said == "") != (word == "") {
		s.t.Errorf("%s is %s and says %q; want %s and a word about %q", name, result.State, said, state, word)
	}
}

// failedStages are the names of a node's stages that failed, in order.
func failedStages(p plan.Plan, name string, heard results) []string {
	var failed []string
	at := slices.IndexFunc(p.Nodes, func(n plan.Node) bool { return n.Name == name })
	for _, query := range heard[name].Queries {
		if query.State == run.NodeFailed {
			failed = append(failed, p.Nodes[at].Stages[query.Stage].Name)
		}
	}
	return failed
}

// Rows that a test found are kept when the run asks for it, and never else.
func TestFailingRowsAreKept(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(tested(""))
		s.fill("PEOPLE", append(slices.Clone(good), row{null, "Ann", null, "7.00", null}, row{null, "Zoe", null, "8.00", null})...)
		for _, keep := range []bool{true, false} {
			heard := s.mustComplete(s.execute(p, func(w *execute.Request) { w.KeepFailingRows = keep }))
			var kept [][]string
			for _, query := range heard["T"].Queries {
				if query.FailingRows != nil {
					kept = append(kept, lines(*query.FailingRows))
				}
			}
			want := [][]string{{"-|Ann|7.00|-", "-|Zoe|8.00|-"}, {"-|Zoe|8.00|-"}} // not null, accepted values
			if !keep {
				want = nil
			}
			if diff := cmp.Diff(want, kept); diff != "" {
				s.t.Errorf("kept rows (-want +got):\n%s", diff)
			}
		}
	})
}

// Tests before the load see what was there, and stop it before anything happens.
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
		heard := s.mustComplete(s.execute(planned))
		want := []string{"nothing yet", "broken", "ID: Unique", "NAME: Accepted values"}
		if diff := cmp.Diff(want, failedStages(planned, "T", heard)); diff != "" {
			s.t.Errorf("failed tests (-want +got):\n%s", diff)
		}
		s.expectIDs("T", append(slices.Clone(good), row{id: "1"}))

		s.fill("PEOPLE", good[0], good[1], row{null, "Ann", null, null, null}) // a test of a column that halts
		heard, _ = s.execute(planned)
		s.expectState(heard, "T", run.NodeFailed, "ID: Null")
		s.fill("PEOPLE", good[0]) // a test before the load that halts
		heard, _ = s.execute(planned)
		s.expectState(heard, "T", run.NodeFailed, "enough")
		if ran := len(heard["T"].Queries); ran != 1 {
			s.t.Errorf("%d statements ran", ran)
		}
		s.expectIDs("T", append(slices.Clone(good), row{id: "1"}))
	})
}
