package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/schedule"
)

// States reads the states of the environments and schedules of an organization on one database snapshot: four queries, and
// two for up to environmentsAtOnce of the environments whose health may have changed.
func (s *Overviews) States(ctx context.Context, organization ids.Organization, after int64) (overview.StateRead, error) {
	read := overview.StateRead{Health: map[ids.Environment]project.EnvironmentHealth{}}
	err := s.db.read(ctx, func(q querier) (err error) {
		if read.Sequence, err = lastSequence(ctx, q, organization); err != nil {
			return err
		}
		if read.Environments, err = environmentStates(ctx, q, organization); err != nil {
			return err
		}
		if read.Schedules, err = scheduleStates(ctx, q, organization); err != nil {
			return err
		}
		numbers, err := changedEnvironments(ctx, q, organization, read.Environments, after)
		if err != nil {
			return err
		}
		for some := range slices.Chunk(numbers, environmentsAtOnce) {
			args := append([]any{organization}, some...)
			if err := s.db.Environments().readHealth(ctx, q, read.Health, args); err != nil {
				return err
			}
		}
		return nil
	})
	return read, err
}

func environmentStates(ctx context.Context, q querier, organization ids.Organization) ([]overview.EnvironmentState, error) {
	return queryAll(ctx, q, func(scan scanner) (e overview.EnvironmentState, err error) {
		return e, scan(&e.ID, &e.Project, &e.Name, &e.Status, &e.DeployedCommit, &e.Version)
	}, `SELECT id, project_id, name, status, deployed_commit, version FROM environments WHERE organization_id = $1`, organization)
}

// changedEnvironments returns the numbers of the environments in which a run changed after a sequence number, or of all
// of them if it is 0. A run may also belong to a workspace, or to an environment that is deleted.
func changedEnvironments(
	ctx context.Context, q querier, organization ids.Organization, all []overview.EnvironmentState, after int64,
) ([]any, error) {
	var isChanged map[ids.Environment]bool
	if after > 0 {
		changed, err := queryAll(ctx, q, func(scan scanner) (id ids.Environment, err error) { return id, scan(&id) },
			`SELECT DISTINCT environment_id FROM runs WHERE organization_id = $1 AND changed > $2`, organization, after)
		if err != nil {
			return nil, err
		}
		isChanged = make(map[ids.Environment]bool, len(changed))
		for _, id := range changed {
			isChanged[id] = true
		}
	}
	var numbers []any
	for i := range all {
		if after == 0 || isChanged[all[i].ID] {
			numbers = append(numbers, all[i].ID)
		}
	}
	return numbers, nil
}

// scheduleStates reads schedules with their firings of the latest due times. Indexes find these, whatever the number of
// earlier ones.
func scheduleStates(ctx context.Context, q querier, organization ids.Organization) ([]overview.ScheduleState, error) {
	return queryAll(ctx, q, func(scan scanner) (overview.ScheduleState, error) {
		var row scheduleRow
		var state overview.ScheduleState
		var due int64
		firing := &state.LastFiring
		err := scan(append(row.into(), &state.Project, &state.OpenFirings, &due, &firing.State, &firing.Run)...)
		if err != nil {
			return state, err
		}
		firing.Due = fromMoment(due)
		s := row.schedule()
		state.ID, state.Environment, state.Name = s.ID, s.Environment, s.Name
		state.IsPaused, state.PauseReason, state.NextDue, state.LastDue = s.IsPaused, s.PauseReason, s.NextDue, s.LastDue
		state.SettingsFingerprint, err = scheduleFingerprint(s)
		return state, err
	}, `SELECT `+scheduleColumns+`, coalesce(e.project_id, ''),
			(SELECT count(*) FROM schedule_firings f WHERE f.organization_id = s.organization_id AND f.schedule_id = s.id AND `+openFirings+`),
			coalesce(l.due_at, 0), coalesce(l.state, ''), coalesce(l.run_id, 0)
		FROM schedules s LEFT JOIN environments e ON e.organization_id = s.organization_id AND e.id = s.environment_id
		LEFT JOIN schedule_firings l ON l.organization_id = s.organization_id AND l.schedule_id = s.id AND l.due_at =
			(SELECT max(m.due_at) FROM schedule_firings m WHERE m.organization_id = s.organization_id AND m.schedule_id = s.id)
		WHERE s.organization_id = $1`, organization)
}

// scheduleFingerprint returns a hash of the settings of a schedule, without its due times.
func scheduleFingerprint(s schedule.Schedule) (string, error) {
	s.NextDue = time.Time{}
	settings, err := json.Marshal(scheduleValues(s))
	hash := sha256.Sum256(settings)
	return hex.EncodeToString(hash[:8]), err
}
