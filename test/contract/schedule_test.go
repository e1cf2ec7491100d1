package contract_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
)

func (m *deployedFixture) newSchedule(fields object) map[string]any {
	m.t.Helper()
	body := object{"name": "Nightly", "environmentID": m.environment}
	maps.Copy(body, fields)
	var made map[string]any
	m.Post(m.token, schedulesPath, body).Want(http.StatusCreated).JSON(&made)
	return made
}

func (m *deployedFixture) schedule(id any) map[string]any {
	m.t.Helper()
	var found map[string]any
	m.Get(m.token, schedulesPath+"/"+word(id)).Want(http.StatusOK).JSON(&found)
	return found
}

func (m *deployedFixture) firings(id any) []map[string]any {
	m.t.Helper()
	var list struct{ Data []map[string]any }
	m.Get(m.token, schedulesPath+"/"+word(id)+"/firings").Want(http.StatusOK).JSON(&list)
	return list.Data
}

func word(value any) string {
	found, _ := value.(string)
	return found
}

// Parameters may be a text that contains JSON, like those of a run.
func TestScheduleParametersAsText(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	made := m.newSchedule(object{"cron": "0 0 1 1 *", "jobID": 1, "parameters": `{"number": "8"}`})
	if got := asJSON(t, made["parameters"]); got != `{"number":"8"}` {
		t.Errorf("the parameters are %s", got)
	}
	path := schedulesPath + "/" + word(made["id"])
	var changed map[string]any
	m.Patch(m.token, path, object{"parameters": ` {"number": "9"} `}).Want(http.StatusOK).JSON(&changed)
	if got := asJSON(t, changed["parameters"]); got != `{"number":"9"}` {
		t.Errorf("the parameters are %s", got)
	}
	for _, wrong := range []string{"frog", "[1]", `"text"`, "{"} {
		wantFault(t, m.Patch(m.token, path, object{"parameters": wrong}), http.StatusBadRequest, "parameters")
	}
	var cleared map[string]any
	m.Patch(m.token, path, object{"parameters": nil}).Want(http.StatusOK).JSON(&cleared)
	if got := asJSON(t, cleared["parameters"]); got == `{"number":"9"}` {
		t.Errorf("null does not clear: %s", got)
	}
}

func TestScheduleFromStartToEnd(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		made := m.newSchedule(object{"cron": "30 2  * * *", "timeZone": "Europe/Berlin", "jobID": 1, "parameters": object{"number": 12345678901234567}})
		for field, want := range map[string]any{
			"name": "Nightly", "environmentID": m.environment, "jobID": "1", "cron": "30 2 * * *", "timeZone": "Europe/Berlin", "overlap": "queue",
			"missed": "fireOnce", "isPaused": false, "createdBy": m.Me(m.token).User.ID,
		} {
			if made[field] != want {
				t.Errorf("%s is %v, want %v", field, made[field], want)
			}
		}
		times, _ := made["nextTimes"].([]any)
		if len(times) != 5 || asJSON(t, made["retries"]) != `{"count":0,"from":"beginning","waitSeconds":0}` {
			t.Errorf("the schedule is %v", made)
		}
		if asJSON(t, m.schedule(made["id"])) != asJSON(t, made) {
			t.Errorf("it is %v, and was made as %v", m.schedule(made["id"]), made)
		}
		path := schedulesPath + "/" + word(made["id"])
		var changed map[string]any
		m.Patch(m.token, path, object{
			"isPaused": true, "jobID": nil, "parameters": nil, "retries": object{"count": 3, "waitSeconds": 60}, "overlap": "skip", "missed": "skip",
		}).Want(http.StatusOK).JSON(&changed)
		if asJSON(t, changed["nextTimes"]) != "[]" || changed["jobID"] != nil || changed["parameters"] != nil ||
			asJSON(t, changed["retries"]) != `{"count":3,"from":"beginning","waitSeconds":60}` {
			t.Errorf("the schedule is %v", changed)
		}
		changed = nil
		m.Patch(m.token, path, object{"trigger": object{"afterJob": 2}}).Want(http.StatusOK).JSON(&changed)
		if changed["cron"] != nil || asJSON(t, changed["trigger"]) != `{"afterJob":"2"}` {
			t.Errorf("the schedule is %v", changed)
		}
		m.Delete(m.token, path).Want(http.StatusNoContent)
		wantFault(t, m.Get(m.token, path), http.StatusNotFound, word(made["id"]))
	})
}

