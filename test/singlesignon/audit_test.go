package singlesignon_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// refusals returns the reasons of the refused sign-ins in the audit log of Acme, and how often each is there.
func (d *deployment) refusals() map[string]int {
	d.t.Helper()
	var list struct {
		Data []struct {
			Reason, Address string
			Credential      struct{ Kind string }
		}
	}
	d.Get(d.boss.Token, "/api/v1/auditEntries?action=user.signIn&result=refused&limit=100").Want(http.StatusOK).JSON(&list)
	reasons := map[string]int{}
	for _, entry := range list.Data {
		if entry.Credential.Kind != "identityProvider" || entry.Address == "" {
			d.t.Errorf("the entry is %+v", entry)
		}
		reasons[entry.Reason]++
	}
	return reasons
}

// wantRefusals checks how often the log has each reason.
func (d *deployment) wantRefusals(want map[string]int) {
	d.t.Helper()
	got := d.refusals()
	for reason, count := range want {
		if got[reason] != count {
			d.t.Errorf("the log has %d refusals with %q, want %d: %v", got[reason], reason, count, got)
		}
	}
}

// Every sign-in through the provider that is refused is in the audit log of the organization.
func TestRefusedSingleSignOnsAreAudited(t *testing.T) {
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
		wantError(t, b.finish(callback), "requestUnknown")                                            // replayed
		wantError(t, newBrowser(t).finish(b.authorize(d.start, d.idp, ann())), "requestUnknown")      // of another browser
		wantError(t, b.finish(d.sub("/login/callback?state=guessed&code=guessed")), "requestUnknown") // made up
		mixed := b.authorize(d.start, d.idp, ann()) + "&iss=" + url.QueryEscape("https://evil.example")
		wantError(t, b.finish(mixed), "responseInvalid")
		d.idp.control(object{"codesExpire": true})
		d.refused(ann(), "codeRejected")
		stranger := ann()
		stranger.ID, stranger.Username, stranger.Email = "zoe", "zoe", "zoe@elsewhere.example"
		d.idp.control(object{"codesExpire": false})
		d.idp.add(stranger)
		d.refused(stranger, "domainNotAllowed")
		d.wantRefusals(map[string]int{
			"requestUnknown": 3, "responseInvalid": 1, "codeRejected": 1, "your e-mail domain may not sign in to this organization": 1,
		})
	})
}

func TestRefusedAssertionsAreAudited(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connectSAML()
	d.idp.add(ann())
	b := newBrowser(t)
	got := b.authorizeSAML(d.start, d.idp, ann())
	raw, err := base64.StdEncoding.DecodeString(got.response)
	if err != nil {
		t.Fatal(err)
	}
	forged := got
	forged.response = base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(string(raw), "ann@acme.example", "boss@acme.example")))
	wantError(t, b.send(forged), "responseInvalid")
	if target := b.send(got); target.Path != "/" {
		t.Fatalf("the browser is sent to %s", target)
	}
	wantError(t, b.send(got), "requestUnknown") // replayed
	d.wantRefusals(map[string]int{"responseInvalid": 1, "requestUnknown": 1})
}

// Made-up responses cost a client nothing, so the log has a limited number of entries about them.
func TestAnonymousRefusalsAreLimited(t *testing.T) {
	t.Parallel()
	d := newDeployment(t, apptest.Database{})
	d.connect()
	b := newBrowser(t)
	for range 40 {
		wantError(t, b.finish(d.sub("/login/callback?state=guessed")), "requestUnknown")
	}
	if got := d.refusals()["requestUnknown"]; got < 30 || got > 35 { // 30, and 10 more in each minute
		t.Errorf("40 made-up responses have %d entries", got)
	}
}
