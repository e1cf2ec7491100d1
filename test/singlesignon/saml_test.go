package singlesignon_test

import (
	"encoding/base64"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// connectSAML sets the SAML provider of Acme, and lets the provider know the server.
func (d *deployment) connectSAML(changes ...object) {
	d.t.Helper()
	settings := object{"kind": "saml", "metadataURL": d.idp.SAML, "emailDomains": []string{"acme.example"}, "createsUsers": true}
	for _, change := range changes {
		maps.Copy(settings, change)
	}
	saved := d.Put(d.boss.Token, providerPath, settings).Want(http.StatusOK)
	d.idp.control(object{"services": []string{saved.Field("entityID")}})
}

// formValue returns a hidden value of the provider's page.
func formValue(t *testing.T, body, name string) string {
	t.Helper()
	found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(body)
	if found == nil {
		t.Fatalf("the provider's page has no %s: %s", name, body)
	}
	return html.UnescapeString(found[1])
}

// answer is the response of a SAML provider, which its page sends with a form.
type answer struct{ to, response, relayState string }

// authorizeSAML begins a sign-in, signs in at the provider, and returns the form that its page would send.
func (b *browser) authorizeSAML(start string, p *provider, who person) answer {
	b.t.Helper()
	login := b.get(start, never)
	address := strings.TrimSuffix(p.SAML, "/metadata")
	if !strings.HasPrefix(login.url.String(), address+"/sso") {
		b.t.Fatalf("the browser is at %s with status %d, not at the provider", login.url, login.status)
	}
	done := login
	if !strings.Contains(login.body, "SAMLResponse") { // otherwise the browser is signed in at the provider from before
		done = b.post(address+"/sso", url.Values{
			"user": {who.Username}, "password": {who.Password},
			"SAMLRequest": {formValue(b.t, login.body, "SAMLRequest")}, "RelayState": {formValue(b.t, login.body, "RelayState")},
		}, never)
	}
	action := regexp.MustCompile(`action="([^"]*)"`).FindStringSubmatch(done.body)
	if action == nil {
		b.t.Fatalf("the provider does not respond: %s", done.body)
	}
	return answer{
		to: html.UnescapeString(action[1]), response: formValue(b.t, done.body, "SAMLResponse"), relayState: formValue(b.t, done.body, "RelayState"),
	}
}

// send sends the form and, if the server accepts it, goes to the callback.
func (b *browser) send(a answer) *url.URL {
	b.t.Helper()
	accepted := b.post(a.to, url.Values{"SAMLResponse": {a.response}, "RelayState": {a.relayState}}, always)
	target, err := url.Parse(accepted.next)
	if err != nil || accepted.status != http.StatusSeeOther {
		b.t.Fatalf("status %d, %v: %s", accepted.status, err, accepted.body)
	}
	if isCallback(target) {
		return b.finish(accepted.next)
	}
	return target
}

func TestSAMLSignIn(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		d.connectSAML(object{"groupClaim": "eduPersonAffiliation", "groupRoles": []object{{"group": "data-admins", "organizationRole": "admin"}}})
		who := ann()
		who.Groups = []string{"data-admins"}
		d.idp.add(who)
		var first string
		for _, start := range []string{d.start, d.URL + "/login/start?organization=acme"} {
			b := newBrowser(t)
			target := b.send(b.authorizeSAML(start, d.idp, who))
			if target.Path != "/" {
				t.Fatalf("%s: the browser is sent to %s", start, target)
			}
			me := d.me(b, target.Scheme+"://"+target.Host)
			if me.User.Email != who.Email || me.User.FirstName != "Ann" || me.User.OrganizationRole != "organizationAdministrator" {
				t.Errorf("the user is %+v", me.User)
			}
			if first != "" && me.User.ID != first {
				t.Errorf("the users are %s and %s", first, me.User.ID)
			}
			first = me.User.ID
		}
		d.Patch(d.boss.Token, "/api/v1/users/"+first, object{"status": "disabled"}).Want(http.StatusOK)
		b := newBrowser(t)
		wantError(t, b.send(b.authorizeSAML(d.start, d.idp, who)), "userDisabled")
		stranger := ann()
		stranger.Username, stranger.Email = "zoe", "zoe@elsewhere.example"
		d.idp.add(stranger)
		b = newBrowser(t)
		wantError(t, b.send(b.authorizeSAML(d.start, d.idp, stranger)), "domainNotAllowed")
	})
}

