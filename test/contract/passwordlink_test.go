package contract_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/mailtest"
	"github.com/millrace/millrace/internal/store"
)

const (
	linkPath     = "/api/v1/auth/passwordLink"
	recoveryPath = "/api/v1/auth/passwordReset"
	chosen       = "four words that match nothing"
)

// startMail starts a mail server, and returns the settings that use it.
func startMail(t *testing.T) (*mailtest.Server, func(*config.Settings)) {
	t.Helper()
	server, err := mailtest.Start(mailtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server, func(s *config.Settings) {
		s.SMTP, s.MailFrom = config.Secret("smtp://"+server.Address+"?tls=none"), "Millrace <millrace@example.com>"
	}
}

// secretOf returns the secret in the address of a link, which must lead to a page of this origin.
func secretOf(t *testing.T, address, page string) string {
	t.Helper()
	secret, ok := strings.CutPrefix(address, page+"#")
	if !ok || !account.IsSecret(account.LinkPrefix, secret) {
		t.Fatalf("the link is %s, want %s#…", address, page)
	}
	return secret
}

// addressIn returns the address in a mail.
func addressIn(t *testing.T, text string) string {
	t.Helper()
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "http") {
			return line
		}
	}
	t.Fatalf("the mail has no link: %s", text)
	return ""
}

// newLink creates a link for a user and returns its secret.
func newLink(t *testing.T, platform *apptest.Platform, token, user, page string) string {
	t.Helper()
	var link api.PasswordLink
	platform.Post(token, "/api/v1/users/"+user+"/passwordLink", nil).Want(http.StatusCreated).JSON(&link)
	if link.URL == nil || link.SentTo != nil {
		t.Fatalf("the link is %+v", link)
	}
	return secretOf(t, *link.URL, platform.URL+page)
}

func useLink(platform *apptest.Platform, secret string) apptest.Response {
	return platform.Post("", linkPath, object{"token": secret, "password": chosen})
}

// An invited user has no password, looks at the link as often as a mail scanner does, chooses a password once, and is signed in.
func TestInvitation(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		id := platform.Post(admin, "/api/v1/users", object{"email": "ann@example.com", "firstName": "Ann"}).Want(http.StatusCreated).Field("id")
		for _, password := range []string{"", "a guess of a password"} {
			platform.Post("", "/api/v1/auth/login", object{"email": "ann@example.com", "password": password}).Want(http.StatusUnauthorized)
		}
		old := newLink(t, platform, admin, id, "/invitation")
		secret := newLink(t, platform, admin, id, "/invitation")
		wantFault(t, useLink(platform, old), http.StatusNotFound, "not valid")

		for range 3 {
			var info api.PasswordLinkInfo
			platform.Post("", linkPath+"/check", object{"token": secret}).Want(http.StatusOK).JSON(&info)
			if info.Purpose != "invitation" || info.Email != "ann@example.com" || info.Organization != "Default" {
				t.Errorf("the link is for %+v", info)
			}
			wantLifetime(t, info.ExpiresAt, 7*24*time.Hour)
		}
		for _, password := range []string{"short", "password1", "millrace2026", "Ann-12345678"} {
			platform.Post("", linkPath, object{"token": secret, "password": password}).Want(http.StatusBadRequest)
		}
		response := useLink(platform, secret).Want(http.StatusCreated)
		var me api.Me
		platform.Do(withCookie(get("/api/v1/auth/me"), sessionCookie(t, response).Value)).Want(http.StatusOK).JSON(&me)
		if me.User.ID != id || me.Session == nil || me.Session.MustChangePassword {
			t.Errorf("signed in as %+v", me)
		}
		wantFault(t, useLink(platform, secret), http.StatusNotFound, "not valid")
		platform.Post("", linkPath+"/check", object{"token": secret}).Want(http.StatusNotFound)
		startBrowser(t, platform, "ann@example.com", chosen)
	})
}

// wantLifetime checks how long from now a link is valid, within a minute.
func wantLifetime(t *testing.T, expiresAt string, want time.Duration) {
	t.Helper()
	end, err := time.Parse(time.RFC3339, expiresAt)
	if left := time.Until(end); err != nil || left > want || left < want-time.Minute {
		t.Errorf("the link ends at %s, in %s; want %s", expiresAt, left, want)
	}
}

