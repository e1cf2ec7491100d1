package singlesignon_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/singlesignon"
)

func TestOrigins(t *testing.T) {
	t.Parallel()
	acme := account.Organization{Subdomain: "acme"}
	for _, tt := range []struct {
		addresses singlesignon.Addresses
		want      []string
	}{
		{singlesignon.Addresses{BaseURL: "https://app.example.com", AppDomain: "app.example.com"}, []string{
			"https://acme.app.example.com/login/callback", "https://app.example.com/login/callback",
		}},
		{singlesignon.Addresses{BaseURL: "http://127.0.0.1:8080", AppDomain: "localhost"}, []string{
			"http://acme.localhost:8080/login/callback", "http://127.0.0.1:8080/login/callback",
		}},
		{singlesignon.Addresses{BaseURL: "https://api.example.com:8443", AppDomain: "example.com:443"}, []string{
			"https://acme.example.com:443/login/callback", "https://api.example.com:8443/login/callback",
		}},
		{singlesignon.Addresses{BaseURL: "https://app.example.com"}, []string{"https://app.example.com/login/callback"}},
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
		if got := singlesignon.ReturnPath(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}
