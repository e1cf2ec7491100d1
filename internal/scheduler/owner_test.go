package scheduler_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
)

// newOwner creates a user who administers the environment.
func (d *fixture) newOwner() account.Actor {
	d.t.Helper()
	user := account.User{
		ID: ids.New[ids.User](), Organization: d.actor.Organization, Email: "grace@example.com", Role: account.OrganizationMember,
		Status: account.UserActive, CreatedAt: opening(),
	}
	if err := d.db.Users().Create(d.t.Context(), d.actor, user); err != nil {
		d.t.Fatal(err)
	}
	grant := account.EnvironmentRoleGrant{Environment: d.environment, Role: account.EnvironmentAdministrator}
	if err := d.db.Roles().SetEnvironment(d.t.Context(), d.actor, user.ID, grant); err != nil {
		d.t.Fatal(err)
	}
	return account.Actor{User: user.ID, Organization: user.Organization}
}

// createAs creates a schedule of another owner.
func (d *fixture) createAs(owner account.Actor, change func(*schedule.Schedule)) schedule.Schedule {
	d.t.Helper()
	before := d.actor
	defer func() { d.actor = before }()
	d.actor = owner
	return d.create(change)
}

func (d *fixture) setStatus(user ids.User, status account.UserStatus) {
	d.t.Helper()
	if _, err := d.db.Users().Change(d.t.Context(), d.actor, user, func(u *account.User) error {
		u.Status = status
		return nil
	}); err != nil {
		d.t.Fatal(err)
	}
}

func (d *fixture) wantPaused(id ids.Schedule, reason string) {
	d.t.Helper()
	found, err := d.schedules.Get(d.t.Context(), d.actor.Organization, id)
	if err != nil {
		d.t.Fatal(err)
	}
	if !found.IsPaused || !found.NextDue.IsZero() || !strings.Contains(found.PauseReason, reason) {
		d.t.Errorf("paused %t, next %s, reason %q; want the reason %q", found.IsPaused, found.NextDue, found.PauseReason, reason)
	}
}

func TestInactiveOwnerPausesSchedules(t *testing.T) {
	t.Parallel()
	for _, status := range []account.UserStatus{account.UserDisabled, account.UserDeleted} {
		t.Run(string(status), func(t *testing.T) {
			t.Parallel()
			d := newFixture(t)
			grace := d.newOwner()
			s, other := d.createAs(grace, nil), d.create(nil)
			if s.Owner != grace.User || s.OwnerEmail != "grace@example.com" {
				t.Errorf("the owner is %s, %s", s.Owner, s.OwnerEmail)
			}
			d.setStatus(grace.User, status)
			d.wantPaused(s.ID, "the owner grace@example.com was "+string(status))
			d.at(opening().Add(time.Minute))
			if states := d.states(s.ID); len(states) != 0 {
				t.Errorf("it fired: %v", states)
			}
			if diff := cmp.Diff([]string{"12:00 started"}, d.states(other.ID)); diff != "" {
				t.Errorf("the schedule of another owner: %s", diff)
			}
		})
	}
}

// A firing that is already due when its owner is disabled fails with the reason, also as a retry of the failed nodes.
func TestDueFiringOfInactiveOwnerFails(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	grace := d.newOwner()
	s := d.createAs(grace, func(s *schedule.Schedule) { s.Retry = schedule.Retry{Count: 3, From: schedule.FromFailure} })
	d.at(opening().Add(time.Minute))
	d.finish(run.Failed)
	if diff := cmp.Diff([]string{"12:00 due"}, d.states(s.ID)); diff != "" {
		t.Fatal(diff)
	}
	d.setStatus(grace.User, account.UserDisabled)
	d.at(opening().Add(2 * time.Minute))
	if got := d.firings(s.ID)[0]; got.State != schedule.FiringFailed || !strings.Contains(got.Reason, "was disabled") {
		t.Errorf("the firing is %+v", got)
	}
}

// A schedule starts nothing that its owner may not start.
func TestScheduleHasPermissionsOfItsOwner(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	grace := d.newOwner()
	s := d.createAs(grace, func(s *schedule.Schedule) { s.Retry = schedule.Retry{Count: 3, From: schedule.FromBeginning} })
	d.at(opening().Add(time.Minute))
	if r := d.finish(run.Completed); r.StartedBy != grace.User {
		t.Errorf("the run was started by %s, want the owner", r.StartedBy)
	}
	grant := account.EnvironmentRoleGrant{Environment: d.environment, Role: account.EnvironmentReader}
	if err := d.db.Roles().SetEnvironment(t.Context(), d.actor, grace.User, grant); err != nil {
		t.Fatal(err)
	}
	d.at(opening().Add(61 * time.Minute))
	if diff := cmp.Diff([]string{"12:00 completed", "13:00 failed"}, d.states(s.ID)); diff != "" {
		t.Error(diff)
	}
	d.wantPaused(s.ID, "the owner grace@example.com may not run environment")
	d.at(opening().Add(121 * time.Minute))
	if states := d.states(s.ID); len(states) != 2 {
		t.Errorf("it fired again: %v", states)
	}
}

func TestTakeOver(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	grace := d.newOwner()
	s := d.createAs(grace, nil)
	paused := d.createAs(grace, func(s *schedule.Schedule) { s.IsPaused = true })
	d.setStatus(grace.User, account.UserDisabled)
	resume := func(s *schedule.Schedule) error {
		s.IsPaused = false
		return nil
	}
	for _, id := range []ids.Schedule{s.ID, paused.ID} {
		if _, err := d.schedules.Update(t.Context(), d.actor, id, resume); !fault.Is(err, fault.Conflict) {
			t.Errorf("a schedule of a disabled owner is resumed: %v", err)
		}
	}
	taken, err := d.schedules.TakeOver(t.Context(), d.actor, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if taken.Owner != d.actor.User || taken.IsPaused || taken.PauseReason != "" || taken.NextDue.IsZero() || taken.CreatedBy != grace.User {
		t.Errorf("after the takeover: %+v", taken)
	}
	// A schedule that a user paused stays paused.
	if taken, err = d.schedules.TakeOver(t.Context(), d.actor, paused.ID); err != nil || !taken.IsPaused || taken.Owner != d.actor.User {
		t.Errorf("after the takeover: %+v, %v", taken, err)
	}
	d.at(opening().Add(time.Minute))
	if r := d.finish(run.Completed); r.StartedBy != d.actor.User {
		t.Errorf("the run was started by %s", r.StartedBy)
	}
	if diff := cmp.Diff([]string{"12:00 completed"}, d.states(s.ID)); diff != "" {
		t.Error(diff)
	}
}
