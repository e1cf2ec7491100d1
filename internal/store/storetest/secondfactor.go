package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
)

func secondFactorCases() cases {
	return cases{
		"a factor is active after its first code":           factorIsActivated,
		"a new factor revokes tokens and other sessions":    factorRevokes,
		"a removed factor revokes tokens and sessions":      removedFactorRevokes,
		"a sign-in without a code loses against a factor":   signInWithoutCode,
		"a code signs in once":                              codeSignsInOnce,
		"concurrent sign-ins use a code once":               concurrentCodes,
		"a recovery code signs in once":                     recoveryCodeSignsInOnce,
		"a challenge expires":                               challengeExpires,
		"a challenge ends with the user's credentials":      challengeEnds,
		"a deleted user loses the factor":                   deletedUserLosesFactor,
		"the policy restricts sessions without a factor":    policyRestrictsSessions,
		"an administrator removes a factor of the own only": factorsAreSeparate,
	}
}

// factor sets up an active second factor with recovery codes, as the user of a session.
func (o *tenant) factor(t *testing.T, p person, hashes ...string) {
	t.Helper()
	sealed := "v1.sealed " + unique()
	ok(t, o.db.SecondFactors().Begin(t.Context(), p.bySession(), account.SecondFactor{SealedSecret: sealed, CreatedAt: noon()}))
	ok(t, o.db.SecondFactors().Activate(t.Context(), p.bySession(), account.FactorActivation{SealedSecret: sealed, Step: 10, Hashes: hashes}))
}

// challenge stores that the password of a user was right.
func (o *tenant) challenge(t *testing.T, user account.User, expires time.Time) account.Challenge {
	t.Helper()
	challenge := account.Challenge{TicketHash: unique(), Organization: user.Organization, User: user.ID, ExpiresAt: expires}
	ok(t, o.db.SignIns().Challenge(t.Context(), challenge, user.Email, account.Origin{Address: "192.0.2.1"}))
	return challenge
}

// proof signs in with what is shown of the second factor.
func (o *tenant) prove(t *testing.T, user account.User, proof account.FactorProof) error {
	t.Helper()
	signIn := o.newSignIn(user)
	signIn.Proof = &proof
	return o.db.SignIns().Open(t.Context(), signIn)
}

func factorIsActivated(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	factors := o.db.SecondFactors()
	_, err := factors.Find(t.Context(), o.Organization.ID, user.ID)
	refused(t, err, fault.NotFound)
	refused(t, factors.Remove(t.Context(), user.actor, user.ID), fault.NotFound)
	refused(t, factors.ReplaceRecoveryCodes(t.Context(), user.actor, []string{"a"}), fault.NotFound)
	ok(t, factors.Begin(t.Context(), user.actor, account.SecondFactor{SealedSecret: "v1.first", CreatedAt: noon()}))
	ok(t, factors.Begin(t.Context(), user.actor, account.SecondFactor{SealedSecret: "v1.second", CreatedAt: noon()}))
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, found.HasSecondFactor, false)
	o.alive(t, o.signIn(t, user.User)) // a factor that waits for its first code asks for none

	refused(t, factors.Activate(t.Context(), user.bySession(), account.FactorActivation{SealedSecret: "v1.first", Step: 7}), fault.Conflict)
	ok(t, factors.Activate(t.Context(), user.bySession(), account.FactorActivation{SealedSecret: "v1.second", Step: 7, Hashes: []string{"a", "b"}}))
	factor, err := factors.Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, factor, account.SecondFactor{
		Organization: o.Organization.ID, User: user.ID, SealedSecret: "v1.second", IsActive: true, LastStep: 7, CreatedAt: noon(), RecoveryCodes: 2,
	})
	refused(t, factors.Activate(t.Context(), user.bySession(), account.FactorActivation{SealedSecret: "v1.second", Step: 8}), fault.Conflict)
	refused(t, factors.Begin(t.Context(), user.bySession(), account.SecondFactor{SealedSecret: "v1.third"}), fault.Conflict)
	listed, err := o.db.Users().List(t.Context(), o.Organization.ID, page.Request{OrderBy: "id"})
	ok(t, err)
	for _, one := range listed.Items {
		equal(t, one.HasSecondFactor, one.ID == user.ID)
	}
	ok(t, factors.ReplaceRecoveryCodes(t.Context(), user.bySession(), []string{"c"}))
	has, err := factors.HasRecoveryCode(t.Context(), user.ID, "a")
	ok(t, err)
	equal(t, has, false)
}