// A response counts once, in the browser that asked for it.
func TestSAMLResponseCountsOnce(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connectSAML()
	d.idp.add(ann())
	b := newBrowser(t)
	got := b.authorizeSAML(d.start, d.idp, ann())
	if target := b.send(got); target.Path != "/" {
		t.Fatalf("the browser is sent to %s", target)
	}
	wantError(t, b.send(got), "requestUnknown")

	// The response to one request is no response to another.
	replayed := b.authorizeSAML(d.start, d.idp, ann())
	replayed.response = got.response
	wantError(t, b.send(replayed), "responseInvalid")

	// A victim's browser is not signed in with the response of an attacker.
	stolen := b.authorizeSAML(d.start, d.idp, ann())
	wantError(t, newBrowser(t).send(stolen), "requestUnknown")

	// The callback without a response of the provider.
	asked := b.authorizeSAML(d.start, d.idp, ann())
	wantError(t, b.finish(d.sub("/login/callback?state="+asked.relayState)), "requestUnknown")
	wantError(t, b.send(answer{to: d.sub("/login/saml"), response: got.response, relayState: "unknown"}), "requestUnknown")
}

// Every change of a signed response is found, and a response without a signature is refused.
func TestForgedAssertions(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connectSAML()
	victim := d.NewPerson(d.boss.Token, "victim@acme.example", "organizationAdministrator")
	d.idp.add(ann())
	for name, forge := range map[string]func(string) string{
		"another person": func(xml string) string { return strings.ReplaceAll(xml, "ann@acme.example", victim.Email) },
		"no signature": func(xml string) string {
			return regexp.MustCompile(`(?s)<ds:Signature .*?</ds:Signature>`).ReplaceAllString(strings.ReplaceAll(xml, "ann@acme.example", victim.Email), "")
		},
		"another audience": func(xml string) string { return strings.ReplaceAll(xml, "organization=acme", "organization=default") },
		"not XML":          func(string) string { return "<" },
		"empty":            func(string) string { return "" },
	} {
		b := newBrowser(t)
		got := b.authorizeSAML(d.start, d.idp, ann())
		raw, err := base64.StdEncoding.DecodeString(got.response)
		if err != nil {
			t.Fatal(err)
		}
		forged := forge(string(raw))
		if forged == string(raw) {
			t.Fatalf("%s: nothing was changed in %s", name, raw)
		}
		got.response = base64.StdEncoding.EncodeToString([]byte(forged))
		target := b.send(got)
		if target.Query().Get("error") != "responseInvalid" {
			t.Errorf("%s: the browser is sent to %s", name, target)
		}
	}
}

// The provider signs with a new key without telling anybody.
func TestSAMLRotatedKeysAndOutage(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connectSAML()
	d.idp.add(ann())
	for range 2 {
		b := newBrowser(t)
		if target := b.send(b.authorizeSAML(d.start, d.idp, ann())); target.Path != "/" {
			t.Errorf("the browser is sent to %s", target)
		}
		d.idp.control(object{"rotateKeys": true})
	}
	b := newBrowser(t)
	got := b.authorizeSAML(d.start, d.idp, ann())
	d.idp.stop()
	// New settings, so the metadata is read again.
	d.Put(d.boss.Token, providerPath, object{"kind": "saml", "metadataURL": d.idp.SAML, "emailDomains": []string{"acme.example"}}).Want(http.StatusOK)
	wantError(t, b.send(got), "providerUnavailable")
	wantError(t, newBrowser(t).finish(d.start), "providerUnavailable")
}

