package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

func signInCases() cases {
	all := cases{
		"a closed session is invalid":            closedSessionIsOver,
		"a session expires":                      sessionEnds,
		"failures count per login key":           failuresCount,
		"concurrent failures all count":          failuresAtOnceCount,
		"failures expire after a day":            failuresAreForgotten,
		"a sign-in resets the failures of a key": signInForgetsFailures,
		"networks of sign-ins are trusted":       networksAreTrusted,
		"the tokens of a user are limited":       tokensAreLimited,
		"a browser gets no token":                browserGetsNoToken,
		"the sessions of a user are limited":     sessionsAreLimited,
	}
	for name, change := range map[string]func(*account.User){
		"a new password": func(u *account.User) { u.PasswordHash = "hash of another" },
		"a disable":      disable,
		"a delete":       remove,
	} {
		all["a sign-in loses against "+name] = func(t *testing.T, w suiteContext) { signInLoses(t, w, change) }
	}
	return all
}

// signInLoses changes the user between the check of the password and the sign-in.
func signInLoses(t *testing.T, w suiteContext, change func(*account.User)) {
	o := w.tenant(t)
	user := o.member(t)
	stranger := unique()
	ok(t, o.db.SignIns().Fail(t.Context(), stranger, home, noon(), account.Refusal{}))
	signIn := o.newSignIn(user.User)
	ok(t, o.change(t.Context(), user.ID, change))
	refused(t, o.db.SignIns().Open(t.Context(), signIn), fault.Unauthenticated)
	o.dead(t, person{token: *signIn.Token, session: signIn.Session})
	equal(t, failures(t, o.db.SignIns(), stranger, home).Account.Failures, 1)
}

func closedSessionIsOver(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	ok(t, o.db.SignIns().Close(t.Context(), user.bySession()))
	_, err := o.db.Credentials().BySession(t.Context(), user.session.Hash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.Credentials().ByToken(t.Context(), user.token.Hash)
	ok(t, err)
	ok(t, o.db.SignIns().Close(t.Context(), user.bySession()))
}

func sessionEnds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	signIn := o.newSignIn(o.admin.User)
	signIn.Session.ExpiresAt = time.Now().Add(-time.Millisecond)
	ok(t, o.db.SignIns().Open(t.Context(), signIn))
	_, err := o.db.Credentials().BySession(t.Context(), signIn.Session.Hash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.Credentials().ByToken(t.Context(), signIn.Token.Hash)
	ok(t, err)
}

// Two networks of clients.
const home, elsewhere = "hash of home", "hash of elsewhere"

func failures(t *testing.T, signIns *store.SignIns, key, network string) account.Lockouts {
	t.Helper()
	lockouts, err := signIns.Lockouts(t.Context(), key, network)
	ok(t, err)
	return lockouts
}

func failuresCount(t *testing.T, w suiteContext) {
	signIns := w.shared.SignIns()
	key, other := unique(), unique()
	equal(t, failures(t, signIns, key, home), account.Lockouts{})
	for i := range 3 {
		at := noon().Add(time.Duration(i) * time.Minute)
		ok(t, signIns.Fail(t.Context(), key, home, at, account.Refusal{}))
		want := account.Lockout{Failures: i + 1, LastFailedAt: at}
		equal(t, failures(t, signIns, key, home), account.Lockouts{Account: want, Network: want})
	}
	ok(t, signIns.Fail(t.Context(), key, elsewhere, noon(), account.Refusal{}))
	all, one := account.Lockout{Failures: 4, LastFailedAt: noon()}, account.Lockout{Failures: 1, LastFailedAt: noon()}
	equal(t, failures(t, signIns, key, elsewhere), account.Lockouts{Account: all, Network: one})
	equal(t, failures(t, signIns, key, home).Network.Failures, 3)
	equal(t, failures(t, signIns, other, home), account.Lockouts{})
}

func failuresAtOnceCount(t *testing.T, w suiteContext) {
	const attempts = 24
	key := unique()
	for _, err := range together(attempts, func(i int) error {
		return w.shared.SignIns().Fail(t.Context(), key, []string{home, elsewhere}[i%2], noon(), account.Refusal{})
	}) {
		ok(t, err)
	}
	lockouts := failures(t, w.shared.SignIns(), key, home)
	equal(t, lockouts.Account.Failures, attempts)
	equal(t, lockouts.Network.Failures, attempts/2)
}

// failuresAreForgotten has its own database, because a failure on a later day deletes all older ones.
func failuresAreForgotten(t *testing.T, w suiteContext) {
	signIns := w.database(t).SignIns()
	key, abandoned := unique(), unique()
	for _, k := range []string{key, key, abandoned} {
		ok(t, signIns.Fail(t.Context(), k, home, noon(), account.Refusal{}))
	}
	later := noon().Add(account.FailureMemory + time.Millisecond)
	ok(t, signIns.Fail(t.Context(), key, home, later, account.Refusal{}))
	one := account.Lockout{Failures: 1, LastFailedAt: later}
	equal(t, failures(t, signIns, key, home), account.Lockouts{Account: one, Network: one})
	equal(t, failures(t, signIns, abandoned, home), account.Lockouts{})
}

// signInForgetsFailures checks that a sign-in gives no new guesses to an attacker in another network.
func signInForgetsFailures(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t)
	key, other := o.admin.LoginKey(), member.LoginKey()
	for _, k := range []string{key, key, other} {
		ok(t, o.db.SignIns().Fail(t.Context(), k, home, noon(), account.Refusal{}))
		ok(t, o.db.SignIns().Fail(t.Context(), k, elsewhere, noon(), account.Refusal{}))
	}
	signIn := o.newSignIn(o.admin.User)
	signIn.Network = home
	ok(t, o.db.SignIns().Open(t.Context(), signIn))
	equal(t, failures(t, o.db.SignIns(), key, home), account.Lockouts{})
	equal(t, failures(t, o.db.SignIns(), key, elsewhere).Network.Failures, 2)
	equal(t, failures(t, o.db.SignIns(), other, home).Account.Failures, 2)
	ok(t, o.change(t.Context(), o.admin.ID, func(u *account.User) { u.PasswordHash = "hash of a new one" }))
	equal(t, failures(t, o.db.SignIns(), key, elsewhere), account.Lockouts{})
}

