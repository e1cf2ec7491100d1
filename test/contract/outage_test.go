package contract_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// breakableProxy is a connection to PostgreSQL that a test can interrupt and restore.
type breakableProxy struct {
	t      *testing.T
	server string // address of PostgreSQL
	end    string // address that the platform uses

	mu       sync.Mutex
	listener net.Listener
	open     []net.Conn
}

// newBreakableProxy starts the proxy and returns the database's URL through it.
func newBreakableProxy(t *testing.T, databaseURL string) (*breakableProxy, string) {
	t.Helper()
	parsed, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal("the database's URL does not parse")
	}
	c := &breakableProxy{t: t, server: parsed.Host, end: "127.0.0.1:0"}
	c.listen()
	t.Cleanup(c.close)
	parsed.Host = c.end
	return c, parsed.String()
}

func (c *breakableProxy) listen() {
	c.t.Helper()
	listener, err := new(net.ListenConfig).Listen(c.t.Context(), "tcp", c.end)
	if err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	c.listener, c.end = listener, listener.Addr().String()
	c.mu.Unlock()
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			c.forward(near)
		}
	}()
}

func (c *breakableProxy) forward(near net.Conn) {
	far, err := net.Dial("tcp", c.server)
	if err != nil {
		_ = near.Close()
		return
	}
	c.mu.Lock()
	c.open = append(c.open, near, far)
	c.mu.Unlock()
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			_, _ = near.Close(), far.Close()
		}()
	}
}

func (c *breakableProxy) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.listener.Close()
	for _, connection := range c.open {
		_ = connection.Close()
	}
	c.open = nil
}

// Without its database a server is alive, not ready, and returns 503 in the API's error body. It recovers with the
// database.
func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	cable, database := newBreakableProxy(t, pgtest.Database(t))
	platform := start(t, apptest.Database{URL: database})
	token, cookie := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	platform.Get("", "/readyz").Want(http.StatusOK)
	cable.close()
	for _, request := range []apptest.Request{
		get("/readyz"),
		{Method: http.MethodGet, Path: environmentsPath, Token: token},
		withCookie(get(environmentsPath), cookie),
		{Method: http.MethodPost, Path: "/api/v1/auth/tokens", Token: token},
		post("/api/v1/auth/login", object{"email": apptest.AdminEmail, "password": apptest.AdminPassword}),
	} {
		response := platform.Do(request)
		wantFault(t, response, http.StatusServiceUnavailable, "the database is unavailable")
	}
	platform.Get("", "/healthz").Want(http.StatusOK)
	cable.listen()
	awaitReady(t, platform)
	platform.Get(token, environmentsPath).Want(http.StatusOK)
	platform.AdminToken()
}

// awaitReady waits until the server is ready. A connection that broke during the outage may fail one more request.
func awaitReady(t *testing.T, platform *apptest.Platform) {
	t.Helper()
	for range 100 {
		if platform.Get("", "/readyz").Status == http.StatusOK {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the server is not ready although its database is available again")
}