// A provider that signs an assertion without parts that it must have gets no one signed in, and does no harm.
func TestIncompleteAssertions(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connectSAML()
	d.idp.add(ann())
	for _, part := range []string{"conditions", "subject", "confirmationData"} {
		d.idp.control(object{"omit": part})
		b := newBrowser(t)
		target := b.send(b.authorizeSAML(d.start, d.idp, ann()))
		if target.Query().Get("error") != "responseInvalid" {
			t.Errorf("without %s the browser is sent to %s", part, target)
		}
	}
}

// Everybody who begins a sign-in can send responses that do not verify. They make the server read the metadata again once.
func TestInvalidResponsesReadMetadataOnce(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	var reads atomic.Int32
	target, err := url.Parse(d.idp.SAML)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		reads.Add(1)
		r.Out.URL = target
	}}
	metadata := httptest.NewServer(proxy)
	t.Cleanup(metadata.Close)
	d.connectSAML(object{"metadataURL": metadata.URL})
	d.idp.add(ann())
	b := newBrowser(t)
	got := b.authorizeSAML(d.start, d.idp, ann())
	before := reads.Load()
	for range 5 {
		wantError(t, b.send(answer{to: got.to, response: base64.StdEncoding.EncodeToString([]byte("<x/>")), relayState: got.relayState}), "responseInvalid")
	}
	if again := reads.Load() - before; again != 1 {
		t.Errorf("the metadata was read %d times for 5 responses, want once", again)
	}
	if end := b.send(got); end.Path != "/" {
		t.Errorf("the valid response is refused: %s", end)
	}
}

func TestSAMLSettings(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	base := object{"kind": "saml", "metadataURL": d.idp.SAML, "emailDomains": []string{"acme.example"}}
	for name, change := range map[string]object{
		"no metadata":           {"metadataURL": ""},
		"two kinds of it":       {"metadata": "<EntityDescriptor/>"},
		"metadata not XML":      {"metadataURL": "", "metadata": "hello"},
		"metadata of a service": {"metadataURL": "", "metadata": `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>`},
		"no domains":            {"emailDomains": []string{}},
		"a client":              {"clientID": "x"},
		"a secret":              {"clientSecret": "x"},
		"link-local metadata":   {"metadataURL": "http://169.254.169.254/metadata"},
	} {
		settings := object{}
		for _, part := range []object{base, change} {
			maps.Copy(settings, part)
		}
		if got := d.Put(d.boss.Token, providerPath, settings); got.Status != http.StatusBadRequest {
			t.Errorf("%s: status %d: %s", name, got.Status, got.Body)
		}
	}
	if got := d.Post(d.boss.Token, providerPath+"/test", base).Want(http.StatusOK); !strings.Contains(string(got.Body), `"success":true`) {
		t.Errorf("the test fails: %s", got.Body)
	}
	d.idp.stop()
	if got := d.Post(d.boss.Token, providerPath+"/test", base).Want(http.StatusOK); !strings.Contains(string(got.Body), `"success":false`) {
		t.Errorf("the test of a provider that is down succeeds: %s", got.Body)
	}
	// The description of this service has nothing secret and exists for every organization.
	for _, request := range []apptest.Request{
		{Method: http.MethodGet, Path: "/login/saml/metadata?organization=acme"},
		{Method: http.MethodGet, Path: "/login/saml/metadata", Host: "acme.localhost:" + d.port},
	} {
		got := d.Do(request).Want(http.StatusOK)
		for _, part := range []string{d.sub("/login/saml"), d.URL + "/login/saml", "organization=acme", `WantAssertionsSigned="true"`} {
			if !strings.Contains(string(got.Body), part) {
				t.Errorf("the metadata lacks %s: %s", part, got.Body)
			}
		}
	}
	d.Get("", "/login/saml/metadata?organization=nobody").Want(http.StatusNotFound)
}
