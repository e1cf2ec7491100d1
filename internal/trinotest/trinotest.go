package trinotest

import (
	"crypto/rand"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const (
	serverVariable   = "MILLRACE_TEST_TRINO"
	controlVariable  = "MILLRACE_TEST_TRINO_CONTROL"
	requiredVariable = "MILLRACE_TEST_TRINO_REQUIRED"
)

// Settings returns the settings of a connection to the server: url, user and catalog.
func Settings(t testing.TB) map[string]any {
	t.Helper()
	text := os.Getenv(serverVariable)
	skipWithout(t, text, serverVariable, "test/with-trino")
	server, err := url.Parse(text)
	if err != nil || server.Host == "" || server.User == nil || len(server.Path) < 2 {
		t.Fatalf("%s is not a URL like http://user@host:8080/catalog", serverVariable)
	}
	return map[string]any{
		"url": server.Scheme + "://" + server.Host, "user": server.User.Username(), "catalog": strings.Trim(server.Path, "/"),
	}
}

// Address returns the host and port of the server.
func Address(t testing.TB) string {
	t.Helper()
	address, _ := Settings(t)["url"].(string)
	return address[strings.Index(address, "//")+len("//"):]
}

// Name returns a unique name for a schema, in lower case as the server stores names.
func Name() string { return "test_" + strings.ToLower(rand.Text()[:12]) }

// Control returns a function that kills or starts the coordinator or the worker of the server.
func Control(t testing.TB) func(action, process string) {
	t.Helper()
	command := strings.Fields(os.Getenv(controlVariable))
	skipWithout(t, strings.Join(command, ""), controlVariable, "test/with-trino --cluster")
	return func(action, process string) {
		t.Helper()
		arguments := append(append([]string{}, command[1:]...), action, process)
		control := exec.CommandContext(t.Context(), command[0], arguments...) //nolint:gosec // test/with-trino sets the command
		if output, err := control.CombinedOutput(); err != nil {
			t.Fatalf("%s %s: %v\n%s", action, process, err, output)
		}
	}
}

func skipWithout(t testing.TB, value, variable, wrapper string) {
	t.Helper()
	switch {
	case value == "" && os.Getenv(requiredVariable) == "1":
		t.Fatalf("%s is not set, and %s=1 asks for Trino: run the tests under %s", variable, requiredVariable, wrapper)
	case value == "":
		t.Skipf("needs Trino: run the tests under %s", wrapper)
	}
}
