package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

func signInCases() cases {
	all := cases{
		"a closed session is invalid":            closedSessionIsOver,
		"a session expires":                      sessionEnds,
		"failures count per login key":           failuresCount,
		"concurrent failures all count":          failuresAtOnceCount,
		"failures expire after a day":            failuresAreForgotten,
		"a sign-in resets the failures of a key": signInForgetsFailures,
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
	_, err := o.db.SignIns().Fail(t.Context(), stranger, noon())
	ok(t, err)
	signIn := o.newSignIn(user.User)
	ok(t, o.change(t.Context(), user.ID, change))
	refused(t, o.db.SignIns().Open(t.Context(), signIn), fault.Unauthenticated)
	o.dead(t, person{token: signIn.Token, session: signIn.Session})
	lockout, err := o.db.SignIns().Lockout(t.Context(), stranger)
	ok(t, err)
	equal(t, lockout.Failures, 1)
}

func closedSessionIsOver(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	ok(t, o.db.SignIns().Close(t.Context(), user.session.ID))
	_, err := o.db.Credentials().BySession(t.Context(), user.session.Hash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.Credentials().ByToken(t.Context(), user.token.Hash)
	ok(t, err)
	ok(t, o.db.SignIns().Close(t.Context(), user.session.ID))
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

func failuresCount(t *testing.T, w suiteContext) {
	signIns := w.shared.SignIns()
	key, other := unique(), unique()
	lockout, err := signIns.Lockout(t.Context(), key)
	ok(t, err)
	equal(t, lockout, account.Lockout{})
	for i := range 3 {
		at := noon().Add(time.Duration(i) * time.Minute)
		counted, err := signIns.Fail(t.Context(), key, at)
		ok(t, err)
		equal(t, counted, account.Lockout{Failures: i + 1, LastFailedAt: at})
		lockout, err = signIns.Lockout(t.Context(), key)
		ok(t, err)
		equal(t, lockout, counted)
	}
	lockout, err = signIns.Lockout(t.Context(), other)
	ok(t, err)
	equal(t, lockout, account.Lockout{})
}

func failuresAtOnceCount(t *testing.T, w suiteContext) {
	const attempts = 24
	key := unique()
	for _, err := range together(attempts, func(int) error {
		_, err := w.shared.SignIns().Fail(t.Context(), key, noon())
		return err
	}) {
		ok(t, err)
	}
	lockout, err := w.shared.SignIns().Lockout(t.Context(), key)
	ok(t, err)
	equal(t, lockout, account.Lockout{Failures: attempts, LastFailedAt: noon()})
}

// failuresAreForgotten has its own database, because a failure on a later day deletes all older ones.
func failuresAreForgotten(t *testing.T, w suiteContext) {
	signIns := w.database(t).SignIns()
	key, abandoned := unique(), unique()
	for _, k := range []string{key, key, abandoned} {
		_, err := signIns.Fail(t.Context(), k, noon())
		ok(t, err)
	}
	later := noon().Add(account.FailureMemory + time.Millisecond)
	counted, err := signIns.Fail(t.Context(), key, later)
	ok(t, err)
	equal(t, counted, account.Lockout{Failures: 1, LastFailedAt: later})
	lockout, err := signIns.Lockout(t.Context(), abandoned)
	ok(t, err)
	equal(t, lockout, account.Lockout{})
}

func signInForgetsFailures(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	member := o.member(t)
	key, other := o.admin.LoginKey(), member.LoginKey()
	for _, k := range []string{key, key, other} {
		_, err := o.db.SignIns().Fail(t.Context(), k, noon())
		ok(t, err)
	}
	ok(t, o.db.SignIns().Open(t.Context(), o.newSignIn(o.admin.User)))
	lockout, err := o.db.SignIns().Lockout(t.Context(), key)
	ok(t, err)
	equal(t, lockout, account.Lockout{})
	lockout, err = o.db.SignIns().Lockout(t.Context(), other)
	ok(t, err)
	equal(t, lockout.Failures, 1)
}
