package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

// pauseOwned pauses the schedules of a user who is no longer active. Firings that are already due fail when they start,
// because the owner is checked then.
func pauseOwned(ctx context.Context, t *tx, owner account.User) error {
	_, err := t.ExecContext(ctx, `UPDATE schedules SET is_paused = true, next_due = 0, pause_reason = $1
		WHERE organization_id = $2 AND owner_id = $3 AND NOT is_paused`, inactiveReason(owner), owner.Organization, owner.ID)
	return err
}

func inactiveReason(owner account.User) string {
	return fmt.Sprintf("the owner %s was %s", owner.Email, owner.Status)
}

// pauseForOwner pauses a schedule whose owner may not start its runs, unless it has a new owner.
func (t *tx) pauseForOwner(ctx context.Context, s schedule.Schedule, reason string) error {
	_, err := t.ExecContext(ctx, `UPDATE schedules SET is_paused = true, next_due = 0, pause_reason = $1
		WHERE organization_id = $2 AND id = $3 AND owner_id = $4 AND NOT is_paused`, reason, s.Organization, s.ID, s.Owner)
	return err
}

// ownerRefusal returns why an owner may not start runs in an environment, or "" if the owner may. It locks the owner:
// a change of the owner's roles waits for this transaction, or this transaction sees the change.
func (t *tx) ownerRefusal(ctx context.Context, organization ids.Organization, owner ids.User, environment ids.Environment) (string, error) {
	if owner == "" { // the server itself created the schedule
		return "", nil
	}
	lock := ""
	if t.dialect.forUpdate != "" {
		lock = " FOR SHARE"
	}
	row := t.QueryRowContext(ctx, `SELECT `+userSelection+` FROM users WHERE organization_id = $1 AND id = $2`+lock, organization, owner)
	user, err := scanUser(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Sprintf("the owner %s does not exist", owner), nil
	}
	if err != nil {
		return "", err
	}
	if user.Status != account.UserActive {
		return inactiveReason(user), nil
	}
	mayRun, err := t.mayRun(ctx, user, environment)
	if err != nil || mayRun {
		return "", err
	}
	return fmt.Sprintf("the owner %s may not run environment %d", user.Email, environment), nil
}

// mayRun reports whether a user may start runs in an environment. It returns true if there is no such environment,
// because the start then fails for that reason.
func (t *tx) mayRun(ctx context.Context, user account.User, environment ids.Environment) (bool, error) {
	scope := account.Scope{Environment: environment}
	err := t.QueryRowContext(ctx, `SELECT project_id FROM environments WHERE organization_id = $1 AND id = $2`, user.Organization, environment).
		Scan(&scope.Project)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	granted, err := readGrants(ctx, t, "g.user_id = $1", user.ID)
	if err != nil {
		return false, err
	}
	actor := account.Actor{User: user.ID, Organization: user.Organization, Role: user.Role}
	granted.complete(&actor)
	return actor.Can(account.EnvironmentRun, scope), nil
}

// ownersMayStart returns a fault for each schedule whose owner may not start its run.
func (t *tx) ownersMayStart(ctx context.Context, organization ids.Organization, wanted []wantedRun) (map[ids.Schedule]error, error) {
	args, places := []any{organization}, make([]string, len(wanted))
	for i := range wanted {
		args = append(args, wanted[i].draft.Firing.Schedule)
		places[i] = fmt.Sprintf("$%d", len(args))
	}
	type owned struct {
		id    ids.Schedule
		owner ids.User
	}
	all, err := queryAll(ctx, t, func(scan scanner) (o owned, err error) { return o, scan(&o.id, &o.owner) },
		`SELECT id, owner_id FROM schedules WHERE organization_id = $1 AND id IN (`+strings.Join(places, ", ")+`) ORDER BY owner_id, id`, args...)
	if err != nil {
		return nil, err
	}
	reasons, refused := map[ids.User]string{}, map[ids.Schedule]error{}
	for _, o := range all {
		reason, known := reasons[o.owner]
		if !known {
			if reason, err = t.ownerRefusal(ctx, organization, o.owner, wanted[0].draft.Environment); err != nil {
				return nil, err
			}
			reasons[o.owner] = reason
		}
		if reason != "" {
			refused[o.id] = run.OwnerRefused(reason)
		}
	}
	return refused, nil
}

// ownerMayStart checks the owner of the schedule of a draft that the server starts. A user who fires a schedule has the
// permission already.
func (t *tx) ownerMayStart(ctx context.Context, by account.Actor, draft run.Draft) error {
	if draft.Firing == nil || !by.Credential.IsSystem() {
		return nil
	}
	refused, err := t.ownersMayStart(ctx, by.Organization, []wantedRun{{draft: draft}})
	if err != nil {
		return err
	}
	return refused[draft.Firing.Schedule]
}

// checkResume checks that the owner of a schedule whose pause ends may start its runs.
func (t *tx) checkResume(ctx context.Context, before, after schedule.Schedule) error {
	if !before.IsPaused || after.IsPaused {
		return nil
	}
	reason, err := t.ownerRefusal(ctx, after.Organization, after.Owner, after.Environment)
	if err != nil || reason == "" {
		return err
	}
	return schedule.CannotResume(after.ID, reason)
}
