package cli_test

import (
	"encoding/json"
	"testing"
)

func TestScheduleNotifications(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	var made struct{ Webhook struct{ ID string } }
	created := s.run("webhooks", "create", "https://hooks.invalid/1", "--events", "", "--json")
	s.want(created, 0, `"events": \[\]`)
	if err := json.Unmarshal([]byte(created.out), &made); err != nil {
		t.Fatal(err)
	}
	hook := made.Webhook.ID
	schedule := s.run("schedules", "create", "nightly", "--environment", s.environment, "--cron", "0 4 * * *", "--notify", hook, "--json")
	s.want(schedule, 0, `"webhookID": "`+hook+`"`)
	id := fieldOf(t, schedule, "id")
	s.want(s.run("schedules", "get", id), 0, `^notifies +`+hook+`:failed$`)
	s.want(s.run("schedules", "update", id, "--notify", hook+":completed,failed"), 0, `^notifies +`+hook+`:failed,completed$`)
	s.want(s.run("schedules", "update", id, "--name", "daily"), 0, `^notifies +`+hook+`:failed,completed$`)
	s.want(s.run("schedules", "update", id, "--notify", hook+":exploded"), 3, `exploded`, `→ .*canceled`)
	s.want(s.run("schedules", "update", id, "--notify", "nobody"), 3, `webhook nobody, which the schedule is to notify, was not found`)
	s.want(s.run("schedules", "update", id, "--notify", "", "--json"), 0, `"notifications": \[\]`)
}
