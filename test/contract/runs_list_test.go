package contract_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/run"
)

const runsPath = "/api/v1/runs"

// runPage is a page of runs.
type runPage struct {
	Data                      []map[string]any
	Total                     int
	Limit                     int
	Next                      *string
	OrderBy, OrderByDirection string
}

func listRuns(t *testing.T, platform *apptest.Platform, token, query string) ([]string, runPage) {
	t.Helper()
	var page runPage
	platform.Get(token, runsPath+query).Want(http.StatusOK).JSON(&page)
	ids := []string{}
	for _, found := range page.Data {
		ids = append(ids, asJSON(t, found["id"]))
	}
	return ids, page
}

// runListFixture is a platform with runs of every kind in two environments, and a user who sees one of the two.
type runListFixture struct {
	*apptest.Platform

	admin, reader, outsider string
	first, second           string
}

func newRunListFixture(t *testing.T, database apptest.Database) runListFixture {
	t.Helper()
	w := runListFixture{Platform: start(t, database)}
	w.admin = w.AdminToken()
	organization := w.Me(w.admin).Organization.ID
	dataFolderID := w.NewProject(w.admin, "Orders")
	w.first, w.second = w.NewEnvironment(w.admin, dataFolderID, "First"), w.NewEnvironment(w.admin, dataFolderID, "Second")
	for _, made := range []struct {
		environment string
		kind        run.Type
		status      run.Status
	}{
		{w.first, run.Deploy, run.Completed},      // 1
		{w.first, run.Refresh, run.Failed},        // 2
		{w.second, run.Deploy, run.Completed},     // 3
		{w.second, run.Refresh, run.Canceled},     // 4
		{w.first, run.Refresh, run.Completed},     // 5
		{w.first, run.Refresh, run.Running},       // 6
		{w.second, run.Refresh, run.WaitingToRun}, // 7
	} {
		w.NewRun(organization, made.environment, made.kind, made.status)
	}
	reader := w.NewPerson(w.admin, "ada@example.com", "member")
	w.Put(w.admin, "/api/v2/userRoles/"+reader.ID+"/environments/"+w.first, object{"role": "reader"}).Want(http.StatusOK)
	_, outsider := w.NewOrganization("Rival", "boss@rival.example")
	w.reader, w.outsider = reader.Token, outsider.Token
	return w
}

func TestRunLists(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newRunListFixture(t, database)
		for query, want := range map[string][]string{
			"":                          {"7", "6", "5", "4", "3", "2", "1"},
			"?orderByDirection=asc":     {"1", "2", "3", "4", "5", "6", "7"},
			"?runType=deploy":           {"3", "1"},
			"?runType=refresh":          {"7", "6", "5", "4", "2"},
			"?runStatus=completed":      {"5", "3", "1"},
			"?runStatus=failed":         {"2"},
			"?runStatus=canceled":       {"4"},
			"?runStatus=running":        {"6"},
			"?runStatus=waitingToRun":   {"7"},
			"?environmentID=" + w.first: {"6", "5", "2", "1"},
			"?environmentID=900000":     {},
			"?runType=deploy&environmentID=" + w.second:                     {"3"},
			"?runType=refresh&runStatus=completed&environmentID=" + w.first: {"5"},
			"?limit=2":                                              {"7", "6"},
			"?startingFrom=3":                                       {"2", "1"},
			"?startingFrom=5&orderByDirection=asc":                  {"6", "7"},
			"?orderBy=runType":                                      {"7", "6", "5", "4", "2", "3", "1"},
			"?orderBy=environmentID&orderByDirection=asc":           {"1", "2", "5", "6", "3", "4", "7"},
			"?orderBy=runStatus&orderByDirection=asc":               {"4", "1", "3", "5", "2", "6", "7"},
			"?orderBy=runEndTime":                                   {"5", "4", "3", "2", "1", "7", "6"},
			"?orderBy=runEndTime&startingFrom=1970-01-02T00:00:00Z": {"7", "6"},
			"?orderBy=runEndTime&orderByDirection=asc&startingFrom=1970-01-02T00:00:00Z":                      {"1", "2", "3", "4", "5"},
			"?orderBy=runStartTime&startingFrom=" + url.QueryEscape("2100-01-01T00:00:00+02:00") + "&limit=1": {"6"},
		} {
			if got, _ := listRuns(t, w.Platform, w.admin, query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		// Every run occurs once, in every order and with every page size.
		for _, order := range []string{"id", "runType", "runStatus", "environmentID", "runStartTime", "runEndTime"} {
			for _, direction := range []string{"asc", "desc"} {
				w.wantEachOnce(t, "?limit=2&orderBy="+order+"&orderByDirection="+direction)
			}
		}
	})
}

