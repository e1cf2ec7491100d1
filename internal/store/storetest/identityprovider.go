package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

func identityProviderCases() cases {
	return cases{
		"an organization has one provider":          oneProvider,
		"domains find organizations":                domainsFindOrganizations,
		"only single sign-on needs break-glass":     policyNeedsBreakGlass,
		"the last break-glass administrator stays":  lastBreakGlassStays,
		"an identity is one user":                   identityIsOneUser,
		"concurrent first sign-ins create one user": concurrentFirstSignIns,
		"a refused identity leaves nothing":         refusedIdentityLeavesNothing,
		"the last administrator keeps the role":     lastAdministratorKeepsRole,
		"another subject is another person":         anotherSubjectIsRefused,
		"a new client forgets the links":            newClientForgetsLinks,
		"a demoted user loses break-glass":          demotedUserLosesBreakGlass,
		"a deleted user loses identities":           deletedUserLosesIdentities,
		"identities of organizations are separate":  identitiesAreSeparate,
		"a sign-in request is taken once":           requestIsTakenOnce,
		"concurrent responses take a request once":  concurrentResponses,
		"a sign-in request is answered once":        requestIsAnsweredOnce,
		"a sign-in request expires":                 requestExpires,
	}
}

func provider(domains ...string) account.IdentityProvider {
	return account.IdentityProvider{
		Kind: account.OpenIDConnect, IsEnabled: true, SealedSecret: "v1.sealed", UpdatedAt: noon(),
		ProviderSettings: account.ProviderSettings{
			Issuer: "https://login.example.com", ClientID: "millrace", EmailDomains: domains, DefaultRole: account.OrganizationMember,
			CreatesUsers: true, GroupClaim: "groups", GroupRoles: []account.GroupRole{{Group: "a", Role: account.OrganizationContributor}},
		},
	}
}

// setProvider stores a provider as the administrator.
func (o *tenant) setProvider(t *testing.T, wanted account.IdentityProvider) (account.IdentityProvider, error) {
	t.Helper()
	return o.db.IdentityProviders().Change(t.Context(), o.admin.actor, func(*account.IdentityProvider) (account.IdentityProvider, error) {
		return wanted, nil
	})
}

func oneProvider(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	providers := o.db.IdentityProviders()
	_, err := providers.Find(t.Context(), o.Organization.ID)
	refused(t, err, fault.NotFound)
	refused(t, providers.Delete(t.Context(), o.admin.actor), fault.NotFound)
	for _, kind := range []account.ProviderKind{account.OpenIDConnect, account.SAML} {
		want := provider("example.com")
		want.Kind = kind
		saved, err := o.setProvider(t, want)
		ok(t, err)
		want.Organization = o.Organization.ID
		equal(t, saved, want)
		found, err := providers.Find(t.Context(), o.Organization.ID)
		ok(t, err)
		equal(t, found, want)
	}
	_, err = providers.Change(t.Context(), o.admin.actor, func(before *account.IdentityProvider) (account.IdentityProvider, error) {
		if before == nil || before.Kind != account.SAML {
			t.Errorf("the change gets %+v", before)
		}
		return account.IdentityProvider{}, fault.New(fault.Invalid, "no")
	})
	refused(t, err, fault.Invalid)
	_, err = providers.Find(t.Context(), w.tenant(t).Organization.ID)
	refused(t, err, fault.NotFound)
	ok(t, providers.Delete(t.Context(), o.admin.actor))
	_, err = providers.Find(t.Context(), o.Organization.ID)
	refused(t, err, fault.NotFound)
}

func domainsFindOrganizations(t *testing.T, w suiteContext) {
	domain, other := unique()+".example", unique()+".example"
	first, second, off := w.tenant(t), w.tenant(t), w.tenant(t)
	for _, o := range []*tenant{first, second, off} {
		wanted := provider(domain)
		wanted.IsEnabled = o != off
		_, err := o.setProvider(t, wanted)
		ok(t, err)
	}
	_, err := second.setProvider(t, provider(other))
	ok(t, err)
	for name, want := range map[string]*tenant{domain: first, other: second} {
		found, err := first.db.IdentityProviders().ForDomain(t.Context(), name)
		ok(t, err)
		equal(t, found, []account.Organization{want.Organization})
	}
	found, err := first.db.IdentityProviders().ForDomain(t.Context(), "")
	ok(t, err)
	equal(t, len(found), 0)
}

func breakGlass(u *account.User) { u.IsBreakGlass = true }

func policyNeedsBreakGlass(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	only := provider("example.com")
	only.OnlySingleSignOn = true
	_, err := o.setProvider(t, only)
	refused(t, err, fault.Conflict, "break-glass")
	member := o.member(t)
	ok(t, o.change(t.Context(), member.ID, breakGlass)) // not an administrator
	_, err = o.setProvider(t, only)
	refused(t, err, fault.Conflict, "break-glass")
	ok(t, o.change(t.Context(), o.admin.ID, breakGlass))
	_, err = o.setProvider(t, only)
	ok(t, err)
}

func lastBreakGlassStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	second := o.person(t, account.OrganizationAdministrator)
	ok(t, o.change(t.Context(), o.admin.ID, breakGlass))
	only := provider("example.com")
	only.OnlySingleSignOn = true
	_, err := o.setProvider(t, only)
	ok(t, err)
	for _, change := range []func(*account.User){
		disable, remove, func(u *account.User) { u.IsBreakGlass = false }, func(u *account.User) { u.Role = account.OrganizationMember },
		func(u *account.User) { u.PasswordHash = "" },
	} {
		refused(t, o.change(t.Context(), o.admin.ID, change), fault.Conflict, "break-glass")
	}
	ok(t, o.change(t.Context(), second.ID, breakGlass))
	ok(t, o.change(t.Context(), o.admin.ID, func(u *account.User) { u.IsBreakGlass = false }))
}

func newIdentity() account.ExternalIdentity {
	return account.ExternalIdentity{
		Issuer: "https://login.example.com", Subject: unique(), Email: unique() + "@example.com", IsEmailVerified: true, FirstName: "Ann",
	}
}

// signInAs resolves an identity with the settings of provider.
func (o *tenant) signInAs(t *testing.T, identity account.ExternalIdentity) (account.User, error) {
	t.Helper()
	settings := provider("example.com").ProviderSettings
	return o.db.ExternalIdentities().SignIn(t.Context(), account.Actor{Organization: o.Organization.ID}, identity,
		func(match account.IdentityMatch) (account.IdentityDecision, error) {
			return settings.Resolve(identity, match, o.Organization.ID, noon())
		})
}

func identityIsOneUser(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	local, identity := o.member(t), newIdentity()
	identity.Email, identity.Groups = local.Email, []string{"a"}
	linked, err := o.signInAs(t, identity)
	ok(t, err)
	want := local.User
	want.Role = account.OrganizationContributor
	equal(t, linked, want)
	o.alive(t, local) // a new role and a link revoke nothing
	identity.Email = unique() + "@example.com"
	again, err := o.signInAs(t, identity)
	ok(t, err)
	equal(t, again, want)

	created, err := o.signInAs(t, newIdentity())
	ok(t, err)
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, created.ID)
	ok(t, err)
	equal(t, found, created)
}

func concurrentFirstSignIns(t *testing.T, w suiteContext) {
	o, identity := w.tenant(t), newIdentity()
	const browsers = 8
	users := make([]ids.User, browsers)
	var group sync.WaitGroup
	for i := range browsers {
		group.Go(func() {
			user, err := o.signInAs(t, identity)
			if err != nil {
				t.Errorf("browser %d: %v", i, err)
			}
			users[i] = user.ID
		})
	}
	group.Wait()
	for _, user := range users {
		equal(t, user, users[0])
	}
}

func refusedIdentityLeavesNothing(t *testing.T, w suiteContext) {
	o, identity := w.tenant(t), newIdentity()
	identity.IsEmailVerified = false
	_, err := o.signInAs(t, identity)
	refused(t, err, fault.Forbidden)
	candidates, err := o.db.Users().Candidates(t.Context(), o.Organization.ID, identity.Email)
	ok(t, err)
	equal(t, len(candidates), 0)
	local := o.member(t)
	ok(t, o.change(t.Context(), local.ID, disable))
	identity.Email, identity.IsEmailVerified = local.Email, true
	_, err = o.signInAs(t, identity)
	refused(t, err, fault.Forbidden, "disabled")
}

func lastAdministratorKeepsRole(t *testing.T, w suiteContext) {
	o, identity := w.tenant(t), newIdentity()
	identity.Email = o.admin.Email
	user, err := o.signInAs(t, identity)
	ok(t, err)
	equal(t, user.Role, account.OrganizationAdministrator)
	o.person(t, account.OrganizationAdministrator)
	user, err = o.signInAs(t, identity)
	ok(t, err)
	equal(t, user.Role, account.OrganizationMember)
}

// The provider gives the address of somebody who left to somebody else.
func anotherSubjectIsRefused(t *testing.T, w suiteContext) {
	o, identity := w.tenant(t), newIdentity()
	first, err := o.signInAs(t, identity)
	ok(t, err)
	other := identity
	other.Subject = unique()
	_, err = o.signInAs(t, other)
	refused(t, err, fault.Forbidden, "another account")
	other.Issuer = "https://other.example.com"
	second, err := o.signInAs(t, other) // a person has one subject at each provider
	ok(t, err)
	equal(t, second.ID, first.ID)
	ok(t, o.change(t.Context(), first.ID, remove))
	other.Issuer = identity.Issuer
	second, err = o.signInAs(t, other)
	ok(t, err)
	if second.ID == first.ID {
		t.Error("a deleted user signs in")
	}
}