func factorRevokes(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, neighbor := o.member(t), o.member(t)
	again := o.signIn(t, user.User)
	o.factor(t, user)
	o.dead(t, again)
	o.alive(t, neighbor)
	_, err := o.db.Credentials().ByToken(t.Context(), user.token.Hash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.Credentials().BySession(t.Context(), user.session.Hash)
	ok(t, err)
}

func removedFactorRevokes(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, neighbor := o.member(t), o.member(t)
	o.factor(t, user, "a")
	ok(t, o.db.SecondFactors().Remove(t.Context(), o.admin.actor, user.ID))
	o.dead(t, user)
	o.alive(t, neighbor)
	o.alive(t, o.admin)
	has, err := o.db.SecondFactors().HasRecoveryCode(t.Context(), user.ID, "a")
	ok(t, err)
	equal(t, has, false)
	o.alive(t, o.signIn(t, user.User)) // without a code
}

// signInWithoutCode turns the factor on between the check of the password and the sign-in. A provider needs no code.
func signInWithoutCode(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	signIn := o.newSignIn(user.User)
	o.factor(t, user)
	refused(t, o.db.SignIns().Open(t.Context(), signIn), fault.Unauthenticated)
	o.dead(t, person{token: *signIn.Token, session: signIn.Session})
	signIn.Session.IsExternal = true
	ok(t, o.db.SignIns().Open(t.Context(), signIn))
}

func codeSignsInOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, neighbor := o.member(t), o.member(t)
	o.factor(t, user) // with the code of step 10
	o.factor(t, neighbor)
	later := noon().AddDate(100, 0, 0)
	for step, kind := range map[int64]fault.Kind{9: fault.Unauthenticated, 10: fault.Unauthenticated} {
		refused(t, o.prove(t, user.User, account.FactorProof{TicketHash: o.challenge(t, user.User, later).TicketHash, Step: step}), kind, "used before")
	}
	first := o.challenge(t, user.User, later)
	ok(t, o.prove(t, user.User, account.FactorProof{TicketHash: first.TicketHash, Step: 11}))
	refused(t, o.prove(t, user.User, account.FactorProof{TicketHash: first.TicketHash, Step: 12}), fault.Unauthenticated, "expired")
	second := o.challenge(t, user.User, later)
	refused(t, o.prove(t, user.User, account.FactorProof{TicketHash: second.TicketHash, Step: 11}), fault.Unauthenticated, "used before")
	ofNeighbor := o.challenge(t, neighbor.User, later)
	refused(t, o.prove(t, user.User, account.FactorProof{TicketHash: ofNeighbor.TicketHash, Step: 12}), fault.Unauthenticated, "expired")
	ok(t, o.prove(t, user.User, account.FactorProof{TicketHash: second.TicketHash, Step: 12})) // refused attempts used nothing up
}

func concurrentCodes(t *testing.T, w suiteContext) {
	const attempts = 8
	o := w.tenant(t)
	user := o.member(t)
	o.factor(t, user)
	tickets := make([]account.Challenge, attempts)
	for i := range tickets {
		tickets[i] = o.challenge(t, user.User, noon().AddDate(100, 0, 0))
	}
	succeeded := 0
	for _, err := range together(attempts, func(i int) error {
		return o.prove(t, user.User, account.FactorProof{TicketHash: tickets[i].TicketHash, Step: 11})
	}) {
		if err == nil {
			succeeded++
		} else {
			refused(t, err, fault.Unauthenticated)
		}
	}
	equal(t, succeeded, 1)
}

func recoveryCodeSignsInOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, neighbor := o.member(t), o.member(t)
	o.factor(t, user, "a", "b")
	o.factor(t, neighbor, "c")
	use := func(hash string) error {
		return o.prove(t, user.User, account.FactorProof{TicketHash: o.challenge(t, user.User, noon().AddDate(100, 0, 0)).TicketHash, CodeHash: hash})
	}
	ok(t, use("a"))
	refused(t, use("a"), fault.Unauthenticated, "used before")
	refused(t, use("c"), fault.Unauthenticated) // of another user
	ok(t, use("b"))
	factor, err := o.db.SecondFactors().Find(t.Context(), o.Organization.ID, user.ID)
	ok(t, err)
	equal(t, factor.RecoveryCodes, 0)
}

func challengeExpires(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	expired, open := o.challenge(t, user.User, time.Now().Add(-time.Second)), o.challenge(t, user.User, time.Now().Add(time.Hour).Truncate(time.Millisecond).UTC())
	_, err := o.db.SignIns().FindChallenge(t.Context(), expired.TicketHash)
	refused(t, err, fault.Unauthenticated)
	_, err = o.db.SignIns().FindChallenge(t.Context(), "unknown")
	refused(t, err, fault.Unauthenticated)
	found, err := o.db.SignIns().FindChallenge(t.Context(), open.TicketHash)
	ok(t, err)
	equal(t, found, open)
	// A ticket is no credential.
	for _, find := range []func() error{
		func() error { _, err := o.db.Credentials().ByToken(t.Context(), open.TicketHash); return err },
		func() error { _, err := o.db.Credentials().BySession(t.Context(), open.TicketHash); return err },
	} {
		refused(t, find(), fault.Unauthenticated)
	}
}

func challengeEnds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for name, change := range revoking() {
		user := o.member(t)
		challenge := o.challenge(t, user.User, time.Now().Add(time.Hour))
		ok(t, o.change(t.Context(), user.ID, change))
		if _, err := o.db.SignIns().FindChallenge(t.Context(), challenge.TicketHash); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("after %s: %v", name, err)
		}
	}
}

func deletedUserLosesFactor(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user := o.member(t)
	o.factor(t, user, "a")
	ok(t, o.change(t.Context(), user.ID, remove))
	_, err := o.db.SecondFactors().Find(t.Context(), o.Organization.ID, user.ID)
	refused(t, err, fault.NotFound)
}

// policyRestrictsSessions checks open sessions when the policy and the factor of a user change.
func policyRestrictsSessions(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	policies := o.db.SignInPolicies()
	policy, err := policies.Find(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, policy, account.SignInPolicy{})
	with, without := o.member(t), o.member(t)
	o.factor(t, with)
	external := o.newSignIn(without.User)
	external.Session.IsExternal = true
	ok(t, o.db.SignIns().Open(t.Context(), external))
	isRestricted := func(session account.Session) bool {
		t.Helper()
		actor, err := o.db.Credentials().BySession(t.Context(), session.Hash)
		ok(t, err)
		return actor.MustSetSecondFactor
	}
	ok(t, policies.Set(t.Context(), o.admin.actor, account.SignInPolicy{RequiresSecondFactor: true, UpdatedAt: noon()}))
	policy, err = policies.Find(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, policy, account.SignInPolicy{RequiresSecondFactor: true, UpdatedAt: noon()})
	equal(t, isRestricted(without.session), true)
	equal(t, isRestricted(external.Session), false) // the provider signed the user in
	equal(t, isRestricted(with.session), false)
	equal(t, isRestricted(other.admin.session), false)
	_, err = o.db.Credentials().ByToken(t.Context(), without.token.Hash) // tokens stay valid
	ok(t, err)

	ok(t, o.db.SecondFactors().Remove(t.Context(), with.bySession(), with.ID))
	equal(t, isRestricted(with.session), true)
	o.factor(t, without)
	equal(t, isRestricted(without.session), false)
	ok(t, policies.Set(t.Context(), o.admin.actor, account.SignInPolicy{UpdatedAt: noon()}))
	equal(t, isRestricted(with.session), false)
}

func factorsAreSeparate(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	user := o.member(t)
	o.factor(t, user)
	refused(t, o.db.SecondFactors().Remove(t.Context(), other.admin.actor, user.ID), fault.NotFound)
	_, err := o.db.SecondFactors().Find(t.Context(), other.Organization.ID, user.ID)
	refused(t, err, fault.NotFound)
	ok(t, o.db.SecondFactors().Remove(t.Context(), o.admin.actor, user.ID))
}
