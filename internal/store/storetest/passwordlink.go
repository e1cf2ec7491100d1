package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/passwordlink"
)

func passwordLinkCases() cases {
	all := cases{
		"a link is found until its end":                    linkIsFound,
		"a newer link replaces the older of its purpose":   newerLinkReplaces,
		"a link is used once, and revokes all credentials": linkIsUsedOnce,
		"of two uses at the same time one succeeds":        concurrentUses,
		"a use that fails keeps the link":                  failedUseKeepsLink,
		"a link is of one organization":                    linkIsOfOneOrganization,
		"an expired link is not used":                      expiredLinkIsNotUsed,
	}
	for name, change := range revoking() {
		all[name+" revokes the links of the user"] = func(t *testing.T, w suiteContext) { changeRevokesLinks(t, w, change) }
	}
	for name, change := range harmless() {
		all[name+" keeps the links of the user"] = func(t *testing.T, w suiteContext) { changeKeepsLinks(t, w, change) }
	}
	return all
}

// newLink creates a link for a user, as the administrator does.
func (o *tenant) newLink(t *testing.T, user account.User, purpose passwordlink.Purpose) passwordlink.Link {
	t.Helper()
	return o.newLinkUntil(t, user, purpose, time.Now().Add(time.Hour))
}

func (o *tenant) newLinkUntil(t *testing.T, user account.User, purpose passwordlink.Purpose, end time.Time) passwordlink.Link {
	t.Helper()
	link, err := o.db.PasswordLinks().Create(t.Context(), o.admin.actor, user.ID, func(account.User, []passwordlink.Link) (passwordlink.Link, error) {
		return passwordlink.Link{
			Organization: user.Organization, User: user.ID, Purpose: purpose, Hash: "hash of " + unique(), CreatedAt: noon(),
			ExpiresAt: end.Truncate(time.Millisecond).UTC(),
		}, nil
	})
	ok(t, err)
	return link
}

// use sets a password with a link, as the person does.
func (o *tenant) use(t *testing.T, link passwordlink.Link) error {
	t.Helper()
	by := account.Actor{Organization: link.Organization, User: link.User, Origin: account.Origin{Address: "192.0.2.1"}}
	_, err := o.db.PasswordLinks().Use(t.Context(), by, link, func(u *account.User) error {
		u.PasswordHash, u.MustChangePassword = "hash of "+unique(), false
		return nil
	})
	return err
}

func linkIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	link := o.newLink(t, o.member(t).User, passwordlink.Invitation)
	found, err := o.db.PasswordLinks().Find(t.Context(), link.Hash)
	ok(t, err)
	equal(t, found, link)
	_, err = o.db.PasswordLinks().Find(t.Context(), "another hash")
	refused(t, err, fault.NotFound, "link")
	ended := o.newLinkUntil(t, o.member(t).User, passwordlink.Invitation, time.Now().Add(-time.Millisecond))
	_, err = o.db.PasswordLinks().Find(t.Context(), ended.Hash)
	refused(t, err, fault.NotFound, "link")
}

func newerLinkReplaces(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t).User
	first, other := o.newLink(t, user, passwordlink.Reset), o.newLink(t, user, passwordlink.Recovery)
	second := o.newLink(t, user, passwordlink.Reset)
	_, err := o.db.PasswordLinks().Find(t.Context(), first.Hash)
	refused(t, err, fault.NotFound)
	refused(t, o.use(t, first), fault.NotFound, "link")
	for _, link := range []passwordlink.Link{other, second} {
		_, err := o.db.PasswordLinks().Find(t.Context(), link.Hash)
		ok(t, err)
	}
	// The drafting function sees the links of its user only, without expired ones.
	o.newLink(t, o.member(t).User, passwordlink.Reset)
	o.newLinkUntil(t, user, passwordlink.Reset, time.Now().Add(-time.Hour))
	_, err = o.db.PasswordLinks().Create(t.Context(), o.admin.actor, user.ID, func(u account.User, links []passwordlink.Link) (passwordlink.Link, error) {
		equal(t, u, user)
		equal(t, links, []passwordlink.Link{other})
		return passwordlink.Link{}, fault.New(fault.Conflict, "enough was seen")
	})
	refused(t, err, fault.Conflict)
}

func linkIsUsedOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	again := o.signIn(t, user.User)
	link, other := o.newLink(t, user.User, passwordlink.Reset), o.newLink(t, user.User, passwordlink.Recovery)
	ok(t, o.use(t, link))
	o.dead(t, user)
	o.dead(t, again)
	for _, used := range []passwordlink.Link{link, other} {
		refused(t, o.use(t, used), fault.NotFound, "link")
	}
	changed, err := o.db.Users().Find(t.Context(), user.Organization, user.ID)
	ok(t, err)
	if changed.PasswordHash == user.PasswordHash {
		t.Error("the password was not changed")
	}
}

func concurrentUses(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	link := o.newLink(t, o.member(t).User, passwordlink.Reset)
	results := make(chan error, 8)
	var running sync.WaitGroup
	for range cap(results) {
		running.Go(func() { results <- o.use(t, link) })
	}
	running.Wait()
	close(results)
	succeeded := 0
	for err := range results {
		switch {
		case err == nil:
			succeeded++
		case !fault.Is(err, fault.NotFound):
			t.Error(err)
		}
	}
	equal(t, succeeded, 1)
}

func failedUseKeepsLink(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	link := o.newLink(t, user.User, passwordlink.Reset)
	_, err := o.db.PasswordLinks().Use(t.Context(), account.Actor{Organization: user.Organization, User: user.ID}, link, func(*account.User) error {
		return fault.New(fault.Invalid, "the password is common")
	})
	refused(t, err, fault.Invalid)
	o.alive(t, user)
	ok(t, o.use(t, link))
}

func linkIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	_, err := o.db.PasswordLinks().Create(t.Context(), other.admin.actor, o.admin.ID, func(account.User, []passwordlink.Link) (passwordlink.Link, error) {
		t.Error("a stranger was about to get a link")
		return passwordlink.Link{}, nil
	})
	refused(t, err, fault.NotFound)
	link := o.newLink(t, o.member(t).User, passwordlink.Reset)
	link.Organization = other.Organization.ID
	refused(t, o.use(t, link), fault.NotFound)
}

func expiredLinkIsNotUsed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	refused(t, o.use(t, o.newLinkUntil(t, user.User, passwordlink.Invitation, time.Now().Add(-time.Millisecond))), fault.NotFound, "link")
	o.alive(t, user)
}

func changeRevokesLinks(t *testing.T, w suiteContext, change func(*account.User)) {
	o := w.tenant(t)
	user, neighbor := o.member(t).User, o.member(t).User
	link, kept := o.newLink(t, user, passwordlink.Reset), o.newLink(t, neighbor, passwordlink.Reset)
	ok(t, o.change(t.Context(), user.ID, change))
	_, err := o.db.PasswordLinks().Find(t.Context(), link.Hash)
	refused(t, err, fault.NotFound)
	refused(t, o.use(t, link), fault.NotFound)
	_, err = o.db.PasswordLinks().Find(t.Context(), kept.Hash)
	ok(t, err)
}

func changeKeepsLinks(t *testing.T, w suiteContext, change func(*account.User)) {
	o := w.tenant(t)
	user := o.member(t).User
	link := o.newLink(t, user, passwordlink.Reset)
	ok(t, o.change(t.Context(), user.ID, change))
	ok(t, o.use(t, link))
}
