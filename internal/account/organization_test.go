package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

func TestCheckSubdomain(t *testing.T) {
	t.Parallel()
	for text, isGood := range map[string]bool{
		"acme": true, "3m": true, "a--b": true, strings.Repeat("x", 63): true,
		"": false, "-": false, "Acme": false, "acme.": false, "-acme": false, "acme-": false, "a b": false, "é": false, strings.Repeat("x", 64): false,
	} {
		if err := account.CheckSubdomain(text); (err == nil) != isGood {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestSubdomain(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Default":                              "default",
		"ACME":                                 "acme",
		"Acme Corp.":                           "acmecorp",
		"acme-corp":                            "acme-corp",
		"--Acme--":                             "acme",
		"a--b":                                 "a--b",
		"3M":                                   "3m",
		"Müller & Söhne":                       "mllershne",
		"Ωδ":                                   "",
		"":                                     "",
		"---":                                  "",
		" \t":                                  "",
		"a/b.c@d":                              "abcd",
		"\u212Aelvin":                          "kelvin", // the sign for kelvin has a k for its lower case
		strings.Repeat("x", 70):                strings.Repeat("x", 63),
		strings.Repeat("x", 62) + "-y":         strings.Repeat("x", 62),
		strings.Repeat("é", 10) + "z":          "z",
		strings.Repeat("-", 70) + "tail":       "tail",
		strings.Repeat("x", 61) + "--" + "yyy": strings.Repeat("x", 61),
	} {
		if got := account.Subdomain(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestNewOrganization(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	organization, err := account.NewOrganization("Acme Corp.", now)
	if err != nil {
		t.Fatal(err)
	}
	if organization.Name != "Acme Corp." || organization.Subdomain != "acmecorp" || organization.ID == "" || !organization.CreatedAt.Equal(now) {
		t.Errorf("got %+v", organization)
	}
	for _, name := range []string{"", " ", "Ωδ", "a\x00b", "a\nb", "\xff", strings.Repeat("x", 101)} {
		if _, err := account.NewOrganization(name, now); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: got %v, want invalid", name, err)
		}
	}
}
