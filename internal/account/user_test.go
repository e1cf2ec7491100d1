package account_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

func TestRevokesCredentials(t *testing.T) {
	t.Parallel()
	user := account.User{
		ID: "u", Organization: "o", Email: "ada@example.com", FirstName: "Ada", LastName: "Lovelace", PasswordHash: "hash",
		Role: account.OrganizationMember, Status: account.UserActive,
	}
	for name, test := range map[string]struct {
		change  func(before, after *account.User)
		revokes bool
	}{
		"nothing": {func(_, _ *account.User) {}, false},
		"names":   {func(_, after *account.User) { after.FirstName, after.LastName = "Grace", "" }, false},
		"role":    {func(_, after *account.User) { after.Role = account.OrganizationAdministrator }, false},
		"enable":  {func(before, _ *account.User) { before.Status = account.UserDisabled }, false},
		"still disabled": {func(before, after *account.User) {
			before.Status, after.Status = account.UserDisabled, account.UserDisabled
		}, false},
		"password": {func(_, after *account.User) { after.PasswordHash = "another" }, true},
		"address":  {func(_, after *account.User) { after.Email = "ada@example.org" }, true},
		"disable":  {func(_, after *account.User) { after.Status = account.UserDisabled }, true},
		"delete":   {func(_, after *account.User) { after.Status = account.UserDeleted }, true},
		"delete when disabled": {func(before, after *account.User) {
			before.Status, after.Status = account.UserDisabled, account.UserDeleted
		}, true},
	} {
		before, after := user, user
		test.change(&before, &after)
		if got := account.RevokesCredentials(before, after); got != test.revokes {
			t.Errorf("%s: got %t, want %t", name, got, test.revokes)
		}
	}
}

func TestRunsOrganization(t *testing.T) {
	t.Parallel()
	for _, role := range account.OrganizationRoles() {
		for _, status := range []account.UserStatus{account.UserActive, account.UserDisabled, account.UserDeleted} {
			user := account.User{Role: role, Status: status}
			want := role == account.OrganizationAdministrator && status == account.UserActive
			if user.RunsOrganization() != want {
				t.Errorf("%s, %s: got %t, want %t", role, status, !want, want)
			}
		}
	}
}

func TestNormalizeEmail(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ given, want string }{
		{"ada@example.com", "ada@example.com"},
		{" Ada@Example.COM\n", "ada@example.com"},
		{"admin@localhost", "admin@localhost"},
		{"a.b+c@x.example", "a.b+c@x.example"},
		{"ÄDA@example.com", "äda@example.com"},
		{"o'hara_1@sub.x.y", "o'hara_1@sub.x.y"},
		{"someone@ωδ.example", "someone@ωδ.example"},
	} {
		if got, err := account.NormalizeEmail(test.given); err != nil || got != test.want {
			t.Errorf("%q: got %q, %v; want %q", test.given, got, err, test.want)
		}
	}
	for _, given := range []string{
		"", " ", "ada", "@example.com", "ada@", "ada@@example.com", "a da@example.com", "Ada <ada@example.com>", "<ada@example.com>",
		"ada@example.com, b@example.com", "ada@example.com;", "a\x00da@example.com", "ada\n@example.com", "\xff@example.com",
		`"ada lovelace"@example.com`, "ada@example.com (work)", strings.Repeat("a", 250) + "@example.com", "mailto:ada@example.com",
	} {
		if got, err := account.NormalizeEmail(given); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: got %q, %v; want invalid", given, got, err)
		}
	}
}

func FuzzNormalizeEmail(f *testing.F) {
	for _, seed := range []string{"ada@example.com", " A@B ", "", "\x00", "İ@x.example", "a@[127.0.0.1]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		once, err := account.NormalizeEmail(given)
		if err != nil {
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%q: %v is not invalid", given, err)
			}
			return
		}
		if twice, err := account.NormalizeEmail(once); err != nil || twice != once {
			t.Errorf("%q becomes %q and then %q, %v", given, once, twice, err)
		}
		if strings.ContainsAny(once, "\x00\r\n") || !strings.Contains(once, "@") {
			t.Errorf("%q is accepted as %q", given, once)
		}
	})
}

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"12345678", "        ", "pässwört", "€€€€€€€€", strings.Repeat("x", 1024)} {
		if err := account.CheckPassword(good); err != nil {
			t.Errorf("%d characters: %v", len([]rune(good)), err)
		}
	}
	for _, bad := range []string{"", "1234567", "€€€€€€€", strings.Repeat("x", 1025), strings.Repeat("€", 400)} {
		err := account.CheckPassword(bad)
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%d characters: got %v, want invalid", len([]rune(bad)), err)
			continue
		}
		if bad != "" && strings.Contains(err.Error()+fault.From(err).Hint, bad) {
			t.Errorf("the error repeats the password: %v", err)
		}
	}
}
