package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// wantJSON compares a response with the expected one; %t stands for any time.
func wantJSON(t testing.TB, got, want string) {
	t.Helper()
	var is, ought any
	if err := json.Unmarshal([]byte(got), &is); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	if err := json.Unmarshal([]byte(want), &ought); err != nil {
		t.Fatalf("%v: %s", err, want)
	}
	sameTimes := cmp.FilterValues(func(a, b any) bool { return isTime(a) && b == "%t" || a == "%t" && isTime(b) }, cmp.Ignore())
	if diff := cmp.Diff(ought, is, sameTimes); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func isTime(value any) bool {
	text, ok := value.(string)
	if !ok {
		return false
	}
	_, err := time.Parse("2006-01-02T15:04:05.000Z", text)
	return err == nil
}

func TestRunInEveryResponse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asked := run.Details{
		Job: "3", Include: "{ STG_ORDERS }", Exclude: "{ X }", Parallelism: 4, Force: true, Description: "nightly", KeepFailingRows: new(true),
	}
	r := f.insert(run.Draft{
		Environment: f.environment, Type: run.Refresh, Details: asked, Parameters: []byte(`{"day":"2026-01-31"}`), RerunOf: 7, Plan: twoNodes(),
	})
	path := "/api/v1/runs/" + ids.FormatNumber(r.ID)
	environment := ids.FormatNumber(f.environment)
	summary := `"id":1,"runType":"refresh","environmentID":"` + environment + `","reRunID":"7","failedTests":0`
	details := `"environmentID":"` + environment + `","parallelism":4,"nodesInRun":2,"jobID":3,"includeNodesSelector":"{ STG_ORDERS }",
		"excludeNodesSelector":"{ X }","forceIgnoreEnvironmentStatus":true,"refreshDescription":"nightly","keepFailingRows":true,"nodesForRefresh":2`
	rest := `"runTimeParameters":{"day":"2026-01-31"},"userID":"` + string(f.admin.User) + `","runHistory":[],"version":1,
		"createdAt":"%t","startedBy":{"kind":"user","id":"` + string(f.admin.User) + `","name":"ada@example.com"}`
	waiting := `"waiting":2,"running":0,"complete":0,"failed":0,"skipped":0,"canceled":0`
	whole := func(status, details string) string {
		counts, unresolved := waiting, ""
		if strings.Contains(status, `"failed"`) {
			counts, unresolved = strings.NewReplacer(`g":2`, `g":0`, `d":0,"c`, `d":2,"c`).Replace(waiting), `,"isUnresolved":true`
		}
		return `{` + summary + `,` + status + `,"runDetails":{` + details + `},` + rest + `,"nodeCounts":{` + counts + `}` + unresolved + `}`
	}
	nodes := `,"nodes":[{"nodeID":"n-1"},{"nodeID":"n-2"}]`

	_, got := f.ask(path)
	wantJSON(t, got, whole(`"runStatus":"waitingToRun"`, details+`,"canceled":false`+nodes))
	lease := f.claim()
	_, got = f.ask(path)
	wantJSON(t, got, whole(`"runStatus":"running","runStartTime":"%t"`, details+`,"canceled":false`+nodes))
	if status, body := f.send(http.MethodPost, "/scheduler/cancelRun", `{"runID":1}`); status != http.StatusNoContent || body != "" {
		t.Errorf("cancel: %d %s", status, body)
	}
	_, got = f.ask(path)
	wantJSON(t, got, whole(`"runStatus":"running","runStartTime":"%t"`, details+`,"canceled":true`+nodes))
	f.finish(lease, run.Outcome{Status: run.Failed, Reason: "STG_ORDERS failed"})
	_, got = f.ask(path)
	over := `"runStatus":"failed","runStartTime":"%t","runEndTime":"%t","runFailureReason":"STG_ORDERS failed"`
	wantJSON(t, got, whole(over, details+`,"canceled":false`+nodes))

	page := `"total":1,"limit":25,"next":null,"orderBy":"id","orderByDirection":"desc"}`
	_, got = f.ask("/api/v1/runs")
	wantJSON(t, got, `{"data":[{`+summary+`,`+over+`}],`+page)
	_, got = f.ask("/api/v1/runs?detail=true")
	wantJSON(t, got, `{"data":[`+whole(over, details+`,"canceled":false`)+`],`+page)
}

