package storetest

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

func installationCases() cases {
	return cases{
		"operators are administrators who count":              operatorsCount,
		"the first administrator is an operator":              firstAdministratorIsOperator,
		"organizations are listed with what they use":         organizationsAreListed,
		"an operator creates and changes an organization":     organizationIsChanged,
		"a subdomain is taken once":                           subdomainIsTakenOnce,
		"only operators change organizations":                 onlyOperatorsChange,
		"an organization is deleted with everything":          organizationIsDeleted,
		"an organization with runs in progress is kept":       organizationInUseIsKept,
		"a deletion and writes of other organizations get on": deletionAmongWrites,
		"numbers of the whole installation are counted":       totalsAreCounted,
	}
}

// operator makes the administrator of a tenant an operator.
func (o *tenant) operator(t *testing.T) account.Actor {
	t.Helper()
	ok(t, o.db.Operators().Set(t.Context(), account.Actor{Organization: o.Organization.ID}, o.admin.ID, true))
	return o.admin.actor
}

// quotas sets the quotas of a tenant.
func (o *tenant) quotas(t *testing.T, quotas installation.Quotas) {
	t.Helper()
	_, err := o.db.Installation().Change(t.Context(), o.system(), o.Organization.ID, func(organization *installation.Organization) error {
		organization.Quotas = quotas
		return nil
	})
	ok(t, err)
}

// system is the server itself.
func (o *tenant) system() account.Actor { return account.Actor{Organization: o.Organization.ID} }

func operatorsCount(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	operators, store := o.db.Operators(), o.db.Installation()
	is := func(user ids.User) bool {
		found, err := store.IsOperator(t.Context(), user)
		ok(t, err)
		listed, err := operators.List(t.Context())
		ok(t, err)
		equal(t, slices.ContainsFunc(listed, func(u account.User) bool { return u.ID == user }), found)
		return found
	}
	member := o.member(t)
	refused(t, operators.Set(t.Context(), o.system(), member.ID, true), fault.Conflict, "no active administrator")
	equal(t, is(o.admin.ID), false)
	o.operator(t)
	o.operator(t) // once more changes nothing
	equal(t, is(o.admin.ID), true)
	second := o.person(t, account.OrganizationAdministrator)
	ok(t, operators.Set(t.Context(), o.system(), second.ID, true))
	ok(t, o.change(t.Context(), second.ID, func(u *account.User) { u.Role = account.OrganizationContributor }))
	equal(t, is(second.ID), false)
	ok(t, operators.Set(t.Context(), o.system(), o.admin.ID, false))
	equal(t, is(o.admin.ID), false)
	other := w.tenant(t)
	refused(t, operators.Set(t.Context(), o.system(), other.admin.ID, true), fault.NotFound)
}

func firstAdministratorIsOperator(t *testing.T, w suiteContext) {
	db := w.database(t)
	setup := newSetup(t)
	_, err := db.Setups().First(t.Context(), setup)
	ok(t, err)
	later := newSetup(t)
	ok(t, db.Setups().Add(t.Context(), later))
	for user, want := range map[ids.User]bool{setup.Administrator.ID: true, later.Administrator.ID: false} {
		is, err := db.Installation().IsOperator(t.Context(), user)
		ok(t, err)
		equal(t, is, want)
	}
}

