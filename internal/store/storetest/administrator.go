package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

func administratorCases() cases {
	all := cases{
		"a disabled administrator does not count":                 disabledAdministratorDoesNotCount,
		"an administrator of another organization does not count": foreignAdministratorDoesNotCount,
		"one of two administrators who remove each other stays":   oneAdministratorStays,
		"one of two administrators who resign concurrently stays": oneOfTwoResigns,
		"the last administrator may change other fields":          lastAdministratorMayChange,
	}
	for name, change := range resigning() {
		all[name+" of the last is refused"] = func(t *testing.T, w suiteContext) { lastAdministratorStays(t, w, change) }
	}
	return all
}

// resigning lists the changes after which a user is no longer an active administrator.
func resigning() map[string]func(*account.User) {
	return map[string]func(*account.User){
		"a disable":    disable,
		"a delete":     remove,
		"a lower role": demote,
	}
}

func lastAdministratorStays(t *testing.T, w suiteContext, resign func(*account.User)) {
	o := w.tenant(t)
	refused(t, o.change(t.Context(), o.admin.ID, resign), fault.Conflict, "last active administrator")
	o.alive(t, o.admin)
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, o.admin.ID)
	ok(t, err)
	equal(t, found, o.admin.User)

	second := o.person(t, account.OrganizationAdministrator)
	ok(t, o.change(t.Context(), second.ID, resign))
	refused(t, o.change(t.Context(), o.admin.ID, resign), fault.Conflict)
}

func disabledAdministratorDoesNotCount(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	second := o.person(t, account.OrganizationAdministrator)
	ok(t, o.change(t.Context(), second.ID, disable))
	refused(t, o.change(t.Context(), o.admin.ID, remove), fault.Conflict)
	// A disabled administrator does not count.
	ok(t, o.change(t.Context(), second.ID, remove))
}

func foreignAdministratorDoesNotCount(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	w.tenant(t)
	refused(t, o.change(t.Context(), o.admin.ID, remove), fault.Conflict)
}

func lastAdministratorMayChange(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	ok(t, o.change(t.Context(), o.admin.ID, func(u *account.User) { u.FirstName = "Grace" }))
	o.alive(t, o.admin)
	ok(t, o.change(t.Context(), o.admin.ID, func(u *account.User) { u.PasswordHash = "hash of another" }))
	o.dead(t, o.admin)
}

// oneAdministratorStays makes two administrators remove each other concurrently. The second one is rejected, either as
// the last administrator or because its own credential is revoked by then.
func oneAdministratorStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	pair := []person{o.admin, o.person(t, account.OrganizationAdministrator)}
	outcomes := together(2, func(i int) error {
		_, err := o.db.Users().Change(t.Context(), pair[i].actor, pair[1-i].ID, func(u *account.User) error {
			disable(u)
			return nil
		})
		return err
	})
	o.oneRuns(t, outcomes)
}

// oneOfTwoResigns makes two transactions reach the same point, as far as the database runs them concurrently, so that
// neither sees what the other one is about to do.
func oneOfTwoResigns(t *testing.T, w suiteContext) {
	for range 5 {
		o := w.tenant(t)
		pair := []ids.User{o.admin.ID, o.person(t, account.OrganizationAdministrator).ID}
		server := account.Actor{Organization: o.Organization.ID} // has no credential that could be revoked in the meantime
		var here sync.WaitGroup
		here.Add(len(pair))
		both := make(chan struct{})
		go func() {
			here.Wait()
			close(both)
		}()
		outcomes := together(len(pair), func(i int) error {
			arrived := sync.OnceFunc(here.Done)
			defer arrived()
			_, err := o.db.Users().Change(t.Context(), server, pair[i], func(u *account.User) error {
				arrived()
				select {
				case <-both:
				case <-time.After(patience / 5): // the other transaction has to wait for this one
				}
				remove(u)
				return nil
			})
			return err
		})
		o.oneRuns(t, outcomes)
	}
}

// oneRuns checks that one of two changes happened and that the organization has one administrator left.
func (o *tenant) oneRuns(t *testing.T, outcomes []error) {
	t.Helper()
	happened := 0
	for _, err := range outcomes {
		switch {
		case err == nil:
			happened++
		case !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Unauthenticated):
			t.Errorf("got %v, want conflict or unauthenticated", err)
		}
	}
	equal(t, happened, 1)
	users, err := o.db.Users().List(t.Context(), o.Organization.ID, ordered("id"))
	ok(t, err)
	running := 0
	for _, user := range users.Items {
		if user.RunsOrganization() {
			running++
		}
	}
	equal(t, running, 1)
}