func TestDeployRunInEveryResponse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.insert(run.Draft{
		Environment: f.environment, Type: run.Deploy, Plan: twoNodes(),
		Details: run.Details{Parallelism: 16, Commit: "c0ffee", CommitMessage: "the first"},
	})
	_, got := f.ask("/api/v1/runs/1")
	wantJSON(t, got, `{"id":1,"runType":"deploy","runStatus":"waitingToRun","failedTests":0,"environmentID":"`+ids.FormatNumber(f.environment)+`",
		"runDetails":{"environmentID":"`+ids.FormatNumber(f.environment)+`","parallelism":16,"nodesInRun":2,"canceled":false,
		"deployCommit":"c0ffee","deployCommitMessage":"the first"},
		"runTimeParameters":{},"userID":"`+string(f.admin.User)+`","runHistory":[],"version":1,"createdAt":"%t",
		"startedBy":{"kind":"user","id":"`+string(f.admin.User)+`","name":"ada@example.com"},
		"nodeCounts":{"waiting":2,"running":0,"complete":0,"failed":0,"skipped":0,"canceled":0}}`)
}

func TestResultsOfRunningRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.newRun(run.Details{Parallelism: 1})
	node := func(id, place, kind, rest string) string {
		location, name, _ := strings.Cut(place, ".")
		return `{"nodeID":"` + id + `","locationName":"` + location + `","name":"` + name + `","nodeName":"` + name + `","nodeType":"` + kind +
			`",` + rest + `}`
	}
	waits := `"isRunning":true,"runState":"waiting","status":"waiting","queryResults":[]`
	wantResults := func(first, second string) {
		t.Helper()
		_, got := f.ask("/api/v1/runs/1/results")
		wantJSON(t, got, `{"data":[`+node("n-1", "STAGE.STG_ORDERS", "Stage", first)+`,`+node("n-2", "MART.V_ORDERS", "View", second)+`]}`)
	}
	wantResults(waits, waits)

	lease := f.claim()
	result := running("n-1", "STG_ORDERS")
	result.Queries = []run.QueryResult{{Stage: 0, State: run.NodeRunning, StartedAt: time.UnixMilli(1_000).UTC(), QueryID: "s-1"}}
	f.save(lease, result)
	insert := `{"name":"Insert","type":"sql","sql":"INSERT INTO stage.orders SELECT 1","startTime":"1970-01-01T00:00:01.000Z","queryID":"s-1",`
	began := `"startTime":"1970-01-01T00:00:01.000Z",`
	wantResults(began+`"isRunning":true,"runState":"running","status":"running","queryResults":[`+insert+
		`"endTime":null,"status":"running","success":false,"isRunning":true}]`, waits)

	result.State, result.EndedAt, result.FailedTests = run.NodeComplete, time.UnixMilli(3_000).UTC(), 2
	result.Queries[0].State, result.Queries[0].EndedAt = run.NodeComplete, time.UnixMilli(2_000).UTC()
	result.Queries[0].Counts = engine.Counts{Inserted: 5, Deleted: 2}
	result.Queries = append(result.Queries, run.QueryResult{
		Stage: 1, State: run.NodeFailed, StartedAt: time.UnixMilli(2_000).UTC(), EndedAt: time.UnixMilli(3_000).UTC(),
		Problem: &run.Problem{Message: "2 rows failed", Hint: "See the rows."},
		FailingRows: &engine.Rows{
			Columns: []engine.Column{{Name: "id", Type: "BIGINT", Nullable: true}}, Values: [][]any{{nil}, {int64(1) << 53}}, More: true,
		},
	})
	f.save(lease, result)
	done := began + `"endTime":"1970-01-01T00:00:03.000Z","isRunning":false,"runState":"complete","status":"success","hasTestFailures":true,"failedTests":2,"queryResults":[` + insert +
		`"endTime":"1970-01-01T00:00:02.000Z","status":"success","success":true,"isRunning":false,"rowsInserted":5,"rowsUpdated":0,"rowsDeleted":2},
		{"name":"Not null","type":"sqlTest","sql":"SELECT id FROM stage.orders WHERE id IS NULL","startTime":"1970-01-01T00:00:02.000Z",
		"endTime":"1970-01-01T00:00:03.000Z","status":"failed","success":false,"isRunning":false,
		"error":{"errorString":"2 rows failed","errorDetail":"See the rows."},
		"failingRows":{"columns":[{"name":"id","type":"BIGINT"}],"values":[[null],[9007199254740992]],"more":true}}]`
	wantResults(done, waits)

	f.save(lease, run.NodeResult{
		Node: "n-2", Name: "V_ORDERS", State: run.NodeFailed, Attempt: 1, StartedAt: time.UnixMilli(3_000).UTC(), EndedAt: time.UnixMilli(4_000).UTC(),
		Problem: &run.Problem{Message: "no such table"},
	})
	wantResults(done, `"startTime":"1970-01-01T00:00:03.000Z","endTime":"1970-01-01T00:00:04.000Z",
		"isRunning":true,"runState":"failed","status":"failed","queryResults":[],"errorMessage":"no such table",
		"error":{"errorString":"no such table","errorDetail":"See sql for the statement that was sent."}`) // the run has not ended
}