func (w runListFixture) wantEachOnce(t *testing.T, query string) {
	t.Helper()
	begin, _ := listRuns(t, w.Platform, w.admin, query)
	var all []string
	for next := ""; ; {
		ids, page := listRuns(t, w.Platform, w.admin, query+next)
		all = append(all, ids...)
		if page.Total != 7 || page.Limit != 2 {
			t.Fatalf("%s: total %d, limit %d", query, page.Total, page.Limit)
		}
		if page.Next == nil {
			break
		}
		next = "&startingFrom=" + *page.Next
	}
	if len(all) < 2 || !slices.Equal(all[:2], begin) {
		t.Errorf("%s begins with %v and with %v", query, all, begin)
	}
	slices.Sort(all)
	wantSame(t, query, all, []string{"1", "2", "3", "4", "5", "6", "7"})
}

func TestRunListPageInfo(t *testing.T) {
	t.Parallel()
	w := newRunListFixture(t, apptest.Database{})
	_, page := listRuns(t, w.Platform, w.admin, "")
	if page.Total != 7 || page.Limit != 25 || page.Next != nil || page.OrderBy != "id" || page.OrderByDirection != "desc" {
		t.Errorf("the envelope is %+v", page)
	}
	wantSame(t, "fields of a summary", keys(page.Data[0]), []string{"environmentID", "failedTests", "id", "runStatus", "runType"})
	wantSame(t, "fields of one that failed", keys(page.Data[5]), []string{"environmentID", "failedTests", "id", "runEndTime", "runStartTime", "runStatus", "runType"})
	_, detailed := listRuns(t, w.Platform, w.admin, "?detail=true")
	for _, listed := range detailed.Data {
		var alone map[string]any
		w.Get(w.admin, runsPath+"/"+asJSON(t, listed["id"])).Want(http.StatusOK).JSON(&alone)
		delete(alone["runDetails"].(map[string]any), "nodes") // too large for a list
		delete(alone, "waitingFor")                           // only a run that is looked at says what it waits for
		if asJSON(t, alone) != asJSON(t, listed) {
			t.Errorf("in the list: %s\nalone:       %s", asJSON(t, listed), asJSON(t, alone))
		}
	}
	wantFault(t, w.Get(w.admin, runsPath+"?startingFrom=2026-01-31T08"), http.StatusBadRequest, "startingFrom", "next")
	wantFault(t, w.Get(w.admin, runsPath+"?runStatus=done"), http.StatusBadRequest, "runStatus", "waitingToRun")
	wantFault(t, w.Get(w.admin, runsPath+"?environmentID=first"), http.StatusBadRequest, "environmentID")
}

func TestVisibleRuns(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newRunListFixture(t, database)
		seen, page := listRuns(t, w.Platform, w.reader, "")
		wantSame(t, "a reader's runs", seen, []string{"6", "5", "2", "1"})
		if page.Total != 4 {
			t.Errorf("a reader's total is %d", page.Total)
		}
		hidden, _ := listRuns(t, w.Platform, w.reader, "?environmentID="+w.second)
		wantSame(t, "a reader's runs elsewhere", hidden, []string{})
		theirs, page := listRuns(t, w.Platform, w.outsider, "")
		if len(theirs) != 0 || page.Total != 0 {
			t.Errorf("another organization sees %v of %d", theirs, page.Total)
		}
		for _, path := range []string{"", "/results"} {
			w.Get(w.reader, runsPath+"/5"+path).Want(http.StatusOK)
			for _, id := range []string{"4", "7", "900000"} {
				wantFault(t, w.Get(w.reader, runsPath+"/"+id+path), http.StatusNotFound, "run "+id+" was not found")
			}
			wantFault(t, w.Get(w.outsider, runsPath+"/5"+path), http.StatusNotFound, "run 5 was not found")
		}
		// Permission to see is not permission to run.
		for path, body := range map[string]object{
			"/scheduler/startRun": {"runDetails": object{"environmentID": w.first}},
			"/scheduler/rerun":    {"runDetails": object{"runID": 2}},
			cancelPath:            {"runID": 6},
		} {
			wantFault(t, w.Post(w.reader, path, body), http.StatusForbidden, "environment.run")
			wantFault(t, w.Post(w.outsider, path, body), http.StatusNotFound)
		}
		wantFault(t, w.Post(w.reader, cancelPath, object{"runID": 7}), http.StatusNotFound)
	})
}

// Only administrators see the runs of a deleted environment.
func TestRunsOfDeletedEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newRunListFixture(t, database)
		w.Post(w.admin, cancelPath, object{"runID": 7}).Want(http.StatusNoContent)
		w.Delete(w.admin, environmentsPath+"/"+w.second).Want(http.StatusNoContent)
		left, _ := listRuns(t, w.Platform, w.admin, "?environmentID="+w.second)
		wantSame(t, "its runs", left, []string{"7", "4", "3"})
		w.Get(w.admin, runsPath+"/4").Want(http.StatusOK)
		w.Get(w.admin, runsPath+"/4/results").Want(http.StatusOK)
		wantFault(t, w.Get(w.reader, runsPath+"/4"), http.StatusNotFound)
		wantFault(t, w.Post(w.admin, "/scheduler/rerun", object{"runDetails": object{"runID": 4}}), http.StatusNotFound, "environment "+w.second)
		wantFault(t, w.Post(w.admin, cancelPath, object{"runID": 4}), http.StatusBadRequest, "run 4")
	})
}
