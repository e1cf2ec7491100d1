package attack_test

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

type object = map[string]any

const connectionsPath = "/api/v1/connections"

// isolation is a server with the organization Default and, after invite, with the organization Rival.
type isolation struct {
	*apptest.Platform

	token string
	rival string // the token of the administrator of Rival
	ids   map[string]string
}

func newIsolation(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) *isolation {
	t.Helper()
	f := &isolation{Platform: apptest.Start(t, database, changes...), ids: map[string]string{}}
	f.token = f.AdminToken()
	f.ids["Default"] = f.Me(f.token).Organization.ID
	return f
}

// invite creates the second organization.
func (f *isolation) invite() {
	organization, person := f.NewOrganization("Rival", "boss@rival.example")
	f.ids["Rival"], f.rival = string(organization.ID), person.Token
}

// try creates a connection and tests it.
func (f *isolation) try(token, platformKind string, settings object) api.ConnectionTest {
	id := f.Post(token, connectionsPath, object{"name": "x", "platformKind": platformKind, "settings": settings}).
		Want(http.StatusCreated).Field("id")
	var result api.ConnectionTest
	f.Post(token, connectionsPath+"/"+id+"/test", nil).Want(http.StatusOK).JSON(&result)
	return result
}

// server returns the settings of a PostgreSQL connection.
func server(host string, port int) object {
	return object{"host": host, "port": port, "database": "d", "user": "u", "sslmode": "disable"}
}

// listen calls serve for every client of a new port, and returns the port.
func listen(t *testing.T, serve func(net.Conn)) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			serve(client)
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

// closedPort returns a port on which nothing listens.
func closedPort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().(*net.TCPAddr).Port
}

func makeFolder(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(parts...)
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, target, path string) string {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
	return path
}
