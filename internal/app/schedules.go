package app

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
)

// newSchedules returns the scheduler and the service of schedules.
func (a *App) newSchedules(e *execution) (*scheduler.Scheduler, *schedule.Service) {
	store, zones := a.state.db.Schedules(), new(schedule.Zones)
	fires := scheduler.New(scheduler.Options{Store: measuredSchedules{store, a.metrics}, Runs: e.runs, Zones: zones, Owner: uuid.NewString(), Logger: a.logger})
	return fires, schedule.NewService(schedule.Options{Store: store, Starter: fires, Zones: zones, Now: time.Now})
}
