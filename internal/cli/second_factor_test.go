package cli_test

import (
	"encoding/base32"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/totp"
)

// codeOf returns the code of a secret, of now or of a later step.
func codeOf(t *testing.T, secret string, after int64) string {
	t.Helper()
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return totp.Code(raw, totp.Step(time.Now())+after)
}

// TestSecondFactorOnTheCommandLine logs in with a code and with a recovery code, and without either.
func TestSecondFactorOnTheCommandLine(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.want(r.run("second-factor"), 0, `^second factor +no$`, `^required +no$`)
	r.want(r.piped("", "second-factor", "enable"), 2, `standard input has no further line`)
	r.want(r.piped("wrong password\n", "second-factor", "enable"), 3, `password is wrong`)
	begun := r.piped(apptest.AdminPassword+"\n", "second-factor", "enable")
	r.want(begun, 2, `enter this secret into your authenticator application: [A-Z2-7]{32}`, `otpauth://totp/Millrace`)

	var setup api.SecondFactorSetup
	platform.Post(r.token, "/api/v1/auth/secondFactor", api.PasswordConfirmation{Password: apptest.AdminPassword}).Want(201).JSON(&setup)
	var recovery api.RecoveryCodes
	platform.Post(r.token, "/api/v1/auth/secondFactor/activation", api.SecondFactorCode{Code: codeOf(t, setup.Secret, 0)}).Want(200).JSON(&recovery)
	r.want(r.run("environments"), 3, `token is not valid`) // the second factor revoked it
	r.token = ""

	login := []string{"login", "--email", apptest.AdminEmail, "--password-stdin"}
	r.want(r.piped(apptest.AdminPassword+"\n", login...), 2, `the code of the second factor is missing`, `second line of standard input`)
	r.want(r.piped(apptest.AdminPassword+"\n000000\n", login...), 3, `the code is wrong`)
	r.want(r.piped(apptest.AdminPassword+"\n"+codeOf(t, setup.Secret, 1)+"\n", login...), 0, `^Logged in to`)
	r.want(r.run("second-factor", "status"), 0, `^second factor +yes$`, `^recovery codes +10 left$`)
	r.want(r.piped(apptest.AdminPassword+"\n"+recovery.RecoveryCodes[0]+"\n", login...), 0, `^Logged in to`)
	renewed := r.piped(apptest.AdminPassword+"\n", "second-factor", "recovery-codes")
	r.want(renewed, 0, `shown only once`)
	if codes := regexp.MustCompile(`(?m)^[a-z0-9]{5}-[a-z0-9]{5}$`).FindAllString(renewed.out, -1); len(codes) != 10 {
		t.Errorf("the output has %d recovery codes:\n%s", len(codes), renewed.out)
	}

	r.want(r.run("sign-in-policy", "set"), 2, `no flag says what to change`)
	r.want(r.run("sign-in-policy", "set", "--require-second-factor"), 0, `^requires second factor +yes$`)
	r.want(r.run("sign-in-policy", "get", "--json"), 0, `"requiresSecondFactor": true`)
	r.want(r.run("sign-in-policy", "set", "--require-second-factor=false"), 0, `^requires second factor +no$`)
	r.want(r.piped(apptest.AdminPassword+"\n", "second-factor", "disable"), 0, `^The second factor is off\. Log in again\.$`)
	r.want(r.run("environments"), 3, `token is not valid`)
	r.want(r.piped(apptest.AdminPassword+"\n", login...), 0, `^Logged in to`)
}

// TestServiceAccountsOnTheCommandLine also limits tokens of users.
func TestServiceAccountsOnTheCommandLine(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t)
	s.want(s.run("service-accounts"), 0, `^There are no service accounts\.$`)
	created := s.run("service-accounts", "create", "Nightly deploy", "--json")
	s.want(created, 0, `"isServiceAccount": true`)
	id := fieldOf(t, created, "id")
	s.want(s.run("service-accounts", "list"), 0, `^ID +NAME +STATUS +ROLE$`, `^`+id+` +Nightly deploy +active +organizationMember$`)
	s.want(s.run("users", "get", id), 0, `^kind +service account$`)
	s.want(s.run("users", "grant", id, "environmentAdministrator", "--environment", s.environment), 0)
	s.want(s.run("service-accounts", "create", "nightly-deploy"), 3, `already exists`)

	s.want(s.run("service-accounts", "create-token", id, "x", "--expires", "soon"), 2, `--expires cannot be "soon"`)
	s.want(s.run("service-accounts", "create-token", id, "x", "--scope", "emperor"), 3, `not a scope`)
	made := s.run("service-accounts", "create-token", id, "ci", "--scope", "run,deploy", "--address", "127.0.0.1", "--expires", "90d", "--json")
	s.want(made, 0, `"token": "mrt_`, `"run"`, `"127.0.0.1/32"`)
	s.want(s.run("service-accounts", "tokens", id), 0, `^ID +NAME +TOKEN +CREATED +LAST USED +LIMITS$`, ` ci .*run deploy 127\.0\.0\.1/32 until `)

	admin := s.token
	s.token = fieldOf(t, made, "token")
	s.want(s.run("environments"), 0, s.environment)
	s.want(s.run("environments", "delete", s.environment, "--yes"), 3, `does not have the scope administer`, `→ .*run, deploy`)
	s.token = admin
	s.want(s.run("service-accounts", "revoke-token", id, fieldOf(t, made, "id")), 0, `was revoked\.$`)
	s.want(s.run("service-accounts", "tokens", id, "--json"), 0, `^\[\]$`)

	limited := s.run("token", "create", "reader", "--scope", "read")
	s.want(limited, 0, `^mrt_\w+$`)
	s.token = strings.TrimSpace(limited.out)
	s.want(s.run("token", "create", "stronger"), 3, `does not have the scope administer`)
	s.token = admin
	s.want(s.run("users", "remove-second-factor", id), 3, `no second factor`)
}