func TestResultsOfRunThatEndedEarly(t *testing.T) {
	t.Parallel()
	for status, want := range map[run.Status]string{run.Canceled: "canceled", run.Failed: "skipped"} {
		f := newFixture(t)
		f.newRun(run.Details{Parallelism: 1})
		f.finish(f.claim(), run.Outcome{Status: status, Reason: "a reason"})
		_, got := f.ask("/api/v1/runs/1/results")
		if n := strings.Count(got, `"runState":"`+want+`"`); n != 2 || strings.Contains(got, `"runState":"waiting"`) {
			t.Errorf("%s: %s", status, got)
		}
	}
}

func TestInvalidRunIDIsRejected(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, rest := range []string{"", "/results"} {
		for name, status := range map[string]int{
			"one": http.StatusBadRequest, "1.5": http.StatusBadRequest, "-1": http.StatusBadRequest, "1": http.StatusNotFound, "0": http.StatusNotFound,
			"99999999999999999999": http.StatusNotFound,
		} {
			if got, body := f.ask("/api/v1/runs/" + name + rest); got != status {
				t.Errorf("%s%s: %d, want %d: %s", name, rest, got, status, body)
			}
		}
	}
}

// The status is encoded by hand and must match the OpenAPI document.
func TestRunStatusMatchesDocument(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, got := f.ask("/scheduler/runStatus")
	wantJSON(t, got, `{"environmentID":null,"runCounter":null,"runLink":null,"runStatus":null,"runType":null,"scheduler":{"waitingToRun":0,"running":0}}`)
	r := f.newRun(run.Details{Parallelism: 1})
	counter, environment := ids.FormatNumber(r.ID), ids.FormatNumber(f.environment)
	want := func(status string) string {
		return `{"environmentID":"` + environment + `","runCounter":` + counter + `,"runLink":"https://millrace.example/runs/` + counter + `",
			"runStatus":"` + status + `","runType":"refresh"`
	}
	// The responses are cached. Every change of the run must show at once all the same.
	for range 2 {
		_, got = f.ask("/scheduler/runStatus?runCounter=" + counter)
		wantJSON(t, got, want("waitingToRun")+`}`)
		_, got = f.ask("/scheduler/runStatus")
		wantJSON(t, got, want("waitingToRun")+`,"scheduler":{"waitingToRun":1,"running":0}}`)
	}
	lease := f.claim()
	f.save(lease, running("n-1", "STG_ORDERS"))
	for range 2 {
		_, got = f.ask("/scheduler/runStatus?runID=" + counter)
		wantJSON(t, got, want("running")+`}`)
		_, got = f.ask("/scheduler/runStatus")
		wantJSON(t, got, want("running")+`,"scheduler":{"waitingToRun":0,"running":1}}`)
	}
	f.finish(lease, run.Outcome{Status: run.Completed})
	_, got = f.ask("/scheduler/runStatus?runCounter=" + counter)
	wantJSON(t, got, want("completed")+`}`)
}

// runIDs returns the ids of a page in order, and the cursor of the next page.
func (f *fixture) runIDs(query string) ([]int64, string) {
	f.t.Helper()
	status, body := f.ask("/api/v1/runs" + query)
	if status != http.StatusOK {
		f.t.Fatalf("%s: %d %s", query, status, body)
	}
	var page struct {
		Data []struct{ ID int64 }
		Next string
	}
	check(f.t, json.Unmarshal([]byte(body), &page))
	found := []int64{}
	for _, r := range page.Data {
		found = append(found, r.ID)
	}
	return found, page.Next
}

