package attack_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/sample"
)

// scheduleFixture is a platform with a user who may run an environment, and whose schedule fires every ten seconds.
type scheduleFixture struct {
	*apptest.Platform

	t                    *testing.T
	admin                string
	mallory              apptest.Person
	project, environment string
	schedule             string // path
}

func newScheduleFixture(t *testing.T, database apptest.Database) *scheduleFixture {
	t.Helper()
	platform := apptest.Start(t, database)
	f := &scheduleFixture{Platform: platform, t: t, admin: platform.AdminToken()}
	f.project = platform.NewProject(f.admin, "Shop")
	f.environment = platform.NewEnvironment(f.admin, f.project, "Production")
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	platform.Deploy(platform.Me(f.admin).Organization.ID, f.environment, files)
	f.mallory = platform.NewPerson(f.admin, "mallory@example.com", "member")
	f.setRole(f.mallory, "architect")
	made := platform.Post(f.mallory.Token, "/api/v1/schedules", map[string]any{
		"name": "Often", "environmentID": f.environment, "cron": "*/10 * * * * *", "overlap": "skip",
	}).Want(http.StatusCreated)
	f.schedule = "/api/v1/schedules/" + made.Field("id")
	return f
}

func (f *scheduleFixture) setRole(person apptest.Person, role string) {
	f.t.Helper()
	f.Do(apptest.Request{
		Method: http.MethodPut, Path: "/api/v2/userRoles/" + person.ID + "/projects/" + f.project, Token: f.admin,
		Body: map[string]string{"projectRole": role},
	}).Want(http.StatusOK)
}

func (f *scheduleFixture) read() api.Schedule {
	f.t.Helper()
	var found api.Schedule
	f.Get(f.admin, f.schedule).Want(http.StatusOK).JSON(&found)
	return found
}

func (f *scheduleFixture) firings() []api.Firing {
	f.t.Helper()
	var list api.FiringList
	f.Get(f.admin, f.schedule+"/firings").Want(http.StatusOK).JSON(&list)
	return list.Data
}

// A user leaves a schedule behind that would run on after the account is disabled or deleted.
func TestScheduleEndsWithTheAccountOfItsOwner(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newScheduleFixture(t, database)
		if owner := f.read().Owner; owner == nil || owner.ID != f.mallory.ID || owner.Email != f.mallory.Email {
			t.Errorf("the owner is %+v", owner)
		}
		for len(f.firings()) == 0 { // until it has fired
			continue
		}
		f.Patch(f.admin, "/api/v1/users/"+f.mallory.ID, map[string]string{"status": "disabled"}).Want(http.StatusOK)
		paused := f.read()
		if !paused.IsPaused || len(paused.NextTimes) != 0 || paused.PauseReason == nil ||
			*paused.PauseReason != "the owner mallory@example.com was disabled" {
			t.Fatalf("after the owner was disabled: %+v", paused)
		}
		refused := f.Patch(f.admin, f.schedule, map[string]bool{"isPaused": false}).Want(http.StatusConflict)
		if !strings.Contains(string(refused.Body), "take it over") {
			t.Errorf("the hint is missing: %s", refused.Body)
		}
		architect := f.NewPerson(f.admin, "eve@example.com", "member")
		f.setRole(architect, "architect")
		f.Post(architect.Token, f.schedule+"/takeOver", nil).Want(http.StatusForbidden)
		var taken api.Schedule
		f.Post(f.admin, f.schedule+"/takeOver", nil).Want(http.StatusOK).JSON(&taken)
		if taken.IsPaused || taken.PauseReason != nil || taken.Owner == nil || taken.Owner.Email != apptest.AdminEmail {
			t.Errorf("after the takeover: %+v", taken)
		}
		f.Do(apptest.Request{Method: http.MethodDelete, Path: "/api/v1/users/" + f.mallory.ID, Token: f.admin}).Want(http.StatusNoContent)
		if f.read().IsPaused {
			t.Error("deleting the old owner pauses the schedule of the new one")
		}
	})
}

// A user loses a role and still has a schedule that uses it.
func TestScheduleEndsWithTheRoleOfItsOwner(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newScheduleFixture(t, database)
		f.setRole(f.mallory, "member")
		found := f.read()
		for !found.IsPaused { // until it is due once more
			found = f.read()
		}
		if found.PauseReason == nil || !strings.Contains(*found.PauseReason, "the owner mallory@example.com may not run environment") {
			t.Errorf("paused: %+v", found)
		}
		firings := f.firings()
		if !slices.ContainsFunc(firings, func(firing api.Firing) bool {
			return firing.State == "failed" && firing.RunID == nil && firing.Reason != nil && strings.Contains(*firing.Reason, "may not run")
		}) {
			t.Errorf("no firing has failed with the reason: %+v", firings)
		}
	})
}
