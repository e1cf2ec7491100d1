package schedule

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Service is the service for schedules.
type Service struct {
	store   Store
	starter Starter
	zones   *Zones
	now     func() time.Time
}

// Options are what the service works with.
type Options struct {
	Store   Store
	Starter Starter
	Zones   *Zones
	Now     func() time.Time
}

// Starter starts runs for firings.
type Starter interface {
	// FireNow fires a schedule for somebody who asks, whatever time it is.
	FireNow(ctx context.Context, by account.Actor, id ids.Schedule) (ids.Run, error)
}

// NewService makes the service.
func NewService(options Options) *Service {
	return &Service{store: options.Store, starter: options.Starter, zones: options.Zones, now: options.Now}
}

// Create makes a schedule.
func (s *Service) Create(ctx context.Context, by account.Actor, wanted Schedule) (Schedule, error) {
	now := s.now()
	wanted.ID, wanted.Organization, wanted.CreatedBy, wanted.CreatedAt = ids.New[ids.Schedule](), by.Organization, by.User, now
	if err := wanted.check(s.zones, now); err != nil {
		return Schedule{}, err
	}
	var err error
	if wanted.NextDue, err = wanted.due(now, s.zones); err != nil {
		return Schedule{}, err
	}
	return s.store.Create(ctx, by, wanted)
}

// Get gives a schedule.
func (s *Service) Get(ctx context.Context, organization ids.Organization, id ids.Schedule) (Schedule, error) {
	return s.store.Find(ctx, organization, id)
}

// EnvironmentOf gives the environment of a schedule.
func (s *Service) EnvironmentOf(ctx context.Context, organization ids.Organization, id string) (ids.Environment, error) {
	found, err := s.store.Find(ctx, organization, ids.Schedule(id))
	return found.Environment, err
}

// List gives the schedules that the actor can see.
func (s *Service) List(ctx context.Context, query Query) (page.Result[Schedule], error) {
	return s.store.List(ctx, query)
}

// Update changes a schedule. When it is due is computed anew if what sets it off changed, or if it goes on after a pause:
// due times of a pause are not missed, they are not there.
func (s *Service) Update(ctx context.Context, by account.Actor, id ids.Schedule, change func(*Schedule) error) (Schedule, error) {
	now := s.now()
	return s.store.Change(ctx, by, id, func(schedule *Schedule) error {
		before := *schedule
		if err := change(schedule); err != nil {
			return err
		}
		if err := schedule.check(s.zones, now); err != nil {
			return err
		}
		if schedule.Trigger == before.Trigger && schedule.IsPaused == before.IsPaused {
			return nil
		}
		var err error
		schedule.NextDue, err = schedule.due(now, s.zones)
		return err
	})
}

// Delete takes a schedule away.
func (s *Service) Delete(ctx context.Context, by account.Actor, id ids.Schedule) error {
	return s.store.Delete(ctx, by, id)
}

// Run fires a schedule now, also one that is paused.
func (s *Service) Run(ctx context.Context, by account.Actor, id ids.Schedule) (ids.Run, error) {
	return s.starter.FireNow(ctx, by, id)
}

// Firings gives the firings of a schedule.
func (s *Service) Firings(ctx context.Context, query FiringQuery) (page.Result[Firing], error) {
	return s.store.Firings(ctx, query)
}

const maxTimes = 100

// Preview is a question for due times.
type Preview struct {
	Cron, TimeZone string
	After          time.Time // zero is now
	Count          int
}

// Preview gives the due times of a cron expression.
func (s *Service) Preview(p Preview) ([]time.Time, error) {
	if p.Count < 1 || p.Count > maxTimes {
		return nil, fault.New(fault.Invalid, "count cannot be %d", p.Count).WithHint("It is from 1 to %d.", maxTimes)
	}
	if p.After.IsZero() {
		p.After = s.now()
	}
	if p.After.Year() < 1970 || p.After.Year() > 9000 {
		return nil, fault.New(fault.Invalid, "after cannot be in the year %d", p.After.Year()).WithHint("Give a moment from 1970 on.")
	}
	rhythm, err := Trigger{Cron: p.Cron, TimeZone: p.TimeZone}.Timing(s.zones, p.After)
	if err != nil {
		return nil, err
	}
	return rhythm.Times(p.After, p.Count), nil
}

// NextTimes gives the next due times of a schedule; none while it is paused or when runs set it off.
func (s *Service) NextTimes(schedule *Schedule, count int) []time.Time {
	if schedule.NextDue.IsZero() {
		return nil
	}
	rhythm, err := schedule.Trigger.Timing(s.zones, s.now())
	if err != nil {
		return nil
	}
	return append([]time.Time{schedule.NextDue}, rhythm.Times(schedule.NextDue, count-1)...)
}
