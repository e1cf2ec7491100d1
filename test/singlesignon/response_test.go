package singlesignon_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// A response of the provider counts once, and only in the browser that began the sign-in.
func TestReplayedState(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		d.connect()
		d.idp.add(ann())
		b := newBrowser(t)
		callback := b.authorize(d.start, d.idp, ann())
		if target := b.finish(callback); target.Path != "/" {
			t.Fatalf("the browser is sent to %s", target)
		}
		wantError(t, b.finish(callback), "requestUnknown")

		// A victim who follows the attacker's link does not get the attacker's session, and the link is used up.
		attacker := newBrowser(t)
		link := attacker.authorize(d.start, d.idp, ann())
		victim := newBrowser(t)
		wantError(t, victim.finish(link), "requestUnknown")
		wantError(t, attacker.finish(link), "requestUnknown")

		// The state of one organization does not count on the host of another.
		other := newBrowser(t)
		elsewhere := strings.Replace(other.authorize(d.URL+"/login/start?organization=acme", d.idp, ann()), "127.0.0.1:"+d.port, "default.localhost:"+d.port, 1)
		wantError(t, other.finish(elsewhere), "requestUnknown")
		wantError(t, other.finish(d.sub("/login/callback?state=unknown&code=x")), "requestUnknown")
		wantError(t, other.finish(d.sub("/login/callback")), "requestUnknown")
	})
}

// A browser with two windows can sign in with both.
func TestTwoWindows(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	b := newBrowser(t)
	first, second := b.authorize(d.start, d.idp, ann()), b.authorize(d.start, d.idp, ann())
	for _, callback := range []string{first, second} {
		if target := b.finish(callback); target.Path != "/" {
			t.Errorf("the browser is sent to %s", target)
		}
	}
}

func TestWrongAudience(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	d.idp.control(object{"audience": "another-client"})
	d.refused(ann(), "responseInvalid")
	d.idp.control(object{"audience": ""})
	d.signedIn(ann())
}

func TestExpiredCode(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	d.idp.control(object{"codesExpire": true})
	d.refused(ann(), "codeRejected")
}

// A sign-in at another client's code, or with what the provider refuses, is refused too.
func TestRefusedByProvider(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	b := newBrowser(t)
	callback, err := url.Parse(b.authorize(d.start, d.idp, ann()))
	if err != nil {
		t.Fatal(err)
	}
	query := callback.Query()
	query.Del("code")
	query.Set("error", "access_denied")
	query.Set("error_description", `<script>alert(1)</script>`)
	callback.RawQuery = query.Encode()
	target := b.finish(callback.String())
	wantError(t, target, "providerRefused")
	if strings.Contains(target.String(), "script") {
		t.Errorf("the page gets what the provider wrote: %s", target)
	}
	mixed, err := url.Parse(b.authorize(d.start, d.idp, ann()))
	if err != nil {
		t.Fatal(err)
	}
	mixed.RawQuery += "&iss=" + url.QueryEscape("https://evil.example")
	wantError(t, b.finish(mixed.String()), "responseInvalid")
}

// The provider signs with a new key without telling anybody.
func TestRotatedKeys(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	_, before := d.signedIn(ann())
	d.idp.control(object{"rotateKeys": true})
	if _, after := d.signedIn(ann()); after.User.ID != before.User.ID {
		t.Error("the new key belongs to another user")
	}
}

// A provider that does not respond is reported before the browser leaves, and between leaving and returning.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	d.idp.add(ann())
	b := newBrowser(t)
	callback := b.authorize(d.start, d.idp, ann())
	d.idp.stop()
	wantError(t, b.finish(callback), "providerUnavailable")
	d.connect(object{"scopes": []string{"groups"}}) // new settings, so the endpoints are read again
	wantError(t, b.finish(d.start), "providerUnavailable")
}