// A reset ends every session and revokes every token, and only when the link is used.
func TestResetByAnAdministrator(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		ann := platform.NewPerson(admin, "ann@example.com", "organizationMember")
		browser := startBrowser(t, platform, ann.Email, ann.Password)
		secret := newLink(t, platform, admin, ann.ID, "/reset-password")
		platform.Get(ann.Token, environmentsPath).Want(http.StatusOK)
		platform.Login(ann.Email, ann.Password)

		useLink(platform, secret).Want(http.StatusCreated)
		platform.Get(ann.Token, environmentsPath).Want(http.StatusUnauthorized)
		platform.Do(withCookie(get(environmentsPath), browser)).Want(http.StatusUnauthorized)
		platform.Post("", "/api/v1/auth/login", object{"email": ann.Email, "password": ann.Password}).Want(http.StatusUnauthorized)
		cookie := startBrowser(t, platform, ann.Email, chosen)
		platform.Do(withCookie(get(environmentsPath), cookie)).Want(http.StatusOK) // no other change is asked for

		entries := auditEntries(platform, admin, "?limit=20")
		var actions []string
		for _, entry := range entries {
			actions = append(actions, entry.Action)
		}
		for _, want := range []string{"user.resetPassword", "user.setPassword", "user.signIn"} {
			if !strings.Contains(strings.Join(actions, " "), want) {
				t.Errorf("the log has no %s: %v", want, actions)
			}
		}
		export := string(platform.Get(admin, auditPath+"/export").Want(http.StatusOK).Body)
		if strings.Contains(export, account.LinkPrefix) || strings.Contains(export, platform.Hasher().HashToken(secret)) {
			t.Error("the log contains a link")
		}
	})
}

// A link ends when its user is disabled, and when the password or the address changes.
func TestLinksEndWithTheUsersCredentials(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	for name, change := range map[string]func(ann apptest.Person){
		"disabled": func(ann apptest.Person) {
			platform.Patch(admin, "/api/v1/users/"+ann.ID, object{"status": "disabled"}).Want(http.StatusOK)
			wantFault(t, platform.Post(admin, "/api/v1/users/"+ann.ID+"/passwordLink", nil), http.StatusConflict, "disabled")
		},
		"deleted": func(ann apptest.Person) { platform.Delete(admin, "/api/v1/users/"+ann.ID).Want(http.StatusNoContent) },
		"renamed": func(ann apptest.Person) {
			platform.Patch(admin, "/api/v1/users/"+ann.ID, object{"email": "new-" + ann.Email}).Want(http.StatusOK)
		},
		"password": func(ann apptest.Person) {
			platform.Post(ann.Token, "/api/v1/auth/password", object{"currentPassword": ann.Password, "newPassword": chosen}).Want(http.StatusNoContent)
		},
	} {
		ann := platform.NewPerson(admin, name+"@example.com", "organizationMember")
		secret := newLink(t, platform, admin, ann.ID, "/reset-password")
		change(ann)
		wantFault(t, useLink(platform, secret), http.StatusNotFound, "not valid")
	}
	for _, secret := range []string{"", "mrl_", "nonsense", account.NewSecret(account.LinkPrefix), account.NewSecret(account.TokenPrefix)} {
		wantFault(t, useLink(platform, secret), http.StatusNotFound, "not valid")
	}
}

