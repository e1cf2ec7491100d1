package contract_test

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// tokenLoad uses one token from many goroutines on every server, without a pause, while it is revoked.
type tokenLoad struct {
	t       *testing.T
	token   string
	revoked atomic.Bool    // set when the revoking request has returned
	warm    sync.WaitGroup // every goroutine was accepted several times
	done    sync.WaitGroup

	mu   sync.Mutex
	made []string // tokens that the load itself has created
}

const (
	hammersPerServer = 4
	warmRequests     = 5
	lateRequests     = 20 // that each goroutine starts after the revocation
)

// start starts the goroutines and returns when the token is in full use.
func (h *tokenLoad) start(d deployment) {
	for _, server := range d {
		for i := range hammersPerServer {
			h.warm.Add(1)
			request := get(environmentsPath)
			if i == 0 {
				request = post("/api/v1/auth/tokens", nil) // a write that creates a further token
			}
			request.Token = h.token
			h.done.Go(func() { h.sendRequests(server, request) })
		}
	}
	h.warm.Wait()
}

// sendRequests repeats the request. A request that starts after the revocation must be rejected.
func (h *tokenLoad) sendRequests(server *apptest.Platform, request apptest.Request) {
	var sent, late int
	for late < lateRequests {
		revoked := h.revoked.Load()
		response, err := server.Try(request)
		if sent++; sent == warmRequests {
			h.warm.Done()
		}
		if err != nil {
			h.t.Error(err)
			late = lateRequests
			continue
		}
		h.note(response)
		switch {
		case revoked && response.Status != http.StatusUnauthorized:
			h.t.Errorf("%s %s started after the revocation and got %d", request.Method, request.Path, response.Status)
		case response.Status >= http.StatusInternalServerError:
			h.t.Errorf("%s %s: %d: %s", request.Method, request.Path, response.Status, response.Body)
		}
		if revoked {
			late++
		}
	}
	if sent < warmRequests {
		h.warm.Done()
	}
}

func (h *tokenLoad) note(response apptest.Response) {
	if response.Status != http.StatusCreated {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.made = append(h.made, response.Field("token"))
}

func TestRevokedTokensAreRejectedUnderLoad(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		for i, server := range d {
			d[i] = startUnvalidated(server)
		}
		admin := d.first().AdminToken()
		for _, end := range endings() {
			if end.name == "password reset" && !database.IsPostgres() {
				continue // no server runs during a reset there
			}
			user := d.first().NewPerson(admin, strings.ReplaceAll(end.name, " ", "-")+"@example.com", "member")
			h := &tokenLoad{t: t, token: user.Token}
			h.start(d)
			// The password is changed with another token, so that the tested one is not involved.
			mine := user
			mine.Token = d.first().Post(user.Token, "/api/v1/auth/tokens", nil).Want(http.StatusCreated).Field("token")
			end.do(t, d.first(), admin, mine)
			h.revoked.Store(true)
			h.done.Wait()
			d.wantAll(t, "made while the user was "+end.name, credentials{tokens: h.made}, http.StatusUnauthorized)
		}
	})
}

func TestRevokedTokenIsRejectedUnderLoad(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		for i, server := range d {
			d[i] = startUnvalidated(server)
		}
		admin := d.first().AdminToken()
		for range 3 {
			response := d.first().Post(admin, "/api/v1/auth/tokens", nil).Want(http.StatusCreated)
			h := &tokenLoad{t: t, token: response.Field("token")}
			h.start(d)
			d.first().Delete(admin, "/api/v1/auth/tokens/"+response.Field("id")).Want(http.StatusNoContent)
			h.revoked.Store(true)
			h.done.Wait()
		}
	})
}

// startUnvalidated starts a platform without validation of responses: validating thousands of equal ones would slow the
// load down.
func startUnvalidated(platform *apptest.Platform) *apptest.Platform {
	platform.Transport = &http.Transport{MaxIdleConnsPerHost: hammersPerServer + 1}
	return platform
}