func newClientForgetsLinks(t *testing.T, w suiteContext) {
	o, identity := w.tenant(t), newIdentity()
	_, err := o.setProvider(t, provider("example.com"))
	ok(t, err)
	first, err := o.signInAs(t, identity)
	ok(t, err)
	changed := provider("example.com", "example.org")
	_, err = o.setProvider(t, changed)
	ok(t, err)
	identity.Subject = unique()
	_, err = o.signInAs(t, identity)
	refused(t, err, fault.Forbidden, "another account")
	changed.ClientID = "another client"
	_, err = o.setProvider(t, changed)
	ok(t, err)
	second, err := o.signInAs(t, identity)
	ok(t, err)
	equal(t, second.ID, first.ID)
	ok(t, o.db.IdentityProviders().Delete(t.Context(), o.admin.actor))
	identity.Subject = unique()
	_, err = o.signInAs(t, identity)
	ok(t, err)
}

func demotedUserLosesBreakGlass(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	second := o.person(t, account.OrganizationAdministrator)
	ok(t, o.change(t.Context(), second.ID, breakGlass))
	for _, role := range []account.OrganizationRole{account.OrganizationMember, account.OrganizationAdministrator} {
		ok(t, o.change(t.Context(), second.ID, func(u *account.User) { u.Role = role }))
	}
	found, err := o.db.Users().Find(t.Context(), o.Organization.ID, second.ID)
	ok(t, err)
	equal(t, found.IsBreakGlass, false)
}

func deletedUserLosesIdentities(t *testing.T, w suiteContext) {
	o, identity := w.tenant(t), newIdentity()
	first, err := o.signInAs(t, identity)
	ok(t, err)
	ok(t, o.change(t.Context(), first.ID, remove))
	second, err := o.signInAs(t, identity)
	ok(t, err)
	if second.ID == first.ID {
		t.Error("a deleted user signs in")
	}
}

func identitiesAreSeparate(t *testing.T, w suiteContext) {
	one, other, identity := w.tenant(t), w.tenant(t), newIdentity()
	first, err := one.signInAs(t, identity)
	ok(t, err)
	second, err := other.signInAs(t, identity)
	ok(t, err)
	if first.ID == second.ID || second.Organization != other.Organization.ID {
		t.Errorf("the users are %+v and %+v", first, second)
	}
}

func (o *tenant) newRequest(t *testing.T, expiresAt time.Time) account.SignInRequest {
	t.Helper()
	request := account.SignInRequest{
		StateHash: unique(), Organization: o.Organization.ID, BrowserHash: "browser", Sealed: "v1.sealed", ExpiresAt: expiresAt,
	}
	ok(t, o.db.SignInRequests().Create(t.Context(), request))
	return request
}

func nextHour() time.Time { return time.Now().Add(time.Hour).UTC().Truncate(time.Millisecond) }

func requestIsTakenOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	request := o.newRequest(t, nextHour())
	found, err := o.db.SignInRequests().Find(t.Context(), request.StateHash)
	ok(t, err)
	equal(t, found, request)
	taken, err := o.db.SignInRequests().Take(t.Context(), request.StateHash)
	ok(t, err)
	equal(t, taken, request)
	_, err = o.db.SignInRequests().Take(t.Context(), request.StateHash)
	refused(t, err, fault.NotFound)
	_, err = o.db.SignInRequests().Find(t.Context(), request.StateHash)
	refused(t, err, fault.NotFound)
}

func concurrentResponses(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	request := o.newRequest(t, nextHour())
	const responses = 8
	taken := make([]bool, responses)
	var group sync.WaitGroup
	for i := range responses {
		group.Go(func() {
			_, err := o.db.SignInRequests().Take(t.Context(), request.StateHash)
			taken[i] = err == nil
			if err != nil && !fault.Is(err, fault.NotFound) {
				t.Errorf("response %d: %v", i, err)
			}
		})
	}
	group.Wait()
	count := 0
	for _, is := range taken {
		if is {
			count++
		}
	}
	equal(t, count, 1)
}

func requestIsAnsweredOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	request := o.newRequest(t, nextHour())
	requests := o.db.SignInRequests()
	ok(t, requests.Answer(t.Context(), request.StateHash, "v1.identity"))
	refused(t, requests.Answer(t.Context(), request.StateHash, "v1.another"), fault.NotFound)
	taken, err := requests.Take(t.Context(), request.StateHash)
	ok(t, err)
	equal(t, taken.SealedIdentity, "v1.identity")
	refused(t, requests.Answer(t.Context(), request.StateHash, "v1.identity"), fault.NotFound)
}

func requestExpires(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	expired := o.newRequest(t, time.Now().Add(-time.Second))
	_, err := o.db.SignInRequests().Find(t.Context(), expired.StateHash)
	refused(t, err, fault.NotFound)
	refused(t, o.db.SignInRequests().Answer(t.Context(), expired.StateHash, "v1.identity"), fault.NotFound)
	_, err = o.db.SignInRequests().Take(t.Context(), expired.StateHash)
	refused(t, err, fault.NotFound)
}
