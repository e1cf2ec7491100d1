package attack_test

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/network"
)

// refusedMessage is what every refused connection says, with the host.
func refusedMessage(host string) string {
	return "this server may not connect to the address of " + strconv.Quote(host)
}

// Metadata services, the server itself and its state database are never dialed, also while there is one organization.
func TestConnectionToTheServersOwnNetwork(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newIsolation(t, database, func(s *config.Settings) { s.OutgoingNetworks, s.MetricsListen = nil, "127.0.0.1:0" })
		own, metrics := portOf(t, f.URL), portOf(t, f.MetricsURL())
		targets := []string{
			"127.0.0.1:" + metrics, "localhost:" + metrics, "169.254.169.254:80", "[fd00:ec2::254]:80", "[::ffff:169.254.169.254]:80", "100.100.100.200:80", "0.0.0.0:" + own,
			"127.0.0.1:" + own, "127.0.0.2:" + own, "localhost:" + own,
		}
		if database.IsPostgres() {
			state := portOf(t, database.URL)
			targets = append(targets, "127.0.0.1:"+state, "localhost:"+state, "[::1]:"+state, "127.0.0.9:"+state)
		}
		for _, target := range targets {
			host, text, err := net.SplitHostPort(target)
			if err != nil {
				t.Fatal(err)
			}
			port, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			got := f.try(f.token, "postgres", server(host, port))
			if got.Success || got.Message != refusedMessage(host) || got.Hint == nil || !strings.Contains(*got.Hint, "outgoing_networks") {
				t.Errorf("%s: %+v", target, got)
			}
		}
	})
}

// portOf returns the port of a URL.
func portOf(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Port()
}

// The state database is out of reach even where the operator lets connections use its server.
func TestStateDatabaseOnAListedServer(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		if !database.IsPostgres() {
			t.Skip("SQLite has no server")
		}
		f := newIsolation(t, database) // apptest lists the server
		state, err := url.Parse(database.URL)
		if err != nil {
			t.Fatal(err)
		}
		port, err := strconv.Atoi(state.Port())
		if err != nil {
			t.Fatal(err)
		}
		settings := server(state.Hostname(), port)
		settings["user"], settings["database"] = state.User.Username(), strings.TrimPrefix(state.Path, "/")
		if got := f.try(f.token, "postgres", settings); got.Success || got.Message != refusedMessage(state.Hostname()) {
			t.Errorf("the state database: %+v", got)
		}
		settings["database"] = "no_such_database"
		if got := f.try(f.token, "postgres", settings); got.Success || got.Message == refusedMessage(state.Hostname()) {
			t.Errorf("another database: %+v", got)
		}
	})
}

// A connection test does not tell a closed port from one on which another service listens, whether it answers or not.
func TestConnectionTestIsNoPortScanner(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newIsolation(t, database)
		ports := []int{
			closedPort(t),
			listen(t, func(client net.Conn) {
				_, _ = io.WriteString(client, "HTTP/1.1 400 Bad Request\r\n\r\n")
				_ = client.Close()
			}),
			listen(t, func(client net.Conn) { _ = client.Close() }),
			listen(t, func(net.Conn) {}), // never answers
		}
		for _, mode := range []string{"disable", "require"} {
			texts := map[string]bool{}
			for _, port := range ports {
				settings := server("127.0.0.1", port)
				settings["sslmode"] = mode
				got := f.try(f.token, "postgres", settings)
				if got.Success || got.Hint == nil {
					t.Fatalf("port %d: %+v", port, got)
				}
				texts[strings.ReplaceAll(got.Message, strconv.Itoa(port), "PORT")+" "+*got.Hint] = true
			}
			if len(texts) != 1 {
				t.Errorf("sslmode %s: %v, want one text", mode, texts)
			}
		}
	})
}

// As soon as there is a second organization, private addresses must be listed: for connections, git and webhooks. Nothing
// is sent to others, even for objects from before.
func TestPrivateNetworksOfSeveralOrganizations(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		var visits atomic.Int64
		count := func(client net.Conn) { visits.Add(1); _ = client.Close() }
		listed, other := listen(t, count), listen(t, count)
		f := newIsolation(t, database, func(s *config.Settings) {
			s.OutgoingNetworks = config.Grants[network.Range]{{Organization: "Default", Value: network.Range{
				Prefix: netip.MustParsePrefix("127.0.0.1/32"), Port: uint16(listed),
			}}}
		})
		if got := f.try(f.token, "postgres", server("127.0.0.1", other)); got.Message == refusedMessage("127.0.0.1") || visits.Load() == 0 {
			t.Errorf("one organization: %+v, %d visits", got, visits.Load())
		}
		old := f.Post(f.token, connectionsPath, object{"name": "old", "platformKind": "postgres", "settings": server("localhost", other)}).
			Want(http.StatusCreated).Field("id")
		f.invite()
		visits.Store(0)
		for _, host := range []string{"127.0.0.1", "localhost", "::ffff:127.0.0.1"} {
			for _, try := range []struct {
				token string
				port  int
			}{{f.token, other}, {f.rival, other}, {f.rival, listed}, {f.rival, closedPort(t)}} {
				if got := f.try(try.token, "postgres", server(host, try.port)); got.Message != refusedMessage(host) {
					t.Errorf("%s: %+v", host, got)
				}
			}
		}
		if answer := f.Post(f.token, connectionsPath+"/"+old+"/test", nil).Want(http.StatusOK); !strings.Contains(string(answer.Body), "may not connect") {
			t.Errorf("a connection from before: %s", answer.Body)
		}
		f.refuseGitAndWebhooks(t, f.rival, listed)
		if visits.Load() != 0 {
			t.Errorf("%d connections to refused addresses", visits.Load())
		}
		if got := f.try(f.token, "postgres", server("127.0.0.1", listed)); got.Message == refusedMessage("127.0.0.1") || visits.Load() == 0 {
			t.Errorf("the listed port: %+v, %d visits", got, visits.Load())
		}
	})
}

func (f *isolation) refuseGitAndWebhooks(t *testing.T, token string, port int) {
	t.Helper()
	target := "127.0.0.1:" + strconv.Itoa(port)
	repository := f.NewProject(token, "Orders")
	for _, address := range []string{"https://" + target + "/x.git", "ssh://git@" + target + "/x.git"} {
		answer := f.Post(token, "/api/v1/projects/"+repository+"/import", object{"url": address})
		if answer.Status != http.StatusForbidden || !strings.Contains(string(answer.Body), "outgoing_networks") {
			t.Errorf("%s: %d %s", address, answer.Status, answer.Body)
		}
	}
	for _, address := range []string{"https://" + target, "http://" + target, "http://localhost:" + strconv.Itoa(port)} {
		answer := f.Post(token, "/api/v1/webhooks", object{"url": address})
		if answer.Status != http.StatusBadRequest || !strings.Contains(string(answer.Body), "outgoing_networks") {
			t.Errorf("%s: %d %s", address, answer.Status, answer.Body)
		}
	}
}