// A person who forgot the password gets a link by mail. The response is the same for every address.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		server, withMail := startMail(t)
		platform := start(t, database, withMail)
		admin := platform.AdminToken()
		if !strings.Contains(string(platform.Get("", "/api/v1/server").Body), `"sendsMail":true`) {
			t.Error("the server does not say that it sends mail")
		}
		ann := platform.NewPerson(admin, "ann@example.com", "organizationMember")
		off := platform.NewPerson(admin, "off@example.com", "organizationMember")
		platform.Patch(admin, "/api/v1/users/"+off.ID, object{"status": "disabled"}).Want(http.StatusOK)
		platform.Post(admin, "/api/v1/users", object{"email": "invited@example.com"}).Want(http.StatusCreated)

		// Those without a mail come first, so that ann's mail would be behind theirs.
		var bodies []string
		for _, email := range []string{"nobody@example.com", off.Email, "invited@example.com", ann.Email, ann.Email} {
			response := platform.Post("", recoveryPath, object{"email": email}).Want(http.StatusAccepted)
			bodies = append(bodies, string(response.Body))
		}
		for _, body := range bodies {
			if body != bodies[0] {
				t.Errorf("the responses differ: %q", bodies)
			}
		}
		mail := <-server.Messages
		if mail.To != ann.Email || mail.From != "millrace@example.com" || !strings.Contains(mail.Subject, "Default") {
			t.Errorf("the mail is %+v", mail)
		}
		secret := secretOf(t, addressIn(t, mail.Text), platform.URL+"/reset-password")
		reasons := awaitRefusals(platform, admin, 4)
		for _, want := range []string{"unknown address", "disabled", "no password", "some minutes ago"} {
			if !strings.Contains(reasons, want) {
				t.Errorf("the log does not say %q: %s", want, reasons)
			}
		}
		if len(server.Messages) != 0 {
			t.Errorf("another mail was sent: %+v", <-server.Messages)
		}
		useLink(platform, secret).Want(http.StatusCreated)
		platform.Get(ann.Token, environmentsPath).Want(http.StatusUnauthorized)
		platform.Post("", recoveryPath, object{"email": "no address"}).Want(http.StatusBadRequest)
	})
}

