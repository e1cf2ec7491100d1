package account_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/secret"
)

func TestSecretForm(t *testing.T) {
	t.Parallel()
	forms := map[string]*regexp.Regexp{
		account.TokenPrefix:   regexp.MustCompile(`^mrt_[0-9A-Za-z]{36}$`),
		account.SessionPrefix: regexp.MustCompile(`^mrs_[0-9A-Za-z]{36}$`),
	}
	seen := map[string]bool{}
	for prefix, form := range forms {
		for range 1000 {
			made := account.NewSecret(prefix)
			if !form.MatchString(made) || !account.IsSecret(prefix, made) {
				t.Fatalf("%q is not a secret", made)
			}
			if seen[made] {
				t.Fatalf("%q was made twice", made)
			}
			seen[made] = true
			for other := range forms {
				if other != prefix && account.IsSecret(other, made) {
					t.Fatalf("%q is accepted as the other kind", made)
				}
			}
		}
	}
}

// TestTypingMistakesAreDetected replaces each character of a token with every other one.
func TestTypingMistakesAreDetected(t *testing.T) {
	t.Parallel()
	made := account.NewSecret(account.TokenPrefix)
	for i := range made {
		for c := range 256 {
			changed := made[:i] + string([]byte{byte(c)}) + made[i+1:]
			if changed != made && account.IsSecret(account.TokenPrefix, changed) {
				t.Errorf("character %d as %q is not noticed", i, byte(c))
			}
		}
		if shorter := made[:i] + made[i+1:]; account.IsSecret(account.TokenPrefix, shorter) {
			t.Errorf("a missing character %d is not noticed", i)
		}
		if longer := made[:i] + "x" + made[i:]; account.IsSecret(account.TokenPrefix, longer) {
			t.Errorf("an extra character %d is not noticed", i)
		}
		if i > 0 && made[i] != made[i-1] {
			if swapped := made[:i-1] + string(made[i]) + string(made[i-1]) + made[i+1:]; account.IsSecret(account.TokenPrefix, swapped) {
				t.Errorf("characters %d and %d can be swapped", i-1, i)
			}
		}
	}
}

func TestNoiseIsNotSecret(t *testing.T) {
	t.Parallel()
	made := account.NewSecret(account.TokenPrefix)
	for _, text := range []string{
		"", "mrt_", strings.Repeat("0", 40), "mrt_" + strings.Repeat("0", 36), made + " ", " " + made, made + made, strings.ToLower(made) + "A",
		"Bearer " + made,
	} {
		if account.IsSecret(account.TokenPrefix, text) {
			t.Errorf("%q is accepted as a token", text)
		}
	}
}

func FuzzIsSecret(f *testing.F) {
	f.Add(account.NewSecret(account.TokenPrefix))
	f.Add("")
	f.Add("mrt_\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if account.IsSecret(account.TokenPrefix, text) && account.IsSecret(account.SessionPrefix, text) {
			t.Errorf("%q is of both kinds", text)
		}
	})
}

func TestNewTokenAndSession(t *testing.T) {
	t.Parallel()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	token, shown := account.NewToken(account.TokenOwner{Organization: "o", User: "u"}, "name", keys, now)
	if token.Hash != keys.HashToken(shown) || strings.Contains(token.Hash, shown[4:]) {
		t.Error("the token is not stored as its hash")
	}
	if token.Hint != "…"+shown[len(shown)-4:] || token.Organization != "o" || token.User != "u" || !token.LastUsedAt.IsZero() {
		t.Errorf("got %+v", token)
	}
	session, cookie := account.NewSession(account.User{ID: "u", Organization: "o"}, keys, now)
	if session.Hash != keys.HashToken(cookie) || !account.IsSecret(account.SessionPrefix, cookie) {
		t.Error("the session is not stored as the hash of its cookie")
	}
	if !session.ExpiresAt.Equal(now.Add(account.SessionLifetime)) {
		t.Errorf("the session ends at %s", session.ExpiresAt)
	}
}