func TestInvalidSchedulesAreRejected(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	other := m.newSchedule(object{"cron": "0 0 * * *"})
	for name, tt := range map[string]struct {
		fields object
		status int
		words  string
	}{
		"no trigger":              {object{}, http.StatusBadRequest, "needs cron or trigger"},
		"two things do":           {object{"cron": "0 0 * * *", "trigger": object{"afterJob": 1}}, http.StatusBadRequest, "more than one"},
		"a cron of four fields":   {object{"cron": "0 0 * *"}, http.StatusBadRequest, "has 4 fields"},
		"a cron that never fires": {object{"cron": "0 0 30 2 *"}, http.StatusBadRequest, "never fires"},
		"a cron too often":        {object{"cron": "* * * * * *"}, http.StatusBadRequest, "more often"},
		"a zone that is not":      {object{"cron": "0 0 * * *", "timeZone": "Mars/Olympus"}, http.StatusBadRequest, "Mars/Olympus"},
		"a selector":              {object{"cron": "0 0 * * *", "includeNodesSelector": "{ name:"}, http.StatusBadRequest, "invalid selector"},
		"a circle":                {object{"jobID": 1, "trigger": object{"afterJob": 1}}, http.StatusBadRequest, "itself"},
		"after nobody":            {object{"trigger": object{"afterSchedule": "nobody"}}, http.StatusBadRequest, "nobody"},
		"no such environment":     {object{"cron": "0 0 * * *", "environmentID": "900001"}, http.StatusNotFound, "900001"},
		"parallelism":             {object{"cron": "0 0 * * *", "parallelism": 9999}, http.StatusBadRequest, "parallelism"},
		"a word for overlap":      {object{"cron": "0 0 * * *", "overlap": "maybe"}, http.StatusBadRequest, "maybe"},
		"a word for missed":       {object{"cron": "0 0 * * *", "missed": "maybe"}, http.StatusBadRequest, "maybe"},
		"retries":                 {object{"cron": "0 0 * * *", "retries": object{"count": 1000}}, http.StatusBadRequest, "retries.count"},
		"a wait":                  {object{"cron": "0 0 * * *", "retries": object{"waitSeconds": 1 << 40}}, http.StatusBadRequest, "waitSeconds"},
		"a name":                  {object{"cron": "0 0 * * *", "name": " "}, http.StatusBadRequest, "name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := object{"name": "Nightly", "environmentID": m.environment}
			maps.Copy(body, tt.fields)
			wantFault(t, m.plain().For(t).Post(m.token, schedulesPath, body), tt.status, tt.words)
		})
	}
	after := m.newSchedule(object{"trigger": object{"afterSchedule": other["id"]}})
	wantFault(t, m.Delete(m.token, schedulesPath+"/"+word(other["id"])), http.StatusConflict, "is the trigger of 1 schedules")
	m.Delete(m.token, schedulesPath+"/"+word(after["id"])).Want(http.StatusNoContent)
	m.Delete(m.token, schedulesPath+"/"+word(other["id"])).Want(http.StatusNoContent)
}

// plain returns the platform without the check of requests against the document.
func (m *deployedFixture) plain() *apptest.Platform {
	platform := *m.Platform
	platform.Transport = nil
	return &platform
}

