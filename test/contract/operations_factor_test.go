package contract_test

import (
	"encoding/base32"
	"net/http"
	"slices"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/totp"
)

const factorPath = "/api/v1/auth/secondFactor"

func secondFactorOperations() map[string]operationCase {
	password := func(path string) func(names) apptest.Request {
		return func(n names) apptest.Request { return post(path, object{"password": n.password}) }
	}
	wrong := func(path string) func(names) apptest.Request {
		return fixed(post(path, object{"password": "not the one"}))
	}
	step := func(path string) func(names) apptest.Request {
		return func(n names) apptest.Request { return post(path, object{"ticket": n.ticket, "code": n.code}) }
	}
	return map[string]operationCase{
		"getSecondFactor": {good: fixed(get(factorPath)), status: ok, refuse: http.StatusUnauthorized},
		"beginSecondFactor": {
			good: password(factorPath), status: created, prepare: ownPassword, bad: wrong(factorPath), refuse: http.StatusBadRequest,
		},
		"activateSecondFactor": {
			good:   func(n names) apptest.Request { return post(factorPath+"/activation", object{"code": n.code}) },
			status: ok, prepare: begunFactor, after: withoutFactor,
			bad: fixed(post(factorPath+"/activation", object{"number": "000000"})), refuse: http.StatusBadRequest,
		},
		"removeSecondFactor": {
			good: password(factorPath + "/removal"), status: gone, prepare: withFactor, after: withoutFactor,
			bad: wrong(factorPath + "/removal"), refuse: http.StatusBadRequest,
		},
		"createRecoveryCodes": {
			good: password(factorPath + "/recoveryCodes"), status: created, prepare: withFactor, after: withoutFactor,
			bad: wrong(factorPath + "/recoveryCodes"), refuse: http.StatusBadRequest,
		},
		"finishLogin": {
			good: step("/api/v1/auth/login/secondFactor"), status: ok, prepare: otherTicket, refuse: http.StatusUnauthorized,
		},
		"finishSession": {
			good: step("/api/v1/auth/session/secondFactor"), status: created, prepare: otherTicket, refuse: http.StatusUnauthorized,
		},
		"removeUserSecondFactor": about(gone, func(n names) apptest.Request {
			return del("/api/v1/users/" + n.user + "/secondFactor")
		}).with(otherFactor),
		"createServiceAccount": {
			good:   func(n names) apptest.Request { return post("/api/v1/serviceAccounts", object{"name": n.fresh}) },
			status: created, bad: fixed(post("/api/v1/serviceAccounts", object{"name": "…"})), refuse: http.StatusBadRequest,
		},
		"createUserToken": about(created, func(n names) apptest.Request {
			return post("/api/v1/users/"+n.user+"/tokens", object{"name": n.fresh, "scopes": []string{"run"}})
		}).with(serviceAccount),
		"getSignInPolicy": {good: fixed(get("/api/v1/signInPolicy")), status: ok, refuse: http.StatusUnauthorized},
		"setSignInPolicy": {
			good: fixed(put("/api/v1/signInPolicy", object{"requiresSecondFactor": false})), status: ok,
			bad: fixed(put("/api/v1/signInPolicy", object{"requiresSecondFactor": "yes"})), refuse: http.StatusBadRequest,
		},
	}
}

// factor is an application of a user that computes codes.
type factor struct {
	secret string
	codes  []string // recovery codes
}

// code returns a code of now, or of the steps after now.
func (f factor) code(after int64) string { return codeOf(f.secret, after) }

func codeOf(secret string, after int64) string {
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil {
		panic(err)
	}
	return totp.Code(raw, totp.Step(time.Now())+after)
}

// beginFactor creates a secret for a user.
func beginFactor(platform *apptest.Platform, who apptest.Person) string {
	return platform.Post(who.Token, factorPath, object{"password": who.Password}).Want(http.StatusCreated).Field("secret")
}

// enableFactor turns the second factor of a user on, which revokes the user's tokens.
func enableFactor(platform *apptest.Platform, who apptest.Person) factor {
	enabled := factor{secret: beginFactor(platform, who)}
	var answer api.RecoveryCodes
	platform.Post(who.Token, factorPath+"/activation", object{"code": enabled.code(0)}).Want(http.StatusOK).JSON(&answer)
	enabled.codes = answer.RecoveryCodes
	return enabled
}

// ticketOf enters the password of a user with a second factor.
func ticketOf(platform *apptest.Platform, who apptest.Person, path string) string {
	var refused api.Error
	platform.Post("", path, object{"email": who.Email, "password": who.Password}).Want(http.StatusUnauthorized).JSON(&refused)
	return refused.Error.SecondFactor.Ticket
}

// loginWithCode logs a user with a second factor in.
func loginWithCode(platform *apptest.Platform, who apptest.Person, code string) string {
	step := object{"ticket": ticketOf(platform, who, "/api/v1/auth/login"), "code": code}
	return platform.Post("", "/api/v1/auth/login/secondFactor", step).Want(http.StatusOK).Field("accessToken")
}

// begunFactor begins to set up a second factor of the caller.
func begunFactor(w *apiFixture, n *names, who apptest.Person) {
	n.password, n.secret = who.Password, beginFactor(w.Platform, who)
	n.code = codeOf(n.secret, 0)
}

// withFactor gives the caller a second factor, and a token of a login with it.
func withFactor(w *apiFixture, n *names, who apptest.Person) {
	enabled := enableFactor(w.Platform, who)
	n.password, n.secret = who.Password, enabled.secret
	w.setToken(who, loginWithCode(w.Platform, who, enabled.codes[0]))
}

// withoutFactor removes the second factor of the caller, if there is one, and gets a new token.
func withoutFactor(w *apiFixture, n names, who apptest.Person) {
	login := object{"email": who.Email, "password": who.Password}
	if w.Post("", "/api/v1/auth/login", login).Status == http.StatusUnauthorized {
		token := loginWithCode(w.Platform, who, codeOf(n.secret, 1)) // the code of now was the first one
		w.Post(token, factorPath+"/removal", object{"password": who.Password}).Want(http.StatusNoContent)
	}
	w.setToken(who, w.Login(who.Email, who.Password))
}

// setToken replaces the token of a caller after a change that revoked it.
func (w *apiFixture) setToken(who apptest.Person, token string) {
	if who.ID == w.admin.ID {
		w.admin.Token = token
	}
	for _, one := range append(slices.Clone(w.people), w.outsider) {
		if one != nil && one.ID == who.ID {
			one.Token = token
		}
	}
}

// other creates a user with a second factor.
func (w *apiFixture) other() (apptest.Person, factor) {
	user := w.NewPerson(w.admin.Token, w.freshText()+"@example.com", "organizationMember")
	return user, enableFactor(w.Platform, user)
}

func otherFactor(w *apiFixture, n *names, _ apptest.Person) {
	user, _ := w.other()
	n.user = user.ID
}

func otherTicket(w *apiFixture, n *names, _ apptest.Person) {
	user, enabled := w.other()
	n.ticket, n.code = ticketOf(w.Platform, user, "/api/v1/auth/session"), enabled.codes[0]
}

func serviceAccount(w *apiFixture, n *names, _ apptest.Person) {
	n.user = w.Post(w.admin.Token, "/api/v1/serviceAccounts", object{"name": w.freshText()}).Want(http.StatusCreated).Field("id")
}
