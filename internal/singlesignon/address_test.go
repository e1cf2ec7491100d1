package singlesignon

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
)

func TestOrigins(t *testing.T) {
	t.Parallel()
	acme := account.Organization{Subdomain: "acme"}
	for _, tt := range []struct {
		addresses Addresses
		want      []string
	}{
		{Addresses{BaseURL: "https://app.example.com", AppDomain: "app.example.com"}, []string{
			"https://acme.app.example.com/login/callback", "https://app.example.com/login/callback",
		}},
		{Addresses{BaseURL: "http://127.0.0.1:8080", AppDomain: "localhost"}, []string{
			"http://acme.localhost:8080/login/callback", "http://127.0.0.1:8080/login/callback",
		}},
		{Addresses{BaseURL: "https://api.example.com:8443", AppDomain: "example.com:443"}, []string{
			"https://acme.example.com:443/login/callback", "https://api.example.com:8443/login/callback",
		}},
		{Addresses{BaseURL: "https://app.example.com"}, []string{"https://app.example.com/login/callback"}},
	} {
		if diff := cmp.Diff(tt.want, tt.addresses.RedirectURIs(acme)); diff != "" {
			t.Errorf("%+v: %s", tt.addresses, diff)
		}
	}
}

func TestReturnPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"": "/", "/": "/", "/deploy?q=a#b": "/deploy?q=a#b", "/projects/é": "/projects/é",
		"//evil.example": "/", `/\evil.example`: "/", "https://evil.example/": "/", "evil": "/", "/\nevil": "/", "/\tevil": "/", "javascript:x": "/",
	} {
		if got := returnPath(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