func TestPreviewOfDueTimes(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	var answer struct{ Times []string }
	m.Post(m.token, previewPath, object{
		"cron": "30 2 * * *", "timeZone": "Europe/Berlin", "count": 3, "after": "2026-10-24T12:00:00.000Z",
	}).Want(http.StatusOK).JSON(&answer)
	// On 25 October the clock shows 02:30 twice; the first time counts.
	want := `["2026-10-25T00:30:00.000Z","2026-10-26T01:30:00.000Z","2026-10-27T01:30:00.000Z"]`
	if asJSON(t, answer.Times) != want {
		t.Errorf("%s, want %s", asJSON(t, answer.Times), want)
	}
	m.Post(m.token, previewPath, object{"cron": "0 12 * * *"}).Want(http.StatusOK).JSON(&answer)
	if first, err := time.Parse(time.RFC3339, answer.Times[0]); err != nil || len(answer.Times) != 5 || first.Before(time.Now()) {
		t.Errorf("%v, %v", answer.Times, err)
	}
	wantFault(t, m.plain().Post(m.token, previewPath, object{"cron": "0 12 * * *", "count": 101}), http.StatusBadRequest, "count")
	wantFault(t, m.plain().Post(m.token, previewPath, object{"cron": "0 12 * * *", "after": "soon"}), http.StatusBadRequest, "soon")
}

// TestRunNowTriggersNextSchedule checks that a run that a user starts triggers the next schedule when it ends.
func TestRunNowTriggersNextSchedule(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		first := m.newSchedule(object{"cron": "0 0 1 1 *", "jobID": 1, "isPaused": true})
		second := m.newSchedule(object{"trigger": object{"afterJob": 1}, "includeNodesSelector": "{ GRAIN }"})
		events := openEvents(t, m.Platform, m.token, "")
		run := counter(t, m.Post(m.token, schedulesPath+"/"+word(first["id"])+"/run", nil))
		for completed := 0; completed < 2; {
			if event := events.next(); event.name == "run" && event.data["runStatus"] == "completed" {
				completed++
			}
		}
		asked, set := m.firings(first["id"]), m.firings(second["id"])
		if len(asked) != 1 || asked[0]["state"] != "completed" || asked[0]["cause"] != "person" || asJSON(t, asked[0]["runID"]) != run {
			t.Errorf("the firings of the first are %v", asked)
		}
		if len(set) != 1 || set[0]["state"] != "completed" || set[0]["cause"] != "run" || asJSON(t, set[0]["afterRunID"]) != run {
			t.Errorf("the firings of the second are %v", set)
		}
	})
}

// TestScheduleOfDeletedEnvironment checks that an administrator can still see and delete the schedule.
func TestScheduleOfDeletedEnvironment(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	place := m.NewEnvironment(m.token, m.home, "Short-lived")
	made := m.newSchedule(object{"cron": "0 0 1 1 *", "environmentID": place})
	m.Delete(m.token, environmentsPath+"/"+place).Want(http.StatusNoContent)
	wantFault(t, m.Post(m.token, schedulesPath+"/"+word(made["id"])+"/run", nil), http.StatusNotFound, "environment "+place)
	if fired := m.firings(made["id"]); len(fired) != 1 || fired[0]["state"] != "failed" {
		t.Errorf("the firings are %v", fired)
	}
	m.Delete(m.token, schedulesPath+"/"+word(made["id"])).Want(http.StatusNoContent)
}

func TestFiringsByState(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		path := schedulesPath + "/" + word(m.newSchedule(object{"cron": "0 0 1 1 *"})["id"])
		runs := map[string]string{}
		for state, number := range map[string]string{"completed": "7", "failed": "none"} {
			m.Patch(m.token, path, object{"parameters": object{"number": number}}).Want(http.StatusOK)
			runs[state] = counter(t, m.Post(m.token, path+"/run", nil))
			m.await(runs[state], state)
		}
		for query, want := range map[string][]string{
			"completed": {runs["completed"]}, "failed,missed": {runs["failed"]}, "missed": nil, "due,queued,started,failed": {runs["failed"]},
		} {
			var list struct {
				Data  []map[string]any
				Total int
			}
			m.Get(m.token, path+"/firings?limit=1&state="+query).Want(http.StatusOK).JSON(&list)
			var got []string
			for _, firing := range list.Data {
				got = append(got, asJSON(t, firing["runID"]))
			}
			wantSame(t, query, got, want)
			if list.Total != len(want) {
				t.Errorf("%s: the total is %d", query, list.Total)
			}
		}
		wantFault(t, m.Get(m.token, path+"/firings?state=over"), http.StatusBadRequest, "over", "separated by commas")
	})
}
