package app

import (
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/scheduler"
)

// scheduling is the part of a server that fires schedules.
type scheduling struct {
	scheduler *scheduler.Scheduler
	service   *schedule.Service
}

// newSchedules returns the scheduler and the service of schedules.
func (p *process) newSchedules(s *services) *scheduling {
	store, zones := p.state.db.Schedules(), new(schedule.Zones)
	fires := scheduler.New(scheduler.Options{Store: measuredSchedules{store, p.metrics}, Runs: s.runs, Zones: zones, Owner: uuid.NewString(), Logger: p.logger})
	return &scheduling{fires, schedule.NewService(schedule.Options{Store: store, Starter: fires, Zones: zones, Now: time.Now})}
}
