package overview

import (
	"context"
	"maps"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/schedule"
)

// EnvironmentState is what event streams report about an environment.
type EnvironmentState struct {
	ID             ids.Environment
	Project        ids.Project
	Name           string
	Status         project.Status
	DeployedCommit string
	Version        int64                      // grows when what a plan depends on changes
	Health         *project.EnvironmentHealth // never changed; a new health is a new value
}

// ScheduleState is what event streams report about a schedule.
type ScheduleState struct {
	ID                  ids.Schedule
	Environment         ids.Environment
	Project             ids.Project // of the environment; empty if the environment is deleted
	Name                string
	IsPaused            bool
	PauseReason         string
	NextDue             time.Time
	LastDue             time.Time
	SettingsFingerprint string
	OpenFirings         int
	LastFiring          FiringState
}

// FiringState is the firing of a schedule with the latest due time; zero if there is none.
type FiringState struct {
	Due   time.Time
	State schedule.FiringState
	Run   ids.Run
}

// States are the states of all environments and schedules of an organization at one time. They and their elements never
// change. An element that is the same as before is the same pointer.
type States struct {
	Environments map[ids.Environment]*EnvironmentState
	Schedules    map[ids.Schedule]*ScheduleState
}

// StateRead is what the store returns about an organization.
type StateRead struct {
	Sequence     int64              // of the last change of a run
	Environments []EnvironmentState // without their health
	Health       map[ids.Environment]project.EnvironmentHealth
	Schedules    []ScheduleState
}

// StateStore reads states.
type StateStore interface {
	// States reads the states of an organization. It reads the health only of the environments in which a run changed after a
	// sequence number, because only runs change it; of all of them if the number is 0.
	States(ctx context.Context, organization ids.Organization, after int64) (StateRead, error)
}

// next returns the states after a read. It returns the same states if the read found nothing new.
func (s *States) next(read StateRead) *States {
	changed := &States{
		Environments: make(map[ids.Environment]*EnvironmentState, len(read.Environments)),
		Schedules:    make(map[ids.Schedule]*ScheduleState, len(read.Schedules)),
	}
	isSame := len(read.Environments) == len(s.Environments) && len(read.Schedules) == len(s.Schedules)
	for i := range read.Environments {
		e, old := &read.Environments[i], s.Environments[read.Environments[i].ID]
		e.Health = nextHealth(old, read.Health, e.ID)
		if old != nil && *old == *e {
			e = old
		}
		isSame = isSame && e == old
		changed.Environments[e.ID] = e
	}
	for i := range read.Schedules {
		state, old := &read.Schedules[i], s.Schedules[read.Schedules[i].ID]
		if old != nil && *old == *state {
			state = old
		}
		isSame = isSame && state == old
		changed.Schedules[state.ID] = state
	}
	if isSame {
		return s
	}
	return changed
}

// nextHealth returns the health of an environment: the one that was read, or else the old one. An environment that is new
// and has no runs has nothing deployed.
func nextHealth(old *EnvironmentState, read map[ids.Environment]project.EnvironmentHealth, id ids.Environment) *project.EnvironmentHealth {
	health, isRead := read[id]
	switch {
	case !isRead && old != nil:
		return old.Health
	case !isRead:
		health = project.NewEnvironmentHealth(nil, false, false)
	case old != nil && isSameHealth(*old.Health, health):
		return old.Health
	}
	return &health
}

func isSameHealth(a, b project.EnvironmentHealth) bool {
	return a.Status == b.Status && a.FailedTests == b.FailedTests && maps.Equal(a.Nodes, b.Nodes)
}
