package contract_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// aboutObject matches events with a value in a field.
func aboutObject(field string, id any) func(map[string]any) bool {
	return func(data map[string]any) bool { return data[field] == id }
}

// healthOf returns the health in an event of an environment.
func healthOf(data map[string]any) any {
	health, _ := data["health"].(map[string]any)
	return health["status"]
}

func TestEventsReportEnvironmentsAndDeployments(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		stream := openEvents(t, m.Platform, m.token, "")
		first := stream.await("environment", aboutObject("environmentID", m.environment))
		if first["name"] != "Production" || first["project"] != m.home || first["status"] != "Waiting" || healthOf(first) != "healthy" {
			t.Errorf("the stream begins with %v", first)
		}
		slow := m.startSlow()
		stream.await("environment", aboutObject("status", "Refreshing"))
		m.Post(m.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
		stream.await("environment", func(data map[string]any) bool { return data["status"] != "Refreshing" })

		m.await(m.startRun(nil, object{"number": "none"}), "failed")
		failed := stream.await("environment", func(data map[string]any) bool { return healthOf(data) == "failed" })
		if failed["status"] != "Failed Refresh" {
			t.Errorf("the environment is %v", failed)
		}
		m.await(m.startRun(nil, nil), "completed")
		stream.await("environment", func(data map[string]any) bool { return healthOf(data) == "healthy" })

		files := deployedFiles()
		files["nodes/MILL-GRAIN.sql"] = append(files["nodes/MILL-GRAIN.sql"], "\n-- another text\n"...)
		plan := m.plan(files)
		run := m.deployPlan(plan.ID, confirm, "completed")
		deployed := stream.await("deployment", aboutObject("runStatus", "completed"))
		if asJSON(t, deployed["runID"]) != run || deployed["environmentID"] != m.environment || deployed["planID"] != plan.ID {
			t.Errorf("the deployment is %v", deployed)
		}

		other := m.NewEnvironment(m.token, m.home, "Staging")
		created := stream.await("environment", aboutObject("environmentID", other))
		if created["name"] != "Staging" || healthOf(created) != "neverDeployed" {
			t.Errorf("the new environment is %v", created)
		}
		m.Patch(m.token, environmentsPath+"/"+other, object{"name": "Tests"}).Want(http.StatusOK)
		stream.await("environment", aboutObject("name", "Tests"))
		m.Delete(m.token, environmentsPath+"/"+other).Want(http.StatusNoContent)
		removed := stream.await("environment", aboutObject("environmentID", other))
		if !maps.Equal(removed, map[string]any{"environmentID": other, "removed": true}) {
			t.Errorf("the deleted environment is %v", removed)
		}
	})
}

func TestEventsReportSchedules(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		stream := openEvents(t, m.Platform, m.token, "?environmentID="+m.environment)
		id := word(m.newSchedule(object{"cron": "0 0 1 1 *", "jobID": 1})["id"])
		mine := aboutObject("scheduleID", id)
		created := stream.await("schedule", mine)
		if created["name"] != "Nightly" || created["isPaused"] != false || created["nextDue"] == nil || created["lastFiring"] != nil {
			t.Errorf("the new schedule is %v", created)
		}
		path := schedulesPath + "/" + id
		m.Patch(m.token, path, object{"isPaused": true}).Want(http.StatusOK)
		paused := stream.await("schedule", aboutObject("isPaused", true))
		if paused["nextDue"] != nil || paused["settingsFingerprint"] == created["settingsFingerprint"] {
			t.Errorf("the paused schedule is %v", paused)
		}
		m.Patch(m.token, path, object{"cron": "0 0 2 1 *"}).Want(http.StatusOK)
		stream.await("schedule", func(data map[string]any) bool { return data["settingsFingerprint"] != paused["settingsFingerprint"] })

		run := counter(t, m.Post(m.token, path+"/run", nil))
		fired := stream.await("schedule", func(data map[string]any) bool {
			firing, _ := data["lastFiring"].(map[string]any)
			return firing["state"] == "completed"
		})
		if firing := fired["lastFiring"].(map[string]any); asJSON(t, firing["runID"]) != run || fired["openFirings"] != float64(0) {
			t.Errorf("the firing is %v", fired)
		}
		m.Delete(m.token, path).Want(http.StatusNoContent)
		removed := stream.await("schedule", mine)
		if !maps.Equal(removed, map[string]any{"scheduleID": id, "environmentID": m.environment, "removed": true}) {
			t.Errorf("the deleted schedule is %v", removed)
		}
	})
}

