package schedule_test

import (
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/schedule"
)

func TestDecideDue(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		cron   string
		missed schedule.MissedPolicy
		now    time.Duration // from noon, at which it is due
		want   schedule.DueDecision
	}{
		"at once":        {"0 * * * *", schedule.SkipMissed, 0, schedule.DueDecision{Fire: noon, Next: noon.Add(time.Hour)}},
		"a little late":  {"0 * * * *", schedule.SkipMissed, 5 * time.Minute, schedule.DueDecision{Fire: noon, Next: noon.Add(time.Hour)}},
		"late":           {"0 * * * *", schedule.SkipMissed, 6 * time.Minute, schedule.DueDecision{Missed: noon, Next: noon.Add(time.Hour)}},
		"late, and once": {"0 * * * *", schedule.FireOnce, 6 * time.Minute, schedule.DueDecision{Fire: noon, Next: noon.Add(time.Hour)}},
		"overtaken": {"*/10 * * * * *", schedule.SkipMissed, 25 * time.Second, schedule.DueDecision{
			Missed: noon, Fire: noon.Add(20 * time.Second), Next: noon.Add(30 * time.Second),
		}},
		"after years": {"*/10 * * * * *", schedule.FireOnce, 5 * 365 * 24 * time.Hour, schedule.DueDecision{
			Missed: noon, Fire: noon.Add(5 * 365 * 24 * time.Hour), Next: noon.Add(5*365*24*time.Hour + 10*time.Second),
		}},
		"after years of a rare one": {"0 12 31 1 *", schedule.SkipMissed, 800 * 24 * time.Hour, schedule.DueDecision{
			Missed: noon, Next: noon.AddDate(3, 0, 0),
		}},
		"unreadable": {"what", schedule.FireOnce, 0, schedule.DueDecision{Missed: noon}},
	} {
		s := schedule.Schedule{Trigger: schedule.Trigger{Cron: tt.cron}, Missed: tt.missed, NextDue: noon}
		got := s.DecideDue(noon.Add(tt.now), new(schedule.Zones))
		if (got.Reason == "") != got.Missed.IsZero() || strings.Contains(got.Reason, "\n") {
			t.Errorf("%s: the reason is %q", name, got.Reason)
		}
		got.Reason = ""
		if got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}
