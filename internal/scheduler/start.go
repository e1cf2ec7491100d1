package scheduler

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

const (
	// maxStart is how long the start of some runs may take: they are planned, and stored.
	maxStart = 30 * time.Second
	// An attempt that something is in the way of, such as a database that does not answer, is put off. After so many times
	// it has failed.
	maxRefusals = 20
	putOffFor   = 5 * time.Second
)

// start starts the runs of attempts that are of one environment.
func (s *Scheduler) start(ctx context.Context, attempts []schedule.Attempt) {
	// A start that has begun is finished, also when the process is about to stop.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxStart)
	defer cancel()
	requests := make([]run.StartRequest, 0, len(attempts))
	from := make([]schedule.Attempt, 0, len(attempts)) // the beginning
	for _, attempt := range attempts {
		if !s.repeat(ctx, attempt) {
			requests, from = append(requests, requestFor(attempt)), append(from, attempt)
		}
	}
	if len(from) == 0 {
		return
	}
	place := from[0].Schedule
	for i, started := range s.Runs.StartAll(ctx, place.Organization, place.Environment, requests) {
		s.recordStart(ctx, from[i], started)
	}
}

// repeat starts what is left of the run before, on a retry from the failure. It is false when that is not asked for, and
// when nothing of it can be repeated because what is deployed has changed since.
func (s *Scheduler) repeat(ctx context.Context, attempt schedule.Attempt) bool {
	due, firing := attempt.Schedule, attempt.Firing
	if firing.Attempt == 1 || firing.Run == 0 || due.Retry.From != schedule.FromFailure {
		return false
	}
	server := account.Actor{Organization: due.Organization, Role: account.OrganizationAdministrator}
	started, err := s.Runs.Rerun(ctx, server, run.RerunRequest{Run: firing.Run, Firing: markOf(attempt)})
	if fault.Is(err, fault.Invalid) || fault.Is(err, fault.NotFound) {
		return false
	}
	s.recordStart(ctx, attempt, run.Started{Run: started, Err: err})
	return true
}

func markOf(attempt schedule.Attempt) *run.Firing {
	due := attempt.Schedule
	return &run.Firing{Schedule: due.ID, Due: attempt.Firing.Due, Attempt: attempt.Firing.Attempt, By: due.CreatedBy}
}

// requestFor asks for what a schedule says.
func requestFor(attempt schedule.Attempt) run.StartRequest {
	due := attempt.Schedule
	request := run.StartRequest{
		Target: due.Environment, Job: due.Run.Job, Include: due.Run.Include, Exclude: due.Run.Exclude, Parameters: due.Run.Parameters,
		Description: "Schedule " + due.Name, Firing: markOf(attempt),
	}
	if due.Run.Parallelism > 0 {
		request.Parallelism = &due.Run.Parallelism
	}
	return request
}

// recordStart stores what came of an attempt that has started no run. When not even this is possible, the attempt is taken again
// after its lease has ended.
func (s *Scheduler) recordStart(ctx context.Context, attempt schedule.Attempt, started run.Started) {
	log := s.Logger.With("schedule", attempt.Schedule.ID, "due", attempt.Firing.Due, "attempt", attempt.Firing.Attempt)
	err := started.Err
	switch {
	case err == nil:
		log.InfoContext(ctx, "a schedule has started a run", "run", started.Run.ID)
		return
	case run.IsFiringTaken(err):
		return
	case isPassing(err) && attempt.Refusals < maxRefusals:
		log.WarnContext(ctx, "a schedule cannot start its run yet", "error", err.Error())
		err = s.Store.Postpone(ctx, attempt, putOffFor, fault.From(err).Message)
	default:
		log.WarnContext(ctx, "a schedule cannot start its run", "error", err.Error())
		err = s.Store.Fail(ctx, attempt, schedule.Failure{Reason: fault.From(err).Message})
	}
	if err != nil {
		log.WarnContext(ctx, "an attempt is not on record", "error", err.Error())
	}
}

// isPassing reports whether a start may succeed when it is tried again without anybody doing anything.
func isPassing(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Conflict, fault.Canceled, fault.Internal:
		return true
	default:
		return false
	}
}

// FireNow fires a schedule for somebody who asks. When no run can be started, they are told, and there is no retry.
func (s *Scheduler) FireNow(ctx context.Context, by account.Actor, id ids.Schedule) (ids.Run, error) {
	outlook, err := s.dueTimes(ctx)
	if err != nil {
		return 0, err
	}
	// The owner is another than that of what is taken by itself, which is given back all at once.
	lease := schedule.ClaimRequest{Owner: s.Owner + " for a person", Now: outlook.Now, Length: s.Lease}
	attempt, err := s.Store.Fire(ctx, by, id, lease)
	if err != nil {
		return 0, err
	}
	started, err := s.Runs.Start(ctx, by, requestFor(attempt))
	if err == nil {
		return started.ID, nil
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), maxStart)
	defer cancel()
	if failed := s.Store.Fail(last, attempt, schedule.Failure{Reason: fault.From(err).Message, IsFinal: true}); failed != nil {
		s.Logger.WarnContext(ctx, "a firing that failed is not on record", "schedule", id, "error", failed.Error())
	}
	return 0, err
}