func organizationsAreListed(t *testing.T, w suiteContext) {
	db := w.database(t)
	one, two := w.tenantIn(t, db), w.tenantIn(t, db)
	environment := one.environment(t, one.project(t).ID)
	one.member(t)
	deleted := one.member(t)
	ok(t, one.change(t.Context(), deleted.ID, func(u *account.User) { u.Status = account.UserDeleted }))
	one.refresh(t, environment.ID)
	running := one.refresh(t, environment.ID)
	one.claims(t, running.ID-1)
	one.quotas(t, installation.Quotas{MaxRuns: 3, MaxStorageBytes: 4 << 30, MaxUsers: 5})
	meter := db.StorageMeter()
	ok(t, meter.SaveStorage(t.Context(), one.Organization.ID, "state", 100))
	ok(t, meter.SaveStorage(t.Context(), one.Organization.ID, "files a", 20))
	ok(t, meter.SaveStorage(t.Context(), one.Organization.ID, "files a", 23))
	ok(t, meter.SaveStorage(t.Context(), "nothing", "state", 23)) // it was deleted meanwhile
	found, err := db.Installation().Find(t.Context(), one.Organization.ID)
	ok(t, err)
	equal(t, found.Quotas, installation.Quotas{MaxRuns: 3, MaxStorageBytes: 4 << 30, MaxUsers: 5})
	found.Use.MeasuredAt = noon()
	equal(t, found.Use, installation.Use{
		Users: 2, Projects: 1, Environments: 1, RunsWaiting: 1, RunsRunning: 1, StorageBytes: 123, MeasuredAt: noon(),
	})
	first, err := db.Installation().List(t.Context(), page.Request{OrderBy: "id", Limit: 1})
	ok(t, err)
	rest, err := db.Installation().List(t.Context(), page.Request{OrderBy: "id", Limit: 10, After: first.Next})
	ok(t, err)
	equal(t, []int{first.Total, len(first.Items), len(rest.Items)}, []int{2, 1, 1})
	listed := []ids.Organization{first.Items[0].ID, rest.Items[0].ID}
	want := []ids.Organization{one.Organization.ID, two.Organization.ID}
	slices.Sort(want)
	equal(t, listed, want)
	_, err = db.Installation().Find(t.Context(), "nothing")
	refused(t, err, fault.NotFound, "nothing")
}

func organizationIsChanged(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by, setup := o.operator(t), newSetup(t)
	ok(t, o.db.Installation().Create(t.Context(), by, setup, installation.Quotas{MaxUsers: 1}))
	made, err := o.db.Organizations().FindBySubdomain(t.Context(), setup.Organization.Subdomain)
	ok(t, err)
	equal(t, made, setup.Organization)
	changed, err := o.db.Installation().Change(t.Context(), by, made.ID, func(organization *installation.Organization) error {
		organization.Name, organization.Subdomain, organization.Quotas = "New name", unique(), installation.Quotas{MaxRuns: 7}
		return nil
	})
	ok(t, err)
	found, err := o.db.Installation().Find(t.Context(), made.ID)
	ok(t, err)
	equal(t, found, changed)
	equal(t, found.Quotas, installation.Quotas{MaxRuns: 7})
	_, err = o.db.Installation().Change(t.Context(), by, "nothing", func(*installation.Organization) error { return nil })
	refused(t, err, fault.NotFound)
}

func subdomainIsTakenOnce(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	by := o.operator(t)
	_, err := o.db.Installation().Change(t.Context(), by, o.Organization.ID, func(organization *installation.Organization) error {
		organization.Subdomain = other.Organization.Subdomain
		return nil
	})
	refused(t, err, fault.Conflict, other.Organization.Subdomain)
	setup := newSetup(t)
	setup.Organization.Subdomain = other.Organization.Subdomain
	refused(t, o.db.Installation().Create(t.Context(), by, setup, installation.Quotas{}), fault.Conflict)
	// Of several organizations that want the same subdomain one gets it.
	wanted, won := unique(), 0
	for _, err := range together(4, func(int) error {
		setup := newSetup(t)
		setup.Organization.Subdomain = wanted
		return o.db.Installation().Create(t.Context(), by, setup, installation.Quotas{})
	}) {
		if err == nil {
			won++
			continue
		}
		refused(t, err, fault.Conflict, wanted)
	}
	equal(t, won, 1)
}

