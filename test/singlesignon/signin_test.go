package singlesignon_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// The first sign-in creates a user with the default role. The second one finds it again.
func TestNewUser(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		d.connect()
		d.idp.add(ann())
		_, first := d.signedIn(ann())
		if first.User.Email != "ann@acme.example" || first.User.FirstName != "Ann" || first.User.LastName != "Ames" ||
			first.User.OrganizationRole != "organizationMember" || first.Organization.ID != string(d.acme.ID) {
			t.Errorf("the new user is %+v of %+v", first.User, first.Organization)
		}
		_, again := d.signedIn(ann())
		if again.User.ID != first.User.ID {
			t.Errorf("the second sign-in is of another user: %s, then %s", first.User.ID, again.User.ID)
		}
		// An address that changed at the provider does not change the user: the subject counts.
		moved := ann()
		moved.Email = "ames@acme.example"
		d.idp.add(moved)
		if _, renamed := d.signedIn(moved); renamed.User.ID != first.User.ID || renamed.User.Email != "ann@acme.example" {
			t.Errorf("after a change of the address the user is %+v", renamed.User)
		}
	})
}

// A sign-in works on the server's own host too, and returns to the page that was asked for.
func TestSignInOnPlainHost(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	b := newBrowser(t)
	target := b.signIn(d.URL+"/login/start?organization=acme&next="+url.QueryEscape("/deploy?q=prod"), d.idp, ann())
	if target.Host != "127.0.0.1:"+d.port || target.RequestURI() != "/deploy?q=prod" {
		t.Errorf("the browser is sent to %s", target)
	}
	if me := d.me(b, d.URL); me.User.Email != "ann@acme.example" {
		t.Errorf("the session is of %+v", me.User)
	}
	for _, next := range []string{"https://evil.example/", "//evil.example/", `/\evil.example/`, "javascript:alert(1)", "evil"} {
		target := newBrowser(t).signIn(d.start+"?next="+url.QueryEscape(next), d.idp, ann())
		if target.Host != "acme.localhost:"+d.port || target.Path != "/" {
			t.Errorf("%s: the browser is sent to %s", next, target)
		}
	}
}

// A local user with the same verified address is the same user afterwards.
func TestExistingUserIsLinked(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect(object{"createsUsers": false})
	local := d.NewPerson(d.boss.Token, "ann@acme.example", "organizationContributor")
	d.idp.add(ann())
	_, me := d.signedIn(ann())
	if me.User.ID != local.ID || me.User.OrganizationRole != "organizationContributor" {
		t.Errorf("the user is %+v, want %s", me.User, local.ID)
	}
	d.Get(local.Token, "/api/v1/auth/me").Want(http.StatusOK) // linking revokes nothing
	d.Login(local.Email, local.Password)

	stranger := ann()
	stranger.ID, stranger.Username, stranger.Email = "sub-zoe", "zoe", "zoe@acme.example"
	d.idp.add(stranger)
	d.refused(stranger, "userUnknown")
}

// An address that the provider has not verified finds no user and makes none.
func TestUnverifiedEmailIsNeverLinked(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.NewPerson(d.boss.Token, "ann@acme.example", "organizationAdministrator")
	mallory := ann()
	mallory.ID, mallory.Username, mallory.EmailVerified = "sub-mallory", "mallory", false
	stranger := mallory
	stranger.ID, stranger.Username, stranger.Email = "sub-new", "new", "new@acme.example"
	d.idp.add(mallory, stranger)
	d.refused(mallory, "emailNotVerified")
	d.refused(stranger, "emailNotVerified")
	// An administrator may trust the provider, but only for domains that it controls.
	d.Put(d.boss.Token, providerPath, d.settings(object{"trustsEmail": true, "emailDomains": []string{}})).Want(http.StatusBadRequest)
	d.connect(object{"trustsEmail": true})
	d.signedIn(stranger)
}

func TestDomainNotAllowed(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	stranger := ann()
	stranger.Email = "ann@elsewhere.example"
	nameless := ann()
	nameless.ID, nameless.Username, nameless.Email = "sub-nameless", "nameless", ""
	d.idp.add(stranger, nameless)
	d.refused(stranger, "domainNotAllowed")
	d.refused(nameless, "emailMissing")
}

// A disabled user is refused, and so is one who was linked before. A deleted user is a new person afterwards.
func TestDisabledUser(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	b, me := d.signedIn(ann())
	d.Patch(d.boss.Token, "/api/v1/users/"+me.User.ID, object{"status": "disabled"}).Want(http.StatusOK)
	if got := b.get(d.sub("/api/v1/auth/me"), never); got.status != http.StatusUnauthorized {
		t.Errorf("the session of a disabled user has status %d", got.status)
	}
	d.refused(ann(), "userDisabled")
	d.Delete(d.boss.Token, "/api/v1/users/"+me.User.ID).Want(http.StatusNoContent)
	if _, again := d.signedIn(ann()); again.User.ID == me.User.ID {
		t.Error("a deleted user is back")
	}
}

// The groups of a person decide the role at each sign-in. The last administrator stays one.
func TestGroupsDecideRole(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect(object{"groupClaim": "groups", "groupRoles": []object{
		{"group": "data-admins", "organizationRole": "admin"}, {"group": "data", "organizationRole": "organizationContributor"},
	}})
	for _, step := range []struct {
		groups []string
		want   string
	}{
		{[]string{"data", "data-admins"}, "organizationAdministrator"},
		{[]string{"data"}, "organizationContributor"},
		{[]string{"Data-Admins"}, "organizationMember"},
		{nil, "organizationMember"},
		{[]string{"data-admins"}, "organizationAdministrator"},
	} {
		who := ann()
		who.Groups = step.groups
		d.idp.add(who)
		if _, me := d.signedIn(who); string(me.User.OrganizationRole) != step.want {
			t.Errorf("%v: the role is %s, want %s", step.groups, me.User.OrganizationRole, step.want)
		}
	}
	admin := ann()
	admin.Groups = []string{"data-admins"}
	b, _ := d.signedIn(admin)
	d.Put(d.token(b, d.sub("")), "/api/v2/userRoles/"+d.boss.ID+"/organizationRole", object{"role": "member"}).Want(http.StatusOK)
	admin.Groups = nil
	d.idp.add(admin)
	if _, me := d.signedIn(admin); me.User.OrganizationRole != "organizationAdministrator" {
		t.Errorf("the organization has no administrator: %+v", me.User)
	}
}