func TestPagesOfRuns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 30 {
		f.newRun(run.Details{Parallelism: 1})
	}
	first, next := f.runIDs("")
	if len(first) != 25 || first[0] != 30 || first[24] != 6 || next == "" {
		t.Errorf("the first page is %v, and then %q", first, next)
	}
	for query, want := range map[string][]int64{
		"?startingFrom=" + next:                 {5, 4, 3, 2, 1},
		"?startingFrom=4":                       {3, 2, 1},
		"?startingFrom=4&orderBy=id&limit=2":    {3, 2},
		"?startingFrom=28&orderByDirection=asc": {29, 30},
		"?startingFrom=900000&limit=1":          {30},
		"?limit=2&orderByDirection=asc":         {1, 2},
		"?limit=2&orderBy=runStatus":            {30, 29},
		"?limit=2&runType=deploy":               {},
		"?limit=1&runType=refresh":              {30},
		"?limit=1&runStatus=running":            {},
		"?limit=1&environmentID=" + strconv.FormatInt(int64(f.environment), 10): {30},
		"?limit=1&environmentID=900000":                                         {},
	} {
		if got, _ := f.runIDs(query); !cmp.Equal(got, want) {
			t.Errorf("%s gives %v, want %v", query, got, want)
		}
	}
}

func TestPagesOfRunsByTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 {
		f.newRun(run.Details{Parallelism: 1})
	}
	f.finish(f.claim(), run.Outcome{Status: run.Completed})
	f.claim()
	now := "2100-01-01T00:00:00.000Z"
	for query, want := range map[string][]int64{
		"?orderBy=runStartTime":                                                           {2, 1, 3}, // the third has not started
		"?orderBy=runEndTime":                                                             {1, 3, 2},
		"?orderBy=runStartTime&startingFrom=" + now:                                       {2, 1, 3},
		"?orderBy=runStartTime&startingFrom=2000-01-01T00:00:00Z":                         {3},
		"?orderBy=runStartTime&startingFrom=2000-01-01T00:00:00Z&orderByDirection=asc":    {1, 2},
		"?orderBy=runEndTime&startingFrom=1999-12-31T23:00:00-01:00&orderByDirection=asc": {1},
		"?orderBy=runEndTime&startingFrom=" + now + "&orderByDirection=asc":               {},
	} {
		if got, _ := f.runIDs(query); !cmp.Equal(got, want) {
			t.Errorf("%s gives %v, want %v", query, got, want)
		}
	}
}

func TestInvalidRunListRequestsAreRejected(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, query := range []string{
		"runType=Deploy", "runType=all", "runStatus=done", "environmentID=x", "environmentID=-1",
		"limit=-1", "limit=x", "detail=yes", "orderBy=createdAt", "orderByDirection=up",
		"startingFrom=x", "startingFrom=-4", "startingFrom=4.5", "startingFrom=2026-31-01", "startingFrom=2026-01-31T08", "startingFrom=4&cursor=5",
		"startingFrom=99999999999999999999",
	} {
		status, body := f.ask("/api/v1/runs?" + query)
		if status != http.StatusBadRequest || !strings.Contains(body, `"errorString":"400: `) || strings.Contains(body, `"errorDetail":""`) {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
}

// TestListOfRunsIsCurrent: the server caches lists of runs, so every change that a list shows must be in the next response.
func TestListOfRunsIsCurrent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	lists := []string{"/api/v1/runs?limit=20", "/api/v1/runs?limit=20&detail=true", "/api/v1/runs?failedTests=true&detail=true"}
	seen := map[string]bool{}
	change := func(what string, lists []string, do func()) {
		t.Helper()
		for _, list := range lists {
			_, body := f.ask(list)
			seen[list+body] = true
		}
		do()
		for _, list := range lists {
			if _, body := f.ask(list); seen[list+body] {
				t.Errorf("%s: %s returns an earlier response: %s", what, list, body)
			}
		}
	}
	detailed := lists[1:2]
	change("a new run", lists[:2], func() { f.newRun(run.Details{}) })
	var lease run.Lease
	change("a claim", lists[:2], func() { lease = f.claim() })
	change("a node runs", detailed, func() { f.save(lease, running("n-1", "STG_ORDERS")) })
	failed := running("n-1", "STG_ORDERS")
	failed.State, failed.FailedTests, failed.EndedAt = run.NodeComplete, 2, failed.StartedAt
	change("failed tests", lists, func() { f.save(lease, failed) })
	change("a node of a run with failed tests runs", detailed, func() { f.save(lease, running("n-2", "V_ORDERS")) })
	change("the end", lists, func() { f.finish(lease, run.Outcome{Status: run.Failed, Reason: "it was to fail"}) })
	change("a repair", detailed, func() {
		f.newRun(run.Details{})
		again := f.claim()
		f.finish(again, run.Outcome{Status: run.Completed})
	})
}