func onlyOperatorsChange(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	store, keep := o.db.Installation(), func(*installation.Organization) error { return nil }
	agree := func(account.Organization) error { return nil }
	refuseAll := func(by account.Actor) {
		t.Helper()
		_, changed := store.Change(t.Context(), by, other.Organization.ID, keep)
		_, deleted := store.Delete(t.Context(), by, other.Organization.ID, agree)
		for _, err := range []error{store.Create(t.Context(), by, newSetup(t), installation.Quotas{}), changed, deleted} {
			refused(t, err, fault.Forbidden, "only operators")
		}
	}
	refuseAll(o.admin.actor)
	by := o.operator(t)
	_, err := store.Change(t.Context(), by, other.Organization.ID, keep)
	ok(t, err)
	ok(t, o.db.Operators().Set(t.Context(), o.system(), o.admin.ID, false))
	refuseAll(by)
}

func organizationIsDeleted(t *testing.T, w suiteContext) {
	o, doomed := w.tenant(t), w.tenant(t)
	by := o.operator(t)
	doomed.refresh(t, doomed.environment(t, doomed.project(t).ID).ID) // it waits
	agree := func(organization account.Organization) error {
		equal(t, organization.Name, doomed.Organization.Name)
		return nil
	}
	_, err := o.db.Installation().Delete(t.Context(), by, doomed.Organization.ID, func(account.Organization) error {
		return fault.New(fault.Invalid, "another name")
	})
	refused(t, err, fault.Invalid, "another name")
	doomed.alive(t, doomed.admin)
	rows, err := o.db.Installation().Delete(t.Context(), by, doomed.Organization.ID, agree)
	ok(t, err)
	if rows < 10 {
		t.Errorf("%d rows were deleted", rows)
	}
	_, err = o.db.Credentials().ByToken(t.Context(), doomed.admin.token.Hash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.Installation().Delete(t.Context(), by, doomed.Organization.ID, agree)
	refused(t, err, fault.NotFound)
}

func organizationInUseIsKept(t *testing.T, w suiteContext) {
	o, busy := w.tenant(t), w.tenant(t)
	by := o.operator(t)
	stored := busy.refresh(t, busy.environment(t, busy.project(t).ID).ID)
	claimed := busy.claims(t, stored.ID)
	agree := func(account.Organization) error { return nil }
	_, err := o.db.Installation().Delete(t.Context(), by, busy.Organization.ID, agree)
	refused(t, err, fault.Conflict, "1 runs of the organization are in progress")
	busy.finish(t, claimed, run.Completed)
	_, err = o.db.Installation().Delete(t.Context(), by, busy.Organization.ID, agree)
	ok(t, err)
}

// deletionAmongWrites deletes organizations while others write to the audit log, whose triggers the deletion disables.
func deletionAmongWrites(t *testing.T, w suiteContext) {
	o, writer := w.tenant(t), w.tenant(t)
	by := o.operator(t)
	const each = 3
	var doomed [each]*tenant
	for i := range doomed {
		doomed[i] = w.tenant(t)
	}
	for _, err := range together(3*each, func(i int) error {
		switch i % 3 {
		case 0:
			_, err := o.db.Installation().Delete(t.Context(), by, doomed[i/3].Organization.ID, func(account.Organization) error { return nil })
			return err
		case 1:
			return o.write(t)
		default:
			return writer.write(t)
		}
	}) {
		ok(t, err)
	}
}

// write makes a write of the administrator, which has an entry in the audit log.
func (o *tenant) write(t *testing.T) error {
	t.Helper()
	p := o.newProject()
	return o.db.Projects().Create(t.Context(), o.admin.actor, p, newWorkspace(p.ID))
}

func totalsAreCounted(t *testing.T, w suiteContext) {
	db := w.database(t)
	one := w.tenantIn(t, db)
	w.tenantIn(t, db)
	one.refresh(t, one.environment(t, one.project(t).ID).ID)
	ok(t, db.StorageMeter().SaveStorage(t.Context(), one.Organization.ID, "state", 100))
	totals, err := db.Installation().Totals(t.Context())
	ok(t, err)
	if totals.DatabaseBytes < 100_000 {
		t.Errorf("the database has %d bytes", totals.DatabaseBytes)
	}
	totals.DatabaseBytes = 0
	equal(t, totals, installation.Totals{Organizations: 2, Users: 2, RunsWaiting: 1, StorageBytes: 100})
}
