package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/installation"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/worker"
)

func quotaCases() cases {
	return cases{
		"an organization has at most its quota of users":            userQuota,
		"an organization has at most its quota of runs in progress": runQuota,
		"concurrent claims keep the quota":                          runQuotaAtOnce,
		"a takeover does not count against the quota once more":     takeoverAtQuota,
		"a quota does not stop the runs of others":                  quotaOfAnother,
		"no run starts above the quota of storage":                  storageQuota,
		"what an organization stores is measured":                   stateIsMeasured,
	}
}

func userQuota(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.quotas(t, installation.Quotas{MaxUsers: 3})
	o.member(t)
	create := func() error {
		return o.db.Users().Create(t.Context(), o.admin.actor, newUser(o.Organization.ID, account.OrganizationMember))
	}
	created := 0
	for _, err := range together(6, func(int) error { return create() }) {
		if err == nil {
			created++
			continue
		}
		refused(t, err, fault.Limit, "3 users, which is its quota")
	}
	equal(t, created, 1)
	found, err := o.db.Installation().Find(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, found.Use.Users, 3)
	o.quotas(t, installation.Quotas{MaxUsers: 2}) // those who are there stay
	refused(t, create(), fault.Limit)
	o.quotas(t, installation.Quotas{})
	ok(t, create())
	w.tenant(t).member(t) // others have no quota
}

// quotaRuns stores runs of an organization that may have some in progress. They do not wait for each other.
func (o *tenant) quotaRuns(t *testing.T, quota, count int) []run.Run {
	t.Helper()
	o.quotas(t, installation.Quotas{MaxRuns: quota})
	environment := o.environment(t, o.project(t).ID)
	runs := make([]run.Run, count)
	for i := range runs {
		runs[i] = o.refresh(t, environment.ID)
	}
	return runs
}

func runQuota(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	runs := o.quotaRuns(t, 1, 2)
	service := &worker.Service{Store: o.db.Workers()}
	explain := func() worker.Wait {
		t.Helper()
		wait, _, err := service.Explain(t.Context(), o.Organization.ID, runs[1].ID)
		ok(t, err)
		return wait
	}
	process := worker.Worker{ID: unique(), Kind: worker.InServer, DataFolderID: string(o.Organization.ID), MaxRuns: 9}
	ok(t, o.db.Workers().Register(t.Context(), process, time.Hour))
	defer func() { ok(t, o.db.Workers().Unregister(t.Context(), process.ID)) }()
	equal(t, explain(), worker.Wait{})
	claimed := o.claims(t, runs[0].ID)
	o.claims(t, 0)
	equal(t, explain(), worker.Wait{
		Reason: "your organization has 1 runs in progress, which is its quota",
		Hint:   "Wait until one of them ends, or ask an operator of this server to raise the quota.",
	})
	o.finish(t, claimed, run.Completed)
	equal(t, explain(), worker.Wait{})
	o.claims(t, runs[1].ID)
	third := o.refresh(t, runs[0].Environment)
	o.claims(t, 0)
	o.quotas(t, installation.Quotas{MaxRuns: 2})
	o.claims(t, third.ID)
}

func runQuotaAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.quotaRuns(t, 3, 12)
	equal(t, len(o.claimTogether(t, 12)), 3)
	o.nothing(t)
	many := w.tenant(t)
	many.quotaRuns(t, 2, 8)
	request := many.claimant("many at once")
	request.Limit = 8
	claimed, err := many.db.Leases().Claim(t.Context(), request)
	ok(t, err)
	equal(t, len(claimed), 2)
}

func takeoverAtQuota(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	runs := o.quotaRuns(t, 1, 2)
	equal(t, o.claim(t, o.briefly("vanished")).Run.ID, runs[0].ID)
	equal(t, o.claims(t, runs[0].ID).Lease.Epoch, 2)
	o.claims(t, 0)
}

func quotaOfAnother(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	runs := o.quotaRuns(t, 1, 40)
	o.claims(t, runs[0].ID)
	free := other.refresh(t, other.environment(t, other.project(t).ID).ID)
	other.claims(t, free.ID)
}

func storageQuota(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	o.quotas(t, installation.Quotas{MaxStorageBytes: 3 << 20})
	o.refresh(t, environment.ID) // nothing was measured yet
	meter := o.db.StorageMeter()
	ok(t, meter.SaveStorage(t.Context(), o.Organization.ID, "state", 1<<20))
	o.refresh(t, environment.ID)
	ok(t, meter.SaveStorage(t.Context(), o.Organization.ID, "files a", 2<<20))
	_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(environment.ID))
	refused(t, err, fault.Full, "3.0 MiB", "new runs are refused")
	_, err = o.db.Runs().Insert(t.Context(), o.system(), o.draft(environment.ID)) // as a schedule does
	refused(t, err, fault.Full, "its quota of 3.0 MiB")
	o.quotas(t, installation.Quotas{MaxStorageBytes: 4 << 20})
	next := o.refresh(t, environment.ID)
	equal(t, next.ID, 3) // the refused ones took no number
}

func stateIsMeasured(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	measure := func() int64 {
		t.Helper()
		bytes, err := o.db.StorageMeter().StateBytes(t.Context(), o.Organization.ID)
		ok(t, err)
		return bytes
	}
	equal(t, measure(), 0)
	o.refresh(t, o.environment(t, o.project(t).ID).ID)
	if bytes := measure(); bytes < 20 {
		t.Errorf("a run has %d bytes", bytes)
	}
	organizations, err := o.db.StorageMeter().Organizations(t.Context())
	ok(t, err)
	if len(organizations) == 0 {
		t.Error("there are no organizations to measure")
	}
}
