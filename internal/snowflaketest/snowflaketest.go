package snowflaketest

import (
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	sf "github.com/snowflakedb/gosnowflake/v2"

	"github.com/millrace/millrace/internal/engine"
	_ "github.com/millrace/millrace/internal/engine/snowflake/driverswitches" // must be initialized before the driver
)

const (
	fakesnowVariable = "MILLRACE_TEST_FAKESNOW"
	accountVariable  = "MILLRACE_TEST_SNOWFLAKE"
	requiredVariable = "MILLRACE_TEST_FAKESNOW_REQUIRED"
)

// Fakesnow returns a connection to the fakesnow server, with a database of its own.
func Fakesnow(t testing.TB) engine.Connection {
	t.Helper()
	text := os.Getenv(fakesnowVariable)
	switch {
	case text == "" && os.Getenv(requiredVariable) == "1":
		t.Fatalf("%s is not set, and %s=1 asks for fakesnow: run the tests under test/with-fakesnow", fakesnowVariable, requiredVariable)
	case text == "":
		t.Skip("needs fakesnow: run the tests under test/with-fakesnow")
	}
	server, err := url.Parse(text)
	port := 0
	if err == nil {
		port, err = strconv.Atoi(server.Port())
	}
	if err != nil {
		t.Fatalf("%s is not a URL like http://127.0.0.1:18080", fakesnowVariable)
	}
	return engine.Connection{
		Kind: "snowflake",
		Settings: map[string]any{
			"account": "fakesnow", "host": server.Hostname(), "port": port, "protocol": server.Scheme,
			"user": "test", "database": "TEST_" + rand.Text()[:12], "schema": "PUBLIC",
		},
		Secret: map[string]string{"password": "fakesnow-accepts-every-password"},
	}
}

// Account returns a connection to a real account.
func Account(t testing.TB) engine.Connection {
	t.Helper()
	text := os.Getenv(accountVariable)
	if text == "" {
		t.Skipf("needs an account of Snowflake: set %s to user:password@organization-account/database?warehouse=w&role=r", accountVariable)
	}
	config, err := sf.ParseDSN(text)
	if err != nil {
		t.Fatalf("%s is not an address of an account", accountVariable) // the error may contain the password
	}
	c := engine.Connection{Kind: "snowflake", Secret: map[string]string{}, Settings: map[string]any{
		"account": config.Account, "host": config.Host, "port": config.Port, "protocol": config.Protocol,
		"user": config.User, "role": config.Role, "warehouse": config.Warehouse, "database": config.Database, "schema": config.Schema,
	}}
	if config.PrivateKey == nil {
		c.Secret["password"] = config.Password
		return c
	}
	key, err := x509.MarshalPKCS8PrivateKey(config.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	c.Secret["privateKey"] = string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	return c
}

// Name returns a unique name for a schema.
func Name() string { return "TEST_" + strings.ToUpper(rand.Text()[:12]) }