// awaitRefusals waits until the log has a number of refused recoveries, and returns their reasons.
func awaitRefusals(platform *apptest.Platform, admin string, count int) string {
	for {
		entries := auditEntries(platform, admin, "?action=user.recoverPassword&result=refused&limit=20")
		if len(entries) < count {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		var reasons []string
		for _, entry := range entries {
			reasons = append(reasons, entry.Reason)
		}
		return strings.Join(reasons, "; ")
	}
}

// Without a mail server nothing can be requested or mailed, and the errors say what to do.
func TestWithoutAMailServer(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	ann := platform.NewPerson(admin, "ann@example.com", "organizationMember")
	wantFault(t, platform.Post("", recoveryPath, object{"email": ann.Email}), http.StatusConflict, "cannot send mail", "administrator")
	wantFault(t, platform.Post(admin, "/api/v1/users/"+ann.ID+"/passwordLink", object{"mail": true}), http.StatusConflict, "cannot send mail", "smtp")
	if strings.Contains(string(platform.Get("", "/api/v1/server").Body), "sendsMail") {
		t.Error("the server says that it sends mail")
	}
}

// An administrator mails an invitation. If the mail server fails, the administrator learns why.
func TestMailedInvitation(t *testing.T) {
	t.Parallel()
	server, withMail := startMail(t)
	platform := start(t, apptest.Database{}, withMail)
	admin := platform.AdminToken()
	id := platform.Post(admin, "/api/v1/users", object{"email": "ann@example.com", "firstName": "Ann", "lastName": "Ames"}).Want(http.StatusCreated).Field("id")
	response := platform.Post(admin, "/api/v1/users/"+id+"/passwordLink", object{"mail": true}).Want(http.StatusCreated)
	if response.Field("sentTo") != "ann@example.com" || strings.Contains(string(response.Body), account.LinkPrefix) {
		t.Errorf("the response is %s", response.Body)
	}
	mail := <-server.Messages
	if mail.To != "ann@example.com" || !strings.Contains(mail.Text, "Hello Ann Ames,") || !strings.Contains(mail.Subject, "invitation") {
		t.Errorf("the mail is %+v", mail)
	}
	useLink(platform, secretOf(t, addressIn(t, mail.Text), platform.URL+"/invitation")).Want(http.StatusCreated)
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	wantFault(t, platform.Post(admin, "/api/v1/users/"+id+"/passwordLink", object{"mail": true}), http.StatusServiceUnavailable, "not sent", "without mail")
}

// A link leads to the subdomain of its organization, and is not valid on another one. Users with one address in two organizations
// get a mail each.
func TestLinksOfSeveralOrganizations(t *testing.T) {
	t.Parallel()
	server, withMail := startMail(t)
	c := newOrganizationsFixture(t, apptest.Database{}, onAppDomain, withMail)
	base, err := url.Parse(c.URL)
	if err != nil {
		t.Fatal(err)
	}
	c.Post("", recoveryPath, object{"email": "both@example.com"}).Want(http.StatusAccepted)
	secrets := map[string]string{}
	for range 2 {
		mail := <-server.Messages
		for host, organization := range map[string]string{ourHost: "Default", theirHost: "Acme Data, Inc."} {
			if strings.Contains(mail.Subject, organization) {
				secrets[host] = secretOf(t, addressIn(t, mail.Text), "http://"+host+":"+base.Port()+"/reset-password")
			}
		}
	}
	use := func(host, secret string) apptest.Response {
		return c.Do(at(host, post(linkPath, object{"token": secret, "password": chosen}), ""))
	}
	wantFault(t, use(ourHost, secrets[theirHost]), http.StatusNotFound, "not valid")
	use(theirHost, secrets[theirHost]).Want(http.StatusCreated)
	use("", secrets[ourHost]).Want(http.StatusCreated)
	// On a subdomain only the user of its organization gets a mail.
	c.Do(at(theirHost, post(recoveryPath, object{"email": "both@example.com"}), "")).Want(http.StatusAccepted)
	if mail := <-server.Messages; !strings.Contains(mail.Subject, "Acme Data, Inc.") {
		t.Errorf("the mail is %q", mail.Subject)
	}
	_, other := c.NewOrganization("Third", "boss@third.example")
	c.Post(other.Token, "/api/v1/users/"+c.Me(c.ours.Token).User.ID+"/passwordLink", nil).Want(http.StatusNotFound)
}

// Where single sign-on is required, only break-glass administrators get a link.
func TestLinksWhereSingleSignOnIsRequired(t *testing.T) {
	t.Parallel()
	server, withMail := startMail(t)
	platform := start(t, apptest.Database{}, withMail)
	admin := platform.AdminToken()
	boss := platform.Me(admin).User.ID
	ann := platform.NewPerson(admin, "ann@example.com", "organizationMember")
	before := newLink(t, platform, admin, ann.ID, "/reset-password")
	platform.Patch(admin, "/api/v1/users/"+boss, object{"isBreakGlass": true}).Want(http.StatusOK)
	only := providerSettings()
	only["isEnabled"], only["onlySingleSignOn"] = true, true
	platform.Put(admin, providerPath, only).Want(http.StatusOK)

	wantFault(t, platform.Post(admin, "/api/v1/users/"+ann.ID+"/passwordLink", nil), http.StatusConflict, "single sign-on")
	wantFault(t, useLink(platform, before), http.StatusConflict, "single sign-on")
	for _, email := range []string{ann.Email, apptest.AdminEmail} {
		platform.Post("", recoveryPath, object{"email": email}).Want(http.StatusAccepted)
	}
	mail := <-server.Messages
	if reasons := awaitRefusals(platform, admin, 1); mail.To != apptest.AdminEmail || !strings.Contains(reasons, "single sign-on") {
		t.Errorf("%s got a mail; refused: %s", mail.To, reasons)
	}
	useLink(platform, secretOf(t, addressIn(t, mail.Text), platform.URL+"/reset-password")).Want(http.StatusCreated)
	if len(server.Messages) != 0 {
		t.Error("another mail was sent")
	}
}

// A network that requests many links is limited, whatever addresses it names.
func TestRecoveriesOfANetworkAreLimited(t *testing.T) {
	t.Parallel()
	_, withMail := startMail(t)
	platform := start(t, apptest.Database{}, withMail, func(s *config.Settings) {
		s.Limits.SignInFailuresPerMinute, s.Limits.SignInBurst = 30, 60
	})
	for range 10 {
		platform.Post("", recoveryPath, object{"email": "nobody@example.com"}).Want(http.StatusAccepted)
	}
	response := platform.Post("", recoveryPath, object{"email": apptest.AdminEmail})
	wantFault(t, response, http.StatusTooManyRequests, "new password")
	if response.Header.Get("Retry-After") == "" {
		t.Error("the response does not say how long to wait")
	}
}

// Links are stored as hashes.
func TestLinksAreStoredHashed(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	secret := newLink(t, platform, admin, platform.NewPerson(admin, "ann@example.com", "organizationMember").ID, "/reset-password")
	platform.InStore(func(db *store.DB) {
		if _, err := db.PasswordLinks().Find(t.Context(), platform.Hasher().HashToken(secret)); err != nil {
			t.Errorf("the hash is not stored: %v", err)
		}
		if _, err := db.PasswordLinks().Find(t.Context(), secret); err == nil {
			t.Error("the secret itself is stored")
		}
	})
}