// A stream that continues sends the states as they are now, so that what changed without it is not lost.
func TestEventsOfStatesContinueAfterDisconnect(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		deleted := word(m.newSchedule(object{"cron": "0 0 1 1 *", "name": "Deleted"})["id"])
		paused := word(m.newSchedule(object{"cron": "0 0 1 1 *", "name": "Paused"})["id"])
		stream := openEvents(t, m.Platform, m.token, "")
		for range 2 { // both come in any order
			stream.await("schedule", func(map[string]any) bool { return true })
		}
		stream.close()
		m.Delete(m.token, schedulesPath+"/"+deleted).Want(http.StatusNoContent)
		m.Patch(m.token, schedulesPath+"/"+paused, object{"isPaused": true}).Want(http.StatusOK)
		m.await(m.startRun(nil, object{"number": "none"}), "failed")
		servers := []*apptest.Platform{m.Platform}
		if database.IsPostgres() {
			servers = append(servers, start(t, database))
		}
		for _, server := range servers {
			back := openEvents(t, server, m.token, "", stream.mark)
			if e := back.await("environment", aboutObject("environmentID", m.environment)); e["status"] != "Failed Refresh" {
				t.Errorf("the environment is %v", e)
			}
			if s := back.await("schedule", func(map[string]any) bool { return true }); s["scheduleID"] != paused || s["isPaused"] != true {
				t.Errorf("the first schedule is %v", s)
			}
		}
	})
}

// Streams show the states of what a user can see, also after roles change.
func TestEventsShowOnlyVisibleStates(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		hidden := m.NewEnvironment(m.token, m.home, "Hidden")
		m.newSchedule(object{"cron": "0 0 1 1 *", "environmentID": hidden, "name": "Hidden"})
		shown := word(m.newSchedule(object{"cron": "0 0 1 1 *"})["id"])
		_, outsider := m.NewOrganization("Rival", "boss@rival.example")
		reader := m.NewPerson(m.token, "ada@example.com", "member")
		role := "/api/v2/userRoles/" + reader.ID + "/environments/" + m.environment
		m.Put(m.token, role, object{"role": "reader"}).Want(http.StatusOK)
		theirs := newTokenOf(m.Platform, outsider.Token)
		stream, nothing := openEvents(t, m.Platform, reader.Token, ""), openEvents(t, m.Platform, theirs.Token, "")
		wantHere := func(name string) map[string]any {
			t.Helper()
			event := stream.next()
			if event.name != name || event.data["environmentID"] != m.environment {
				t.Fatalf("unexpected event %s: %v", event.name, event.data)
			}
			return event.data
		}
		wantHere("environment")
		if got := wantHere("schedule"); got["scheduleID"] != shown {
			t.Errorf("the schedule is %v", got)
		}
		m.Patch(m.token, environmentsPath+"/"+hidden, object{"name": "Still hidden"}).Want(http.StatusOK)
		m.Patch(m.token, environmentsPath+"/"+m.environment, object{"name": "Live"}).Want(http.StatusOK)
		if got := wantHere("environment"); got["name"] != "Live" {
			t.Errorf("the environment is %v", got)
		}
		m.Delete(m.token, role).Want(http.StatusNoContent)
		if e, s := wantHere("environment"), wantHere("schedule"); e["removed"] != true || s["removed"] != true {
			t.Errorf("without the role: %v, %v", e, s)
		}
		m.Delete(outsider.Token, "/api/v1/auth/tokens/"+theirs.ID).Want(http.StatusNoContent)
		if observed := nothing.rest(); len(observed) > 0 {
			t.Errorf("another organization gets %v", observed)
		}
	})
}
