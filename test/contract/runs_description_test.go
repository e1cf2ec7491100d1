package contract_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/run"
)

// runDescription is what a detailed run shows about its work.
type runDescription struct {
	ID         int64
	RunStatus  string
	CreatedAt  time.Time
	StartedBy  struct{ Kind, ID, Name string }
	NodeCounts map[string]int
	FirstError *struct {
		NodeID, Name, Message string
		IsTest                bool
	}
	UsualDuration int64
	IsUnresolved  bool
	ResolvedBy    int64
}

func (m *deployedFixture) describe(run string) runDescription {
	m.t.Helper()
	var found runDescription
	m.Get(m.token, runsPath+"/"+run).Want(http.StatusOK).JSON(&found)
	return found
}

func (m *deployedFixture) numbers(query string) []string {
	m.t.Helper()
	numbers, page := listRuns(m.t, m.Platform, m.token, query)
	if page.Total != len(numbers) {
		m.t.Errorf("%s: total %d for %v", query, page.Total, numbers)
	}
	return numbers
}

func TestRunDescriptions(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		failed := m.startRun(nil, object{"number": "seven"})
		m.await(failed, "failed")
		got := m.describe(failed)
		if counts := asJSON(t, got.NodeCounts); counts != `{"canceled":0,"complete":3,"failed":1,"running":0,"skipped":1,"waiting":0}` {
			t.Errorf("the counts are %s", counts)
		}
		if e := got.FirstError; e == nil || e.Name != "SIEVE" || e.NodeID != sieveNode || e.IsTest || e.Message == "" {
			t.Errorf("the first error is %+v", e)
		}
		if by := got.StartedBy; by.Kind != "user" || by.Name == "" || by.ID == "" {
			t.Errorf("started by %+v", by)
		}
		if !got.IsUnresolved || got.ResolvedBy != 0 || got.CreatedAt.IsZero() {
			t.Errorf("the failed run is %+v", got)
		}

		// A run of other nodes repairs nothing; a rerun with the right parameter does.
		m.await(m.startRun(object{"includeNodesSelector": "{ GRAIN }"}, nil), "completed")
		wantSame(t, "unresolved", m.numbers("?unresolved=true"), []string{failed})
		repair := counter(t, m.Post(m.token, "/scheduler/rerun", object{"runDetails": object{"runID": failed}, "parameters": object{}}))
		m.await(repair, "completed")
		got = m.describe(failed)
		if got.IsUnresolved || strconv.FormatInt(got.ResolvedBy, 10) != repair {
			t.Errorf("after run %s the failed run is %+v", repair, got)
		}
		wantSame(t, "unresolved", m.numbers("?unresolved=true"), []string{})
	})
}

// A later failure of the same nodes replaces an earlier one: one failure is unresolved, however often it is repeated.
func TestLastFailureIsUnresolved(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	for range 3 {
		m.await(m.startRun(nil, object{"number": "seven"}), "failed")
	}
	newest := m.numbers("?runStatus=failed")[0]
	wantSame(t, "unresolved", m.numbers("?unresolved=true"), []string{newest})
}

func TestFailedTestsAreDescribed(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	flawed := m.startRun(nil, object{"flaw": 2})
	m.await(flawed, "completed")
	if e := m.describe(flawed).FirstError; e == nil || e.Name != "INSPECT" || !e.IsTest || e.Message != "1 row failed" {
		t.Errorf("the first error is %+v", e)
	}
	sound := m.startRun(nil, nil)
	m.await(sound, "completed")
	if got := m.describe(sound); got.FirstError != nil || got.UsualDuration <= 0 {
		t.Errorf("a run without errors is %+v", got)
	}
	wantSame(t, "failed tests", m.numbers("?failedTests=true"), []string{flawed})
}

func TestRunFilters(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		other := m.NewProject(m.token, "Other")
		m.await(m.startRun(object{"jobID": "1"}, nil), "completed")
		ofJob := m.numbers("")[0]
		m.await(m.startRun(nil, object{"number": "50%_seven"}), "failed")
		failed := m.numbers("")[0]
		all := m.numbers("")
		var page struct{ Data []runDescription }
		m.Get(m.token, runsPath+"?detail=true").Want(http.StatusOK).JSON(&page)
		moment := func(at time.Time) string { return url.QueryEscape(at.Format(time.RFC3339Nano)) }
		newest := page.Data[0].CreatedAt
		for query, want := range map[string][]string{
			"?projectID=" + m.home: all,
			"?projectID=" + other:  {},
			"?jobID=1":             {ofJob},
			"?jobID=2":             {},
			"?scheduleID=none":     {},
			"?search=" + failed:    {failed},
			"?search=sieve":        {failed},
			"?search=CONVERSION":   {failed},
			"?search=" + url.QueryEscape("50%_seven"): {failed},
			"?search=" + url.QueryEscape("5%seven"):   {},
			"?search=" + url.QueryEscape("5__seven"):  {},
			"?from=" + moment(newest):                 {failed},
			"?to=" + moment(newest):                   all[1:],
			"?from=" + moment(newest.Add(time.Hour)):  {},
		} {
			if got := m.numbers(query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		for query, words := range map[string][]string{
			"?from=yesterday":                     {"from", "yesterday", "date-time"},
			"?to=1":                               {"to", "date-time"},
			"?unresolved=perhaps":                 {"unresolved", "true or false"},
			"?failedTests=2":                      {"failedTests", "true or false"},
			"?search=" + strings.Repeat("a", 201): {"search", "200"},
		} {
			wantFault(t, m.Get(m.token, runsPath+query), http.StatusBadRequest, words...)
		}
	})
}

func TestRunOfScheduleNamesIt(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		schedule := m.Post(m.token, schedulesPath, object{
			"name": "Every morning", "environmentID": m.environment, "jobID": 1, "cron": "0 0 1 1 *", "isPaused": true,
		}).Want(http.StatusCreated).Field("id")
		started := counter(t, m.Post(m.token, schedulesPath+"/"+schedule+"/run", nil))
		m.await(started, "completed")
		m.await(m.startRun(object{"jobID": "1"}, nil), "completed")
		if by := m.describe(started).StartedBy; by.Kind != "schedule" || by.Name != "Every morning" || by.ID != schedule {
			t.Errorf("started by %+v", by)
		}
		wantSame(t, "runs of the schedule", m.numbers("?scheduleID="+schedule), []string{started})
	})
}

// A failed deployment is unresolved until a later one has ended in the same environment; a canceled one repairs nothing.
func TestFailedDeployIsUnresolved(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newRunListFixture(t, database)
		organization := w.Me(w.admin).Organization.ID
		unresolved := func(want ...string) {
			t.Helper()
			got, _ := listRuns(t, w.Platform, w.admin, "?unresolved=true")
			wantSame(t, "unresolved", got, want)
		}
		unresolved()
		project := w.NewProject(w.admin, "Finance")
		place, elsewhere := w.NewEnvironment(w.admin, project, "Monthly"), w.NewEnvironment(w.admin, project, "Yearly")
		failed := w.NewRun(organization, place, run.Deploy, run.Failed)
		w.NewRun(organization, place, run.Deploy, run.Canceled)
		w.NewRun(organization, elsewhere, run.Deploy, run.Completed)
		unresolved(failed)
		w.NewRun(organization, place, run.Deploy, run.Completed)
		unresolved()
	})
}
