package schedule

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Service manages schedules.
type Service struct {
	store   Store
	starter Starter
	zones   *Zones
	now     func() time.Time
}

// Options configures a Service.
type Options struct {
	Store   Store
	Starter Starter
	Zones   *Zones
	Now     func() time.Time
}

// Starter starts runs for firings.
type Starter interface {
	// FireNow fires a schedule at the request of a user, whatever its due time.
	FireNow(ctx context.Context, by account.Actor, id ids.Schedule) (ids.Run, error)
}

// NewService returns a service.
func NewService(options Options) *Service {
	return &Service{store: options.Store, starter: options.Starter, zones: options.Zones, now: options.Now}
}

// Create creates a schedule.
func (s *Service) Create(ctx context.Context, by account.Actor, wanted Schedule) (Schedule, error) {
	now := s.now()
	wanted.ID, wanted.Organization, wanted.CreatedBy, wanted.CreatedAt = ids.New[ids.Schedule](), by.Organization, by.User, now
	wanted.Owner = by.User
	if err := wanted.check(s.zones, now); err != nil {
		return Schedule{}, err
	}
	var err error
	if wanted.NextDue, err = wanted.due(now, s.zones); err != nil {
		return Schedule{}, err
	}
	return s.store.Create(ctx, by, wanted)
}

// Get returns a schedule.
func (s *Service) Get(ctx context.Context, organization ids.Organization, id ids.Schedule) (Schedule, error) {
	return s.store.Find(ctx, organization, id)
}

// EnvironmentOf returns the environment of a schedule.
func (s *Service) EnvironmentOf(ctx context.Context, organization ids.Organization, id string) (ids.Environment, error) {
	found, err := s.store.Find(ctx, organization, ids.Schedule(id))
	return found.Environment, err
}

// List returns a page of the schedules that the actor can see.
func (s *Service) List(ctx context.Context, query Query) (page.Result[Schedule], error) {
	return s.store.List(ctx, query)
}

// Update changes a schedule. It computes the next due time again if the trigger changed or a pause ended: the due times
// during a pause do not count as missed.
func (s *Service) Update(ctx context.Context, by account.Actor, id ids.Schedule, change func(*Schedule) error) (Schedule, error) {
	now := s.now()
	return s.store.Change(ctx, by, id, func(schedule *Schedule) error {
		before := *schedule
		if err := change(schedule); err != nil {
			return err
		}
		if !schedule.IsPaused {
			schedule.PauseReason = ""
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

// TakeOver makes the actor the owner of a schedule, and resumes it if the server paused it because of the old owner.
func (s *Service) TakeOver(ctx context.Context, by account.Actor, id ids.Schedule) (Schedule, error) {
	return s.Update(ctx, by, id, func(schedule *Schedule) error {
		schedule.Owner = by.User
		if schedule.PauseReason != "" {
			schedule.IsPaused = false
		}
		return nil
	})
}

// Delete deletes a schedule.
func (s *Service) Delete(ctx context.Context, by account.Actor, id ids.Schedule) error {
	return s.store.Delete(ctx, by, id)
}

// Run fires a schedule now, even if it is paused.
func (s *Service) Run(ctx context.Context, by account.Actor, id ids.Schedule) (ids.Run, error) {
	return s.starter.FireNow(ctx, by, id)
}

// Firings returns a page of the firings of a schedule.
func (s *Service) Firings(ctx context.Context, query FiringQuery) (page.Result[Firing], error) {
	return s.store.Firings(ctx, query)
}

const maxTimes = 100

// Preview asks for the due times of a cron expression.
type Preview struct {
	Cron, TimeZone string
	After          time.Time // zero means now
	Count          int
}

// PreviewedTimes is the answer to a preview.
type PreviewedTimes struct {
	Times  []time.Time
	Change *ClockChange // the next in the time zone; nil if there is none within a year
}

// Preview returns the due times of a cron expression.
func (s *Service) Preview(p Preview) (PreviewedTimes, error) {
	if p.Count < 1 || p.Count > maxTimes {
		return PreviewedTimes{}, fault.New(fault.Invalid, "count %d is out of range", p.Count).WithHint("Use a number from 1 to %d.", maxTimes)
	}
	if p.After.IsZero() {
		p.After = s.now()
	}
	if p.After.Year() < 1970 || p.After.Year() > 9000 {
		return PreviewedTimes{}, fault.New(fault.Invalid, "after is in the year %d", p.After.Year()).WithHint("Use a time from 1970 on.")
	}
	timing, err := Trigger{Cron: p.Cron, TimeZone: p.TimeZone}.Timing(s.zones, p.After)
	if err != nil {
		return PreviewedTimes{}, err
	}
	return PreviewedTimes{Times: timing.Times(p.After, p.Count), Change: nextClockChange(p.After, timing.zone)}, nil
}

// NextTimes returns the next due times of a schedule; none if it is paused or has no cron trigger.
func (s *Service) NextTimes(schedule *Schedule, count int) []time.Time {
	if schedule.NextDue.IsZero() {
		return nil
	}
	timing, err := schedule.Trigger.Timing(s.zones, s.now())
	if err != nil {
		return nil
	}
	return append([]time.Time{schedule.NextDue}, timing.Times(schedule.NextDue, count-1)...)
}
