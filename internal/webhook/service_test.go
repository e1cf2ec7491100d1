package webhook_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// serviceFixture is a service on a real database, with a manual clock.
type serviceFixture struct {
	*webhook.Service

	keys  *secret.Keys
	by    account.Actor
	now   time.Time
	woken int
}

func newServiceFixture(t *testing.T) *serviceFixture {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	organization, err := account.NewOrganization("Example", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	admin := account.User{ID: "admin", Organization: organization.ID, Email: "a@b.example", Role: account.OrganizationAdministrator, Status: account.UserActive}
	err = errors.Join(db.Setups().BindKey(t.Context(), keys.Fingerprint()),
		db.Setups().Add(t.Context(), project.NewSetup(organization, admin, time.Now())))
	if err != nil {
		t.Fatal(err)
	}
	f := &serviceFixture{keys: keys, by: account.Actor{Organization: organization.ID}, now: time.Now().Truncate(time.Millisecond).UTC()}
	f.Service = &webhook.Service{Store: db.Webhooks(), Sealer: keys, Wake: func() { f.woken++ }, Now: func() time.Time { return f.now }}
	return f
}

func (f *serviceFixture) create(t *testing.T) webhook.Created {
	t.Helper()
	created, err := f.Create(t.Context(), f.by, webhook.Draft{URL: "https://example.com/hook", IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// signing returns the secrets that sign now.
func (f *serviceFixture) signing(t *testing.T, id webhook.ID) []string {
	t.Helper()
	found, err := f.Get(t.Context(), f.by.Organization, id)
	if err != nil {
		t.Fatal(err)
	}
	secrets, err := found.Secrets(f.keys, f.now)
	if err != nil {
		t.Fatal(err)
	}
	return secrets
}

func TestSecretIsShownOnceAndSealed(t *testing.T) {
	t.Parallel()
	f := newServiceFixture(t)
	created := f.create(t)
	if !strings.HasPrefix(created.Secret, "whsec_") || len(created.Secret) != len("whsec_")+32 {
		t.Errorf("the secret %q is not 24 bytes", created.Secret)
	}
	if diff := cmp.Diff([]string{created.Secret}, f.signing(t, created.Webhook.ID)); diff != "" {
		t.Error(diff)
	}
	found, err := f.Get(t.Context(), f.by.Organization, created.Webhook.ID)
	if err != nil || strings.Contains(fmt.Sprintf("%+v", found), created.Secret) {
		t.Errorf("found %+v, %v", found, err)
	}
	other := f.create(t)
	if other.Secret == created.Secret {
		t.Error("two webhooks have the same secret")
	}
	// A sealed secret that was copied to another webhook does not open there.
	found.ID = other.Webhook.ID
	if _, err := found.Secrets(f.keys, f.now); !fault.Is(err, fault.Unavailable) {
		t.Errorf("err = %v, want unavailable", err)
	}
}

func TestRotatedSecretSignsForADay(t *testing.T) {
	t.Parallel()
	f := newServiceFixture(t)
	created := f.create(t)
	id, secrets := created.Webhook.ID, []string{created.Secret}
	rotate := func() {
		rotated, err := f.Rotate(t.Context(), f.by, id)
		if err != nil {
			t.Fatal(err)
		}
		secrets = append([]string{rotated.Secret}, secrets...)
	}
	rotate()
	if diff := cmp.Diff(secrets, f.signing(t, id)); diff != "" {
		t.Errorf("after a rotation: %s", diff)
	}
	f.now = f.now.Add(12 * time.Hour)
	rotate()
	if diff := cmp.Diff(secrets, f.signing(t, id)); diff != "" {
		t.Errorf("after two: %s", diff)
	}
	f.now = f.now.Add(12 * time.Hour)
	if diff := cmp.Diff(secrets[:2], f.signing(t, id)); diff != "" {
		t.Errorf("a day after the first: %s", diff)
	}
	f.now = f.now.Add(12 * time.Hour)
	if diff := cmp.Diff(secrets[:1], f.signing(t, id)); diff != "" {
		t.Errorf("a day after both: %s", diff)
	}
	for range 10 {
		rotate()
	}
	if diff := cmp.Diff(secrets[:4], f.signing(t, id)); diff != "" {
		t.Errorf("after many at once: %s", diff)
	}
}

func TestURLs(t *testing.T) {
	t.Parallel()
	f, private := newServiceFixture(t), newServiceFixture(t)
	private.Egress = &egress.Policy{AllPrivate: true}
	type allowed struct{ public, private bool }
	for url, want := range map[string]allowed{
		"https://example.com":                              {true, true},
		"https://example.com:8443/a/b?token=c":             {true, true},
		"https://8.8.8.8/hook":                             {true, true},
		"https://[2606:4700::1111]/hook":                   {true, true},
		"https://münchen.example/é":                        {true, true},
		"http://example.com":                               {false, true},
		"http://localhost:9000/hook":                       {false, true},
		"https://127.0.0.1":                                {false, true},
		"https://[::1]:8443":                               {false, true},
		"https://10.1.2.3/hook":                            {false, true},
		"https://[::ffff:192.168.0.1]/":                    {false, true},
		"https://169.254.169.254/latest":                   {},
		"https://[fe80::1%25eth0]/":                        {},
		"https://0.0.0.0/":                                 {},
		"https://224.0.0.1/":                               {},
		"":                                                 {},
		"example.com/hook":                                 {},
		"ftp://example.com":                                {},
		"file:///etc/passwd":                               {},
		"javascript:alert(1)":                              {},
		"https://":                                         {},
		"https:///path":                                    {},
		"https:opaque":                                     {},
		"https://user:pass@example.com":                    {},
		"https://example.com#fragment":                     {},
		"https://example.com:0/":                           {},
		"https://example.com:65536/":                       {},
		"https://exa mple.com":                             {},
		"https://example.com/\x00":                         {},
		"https://example.com/\n":                           {},
		"https://example.com/" + strings.Repeat("x", 2000): {},
	} {
		_, public := f.Create(t.Context(), f.by, webhook.Draft{URL: url})
		_, inside := private.Create(t.Context(), private.by, webhook.Draft{URL: url})
		if (public == nil) != want.public || (inside == nil) != want.private {
			t.Errorf("%q: %v; where private addresses are allowed: %v; want %+v", url, public, inside, want)
		}
		for _, err := range []error{public, inside} {
			if err != nil && (!fault.Is(err, fault.Invalid) || fault.From(err).Hint == "") {
				t.Errorf("%q: %v has no hint or is not invalid", url, err)
			}
		}
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	f := newServiceFixture(t)
	for _, tt := range []struct {
		asked, want []webhook.Kind
	}{
		{nil, []webhook.Kind{webhook.AllKinds}},
		{[]webhook.Kind{webhook.AllKinds}, []webhook.Kind{webhook.AllKinds}},
		{[]webhook.Kind{webhook.RunFailed, webhook.AllKinds}, []webhook.Kind{webhook.AllKinds}},
		{[]webhook.Kind{webhook.DeployFailed, webhook.RunFailed, webhook.DeployFailed}, []webhook.Kind{webhook.RunFailed, webhook.DeployFailed}},
		{[]webhook.Kind{}, []webhook.Kind{}},
		{[]webhook.Kind{"run.exploded"}, nil},
		{[]webhook.Kind{webhook.Test}, nil},
		{[]webhook.Kind{webhook.ScheduleCompleted}, nil},
		{[]webhook.Kind{webhook.RunFailed, ""}, nil},
	} {
		created, err := f.Create(t.Context(), f.by, webhook.Draft{URL: "https://example.com", Kinds: tt.asked})
		if tt.want == nil {
			if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
				t.Errorf("%v: err = %v, want invalid", tt.asked, err)
			}
			continue
		}
		if diff := cmp.Diff(tt.want, created.Webhook.Kinds); err != nil || diff != "" {
			t.Errorf("%v: %v, %s", tt.asked, err, diff)
		}
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	f := newServiceFixture(t)
	want := f.create(t).Webhook
	for _, step := range []struct {
		patch webhook.Patch
		after func(*webhook.Webhook)
	}{
		{webhook.Patch{}, func(*webhook.Webhook) {}},
		{webhook.Patch{URL: project.Some("https://other.example")}, func(w *webhook.Webhook) { w.URL = "https://other.example" }},
		{webhook.Patch{Description: project.Some("two\nlines")}, func(w *webhook.Webhook) { w.Description = "two\nlines" }},
		{webhook.Patch{IsActive: project.Some(false)}, func(w *webhook.Webhook) { w.IsActive = false }},
		{webhook.Patch{Kinds: project.Some([]webhook.Kind{webhook.RunFailed})}, func(w *webhook.Webhook) { w.Kinds = []webhook.Kind{webhook.RunFailed} }},
	} {
		step.after(&want)
		if _, err := f.Update(t.Context(), f.by, want.ID, step.patch); err != nil {
			t.Fatal(err)
		}
		found, err := f.Get(t.Context(), f.by.Organization, want.ID)
		if diff := cmp.Diff(want, found, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%+v: %v, %s", step.patch, err, diff)
		}
	}
	for _, patch := range []webhook.Patch{
		{URL: project.Some("http://127.0.0.1")},
		{Kinds: project.Some([]webhook.Kind{webhook.ScheduleCanceled})},
		{Description: project.Some("\x00")},
		{Description: project.Some(strings.Repeat("x", 1001))},
		{URL: project.Some("")},
	} {
		if _, err := f.Update(t.Context(), f.by, want.ID, patch); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: err = %v, want invalid", patch, err)
		}
	}
	listed, err := f.List(t.Context(), f.by.Organization, page.Request{})
	if diff := cmp.Diff([]webhook.Webhook{want}, listed.Items, cmpopts.EquateEmpty()); err != nil || diff != "" {
		t.Errorf("%v, %s", err, diff)
	}
}

func TestTestAndReplayWakeTheDispatcher(t *testing.T) {
	t.Parallel()
	f := newServiceFixture(t)
	id := f.create(t).Webhook.ID
	sent, err := f.Test(t.Context(), f.by, id)
	if err != nil || f.woken != 1 {
		t.Fatalf("woken %d times, %v", f.woken, err)
	}
	if _, err := f.Replay(t.Context(), f.by, id, sent.ID); err != nil || f.woken != 2 {
		t.Fatalf("woken %d times, %v", f.woken, err)
	}
	if _, err := f.Replay(t.Context(), f.by, id, "nothing"); !fault.Is(err, fault.NotFound) || f.woken != 2 {
		t.Errorf("woken %d times, %v", f.woken, err)
	}
	listed, err := f.Deliveries(t.Context(), webhook.DeliveryQuery{Organization: f.by.Organization, Webhook: id})
	if err != nil || listed.Total != 1 || listed.Items[0].ID != sent.ID {
		t.Errorf("listed %+v, %v", listed, err)
	}
	if err := f.Delete(t.Context(), f.by, id); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Test(t.Context(), f.by, id); !fault.Is(err, fault.NotFound) {
		t.Errorf("err = %v, want not found", err)
	}
}
