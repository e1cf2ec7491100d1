package httpapi

import (
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
)

func (o *eventWriter) environment(e *overview.EnvironmentState) {
	o.event("environment", api.EnvironmentEvent{
		EnvironmentID: ids.FormatNumber(e.ID), Project: new(string(e.Project)), Name: &e.Name, Status: new(api.EnvironmentStatus(e.Status)),
		Health: new(presentHealth(*e.Health)), DeployedCommit: optional(e.DeployedCommit), Version: &e.Version,
	})
}

func (o *eventWriter) removedEnvironment(id ids.Environment) {
	o.event("environment", api.EnvironmentEvent{EnvironmentID: ids.FormatNumber(id), Removed: new(true)})
}

func (o *eventWriter) schedule(s *overview.ScheduleState) {
	shape := api.ScheduleEvent{
		ScheduleID: string(s.ID), EnvironmentID: ids.FormatNumber(s.Environment), Name: &s.Name, IsPaused: &s.IsPaused,
		PauseReason: optional(s.PauseReason), NextDue: optionalTime(s.NextDue), LastDue: optionalTime(s.LastDue),
		OpenFirings: &s.OpenFirings, SettingsFingerprint: &s.SettingsFingerprint,
	}
	if f := &s.LastFiring; f.State != "" {
		shape.LastFiring = &api.FiringSummary{
			ID: strconv.FormatInt(f.Due.UnixMilli(), 10), DueAt: timestamp(f.Due), State: string(f.State), RunID: optionalNumber(f.Run),
		}
	}
	o.event("schedule", shape)
}

func (o *eventWriter) removedSchedule(s *overview.ScheduleState) {
	o.event("schedule", api.ScheduleEvent{ScheduleID: string(s.ID), EnvironmentID: ids.FormatNumber(s.Environment), Removed: new(true)})
}
