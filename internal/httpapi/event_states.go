package httpapi

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
)

// stateEvents writes the states of environments and schedules that a stream has not sent yet. It starts with all that the
// actor can see, because their changes have no sequence numbers.
type stateEvents struct {
	watch       *overview.Watch
	environment ids.Environment // 0 selects every environment

	current      *overview.States
	seenAs       time.Time // when the actor of the last write was authenticated
	environments map[ids.Environment]*overview.EnvironmentState
	schedules    map[ids.Schedule]*overview.ScheduleState
}

func newStateEvents(watch *overview.Watch, environment ids.Environment) *stateEvents {
	return &stateEvents{
		watch: watch, environment: environment,
		environments: map[ids.Environment]*overview.EnvironmentState{}, schedules: map[ids.Schedule]*overview.ScheduleState{},
	}
}

// read reads the current states. It reports whether they changed.
func (s *stateEvents) read(ctx context.Context, sequence int64) (isNew bool, err error) {
	states, err := s.watch.States(ctx, sequence)
	if err != nil {
		return false, err
	}
	isNew = states != s.current
	s.current = states
	if isNew {
		s.seenAs = time.Time{}
	}
	return isNew, nil
}

// write writes what an actor, as of its last authentication, can see and the stream has not sent. It reports whether it
// wrote anything.
func (s *stateEvents) write(out *eventWriter, actor account.Actor, authenticated time.Time) bool {
	if s.seenAs.Equal(authenticated) {
		return false
	}
	s.seenAs = authenticated
	hasEnvironments := s.writeEnvironments(out, actor)
	return s.writeSchedules(out, actor) || hasEnvironments
}

func (s *stateEvents) writeEnvironments(out *eventWriter, actor account.Actor) (hasWritten bool) {
	visible := func(e *overview.EnvironmentState) bool {
		return e != nil && (s.environment == 0 || s.environment == e.ID) &&
			actor.Can(account.EnvironmentRead, account.Scope{Project: e.Project, Environment: e.ID})
	}
	for _, id := range slices.Sorted(maps.Keys(s.environments)) {
		if !visible(s.current.Environments[id]) {
			out.removedEnvironment(id)
			delete(s.environments, id)
			hasWritten = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.current.Environments)) {
		if e := s.current.Environments[id]; s.environments[id] != e && visible(e) {
			out.environment(e)
			s.environments[id] = e
			hasWritten = true
		}
	}
	return hasWritten
}

// writeSchedules is like writeEnvironments. Only administrators see a schedule whose environment is deleted; it has no
// project.
func (s *stateEvents) writeSchedules(out *eventWriter, actor account.Actor) (hasWritten bool) {
	visible := func(state *overview.ScheduleState) bool {
		return state != nil && (s.environment == 0 || s.environment == state.Environment) &&
			actor.Can(account.EnvironmentRead, account.Scope{Project: state.Project, Environment: state.Environment})
	}
	for _, id := range slices.Sorted(maps.Keys(s.schedules)) {
		if !visible(s.current.Schedules[id]) {
			out.removedSchedule(s.schedules[id])
			delete(s.schedules, id)
			hasWritten = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.current.Schedules)) {
		if state := s.current.Schedules[id]; s.schedules[id] != state && visible(state) {
			out.schedule(state)
			s.schedules[id] = state
			hasWritten = true
		}
	}
	return hasWritten
}
