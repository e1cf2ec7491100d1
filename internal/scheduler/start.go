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
	// maxStart limits the time to plan and store some runs.
	maxStart = 30 * time.Second
	// An attempt that fails for a temporary reason, such as an unavailable database, is postponed. After this many
	// times it fails.
	maxRefusals = 20
	putOffFor   = 5 * time.Second
)

// start starts the runs of the attempts of one environment.
func (s *Scheduler) start(ctx context.Context, attempts []schedule.Attempt) {
	// A start in progress is finished, even if the process is about to stop.
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
	first := from[0].Schedule
	for i, started := range s.Runs.StartAll(ctx, first.Organization, first.Environment, requests) {
		s.recordStart(ctx, from[i], started)
	}
}

// repeat reruns the incomplete nodes of the previous run, on a retry from the failure. It returns false if the retry
// starts from the beginning, or if nothing can be repeated because the deployed project has changed.
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
	return &run.Firing{Schedule: due.ID, Due: attempt.Firing.Due, Attempt: attempt.Firing.Attempt, By: due.Owner}
}

// requestFor returns the start request of a schedule.
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

// recordStart records the result of an attempt that started no run. If the write fails, another server claims the
// attempt when its lease expires.
func (s *Scheduler) recordStart(ctx context.Context, attempt schedule.Attempt, started run.Started) {
	log := s.Logger.With("schedule", attempt.Schedule.ID, "due", attempt.Firing.Due, "attempt", attempt.Firing.Attempt)
	err := started.Err
	switch {
	case err == nil:
		log.InfoContext(ctx, "schedule started a run", "run", started.Run.ID)
		return
	case run.IsFiringTaken(err):
		return
	case run.IsOwnerRefused(err):
		reason := fault.From(err).Message
		log.WarnContext(ctx, "schedule paused", "reason", reason)
		err = s.Store.Fail(ctx, attempt, schedule.Failure{Reason: reason, IsFinal: true, PauseReason: reason})
	case isTransient(err) && attempt.Refusals < maxRefusals:
		log.WarnContext(ctx, "schedule start postponed", "error", err.Error())
		err = s.Store.Postpone(ctx, attempt, putOffFor, fault.From(err).Message)
	default:
		log.WarnContext(ctx, "schedule start failed", "error", err.Error())
		err = s.Store.Fail(ctx, attempt, schedule.Failure{Reason: fault.From(err).Message})
	}
	if err != nil {
		log.WarnContext(ctx, "schedule attempt not recorded", "error", err.Error())
	}
}

// isTransient reports whether a later attempt may succeed without a change.
func isTransient(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Full, fault.Conflict, fault.Canceled, fault.Internal:
		return true
	default:
		return false
	}
}

// FireNow fires a schedule at the request of a user. If no run can be started, it returns the error, and there is no
// retry.
func (s *Scheduler) FireNow(ctx context.Context, by account.Actor, id ids.Schedule) (ids.Run, error) {
	times, err := s.dueTimes(ctx)
	if err != nil {
		return 0, err
	}
	// The owner differs from that of automatic claims, which are released all at once.
	lease := schedule.ClaimRequest{Owner: s.Owner + " for a person", Now: times.Now, Length: s.Lease}
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
		s.Logger.WarnContext(ctx, "failed firing not recorded", "schedule", id, "error", failed.Error())
	}
	return 0, err
}