// networksAreTrusted checks that a network is trusted for one user from the first sign-in there, until the password
// changes, and that only the latest networks are kept.
func networksAreTrusted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t)
	trusted := func(user ids.User, network string) bool {
		is, err := o.db.SignIns().IsTrusted(t.Context(), user, network)
		ok(t, err)
		return is
	}
	open := func(network string) {
		signIn := o.newSignIn(o.admin.User)
		signIn.Network = network
		ok(t, o.db.SignIns().Open(t.Context(), signIn))
	}
	equal(t, trusted(o.admin.ID, home), false)
	open(home)
	open(home)
	equal(t, trusted(o.admin.ID, home), true)
	equal(t, trusted(o.admin.ID, elsewhere), false)
	equal(t, trusted(member.ID, home), false)
	for i := range 25 {
		open(fmt.Sprint("network ", i))
	}
	kept := 0
	for i := range 25 {
		if trusted(o.admin.ID, fmt.Sprint("network ", i)) {
			kept++
		}
	}
	equal(t, kept <= 20 && kept >= 18, true) // the two first networks may have the same time as later ones
	ok(t, o.change(t.Context(), o.admin.ID, func(u *account.User) { u.PasswordHash = "hash of a new one" }))
	equal(t, trusted(o.admin.ID, "network 24"), false)
}

// tokensAreLimited checks the limit of tokens of one user, at creation and at sign-in.
func tokensAreLimited(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t) // has one token
	create := func(limit int) error {
		return o.db.Tokens().Create(t.Context(), member.actor, o.newToken(member.User), limit)
	}
	ok(t, create(2))
	refused(t, create(2), fault.Limit)
	ok(t, create(0))
	signIn := o.newSignIn(member.User)
	signIn.MaxTokens = 3
	refused(t, o.db.SignIns().Open(t.Context(), signIn), fault.Limit)
	signIn.MaxTokens = 4
	ok(t, o.db.SignIns().Open(t.Context(), signIn))
	other := o.newSignIn(o.admin.User)
	other.MaxTokens = 3
	ok(t, o.db.SignIns().Open(t.Context(), other)) // the tokens of others do not count
}

// browserGetsNoToken checks that a sign-in without a token stores a session only, whatever the number of tokens.
func browserGetsNoToken(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t) // has one token
	signIn := o.newSignIn(member.User)
	signIn.Token, signIn.MaxTokens = nil, 1
	ok(t, o.db.SignIns().Open(t.Context(), signIn))
	actor, err := o.db.Credentials().BySession(t.Context(), signIn.Session.Hash)
	ok(t, err)
	equal(t, actor.User, member.ID)
	tokens, err := o.db.Tokens().List(t.Context(), o.Organization.ID, member.ID, ordered("id"))
	ok(t, err)
	equal(t, tokens.Total, 1)
}

// sessionsAreLimited checks that a session beyond the limit ends the oldest one of the user.
func sessionsAreLimited(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t) // has one session
	open := func(at time.Time) account.Session {
		signIn := o.newSignIn(member.User)
		signIn.Token, signIn.Session.CreatedAt, signIn.MaxSessions = nil, at, 2
		ok(t, o.db.SignIns().Open(t.Context(), signIn))
		return signIn.Session
	}
	oldest := open(noon().Add(-2 * time.Hour))
	_, err := o.db.Credentials().BySession(t.Context(), oldest.Hash)
	ok(t, err)
	newest := open(noon().Add(time.Hour))
	_, err = o.db.Credentials().BySession(t.Context(), oldest.Hash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.Credentials().BySession(t.Context(), newest.Hash)
	ok(t, err)
	o.alive(t, member)
	o.alive(t, o.admin) // the sessions of others do not count
}
