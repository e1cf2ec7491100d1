package postgres_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"maps"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/fault"
)

func newDriver() *postgres.Driver { return postgres.New(postgres.Options{}) }

// wantUnavailable checks the kind, the words and the hint of a fault, and that it reveals no secret.
func wantUnavailable(t *testing.T, c engine.Connection, want string) {
	t.Helper()
	wantUnavailableFrom(t, newDriver(), c, want)
}

func wantUnavailableFrom(t *testing.T, driver *postgres.Driver, c engine.Connection, want string) {
	t.Helper()
	_, err := driver.Test(t.Context(), c)
	if !fault.Is(err, fault.Unavailable) || !strings.Contains(err.Error(), want) || fault.From(err).Hint == "" {
		t.Errorf("%v, want an unavailable fault with %q and a hint", err, want)
		return
	}
	wantNoSecret(t, err, c.Secret["password"])
}

func wantNoSecret(t *testing.T, err error, password string) {
	t.Helper()
	for text := range maps.Keys(map[string]bool{password: true, "postgres://": true, "password=": true, "user=": true}) {
		if text != "" && strings.Contains(err.Error()+fault.From(err).Hint, text) {
			t.Errorf("the fault shows %q: %v", text, err)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	good := connectionTo(5432)
	for _, host := range []string{"db", "db.example.com", "10.0.0.1", "::1", "fe80::1%eth0", "my_db", "DB-1"} {
		if err := newDriver().Check(with(good, "host", host)); err != nil {
			t.Errorf("host %q: %v", host, err)
		}
	}
	for _, mode := range []any{"disable", "prefer", "require", "verify-ca", "verify-full", nil} {
		if err := newDriver().Check(with(good, "sslmode", mode)); err != nil {
			t.Errorf("sslmode %v: %v", mode, err)
		}
	}
	for _, limit := range []any{"30m", "1h30m", "250ms", 90.0, 0.0, "0", nil} {
		if err := newDriver().Check(with(good, "statementTimeout", limit)); err != nil {
			t.Errorf("statementTimeout %v: %v", limit, err)
		}
	}
	for _, tt := range []struct {
		connection engine.Connection
		want       string
	}{
		{engine.Connection{Kind: "postgres"}, "setting host is missing; setting database is missing; setting user is missing"},
		{with(good, "host", ""), "setting host is empty"},
		{with(good, "host", "/run/postgresql"), "setting host is not a host name or an IP address"},
		{with(good, "host", "@socket"), "setting host is not a host name or an IP address"},
		{with(good, "host", "a,b"), "setting host is not a host name or an IP address"},
		{with(good, "host", "db user=root"), "setting host is not a host name or an IP address"},
		{with(good, "host", "db:5432"), "setting host is not a host name or an IP address"},
		{with(good, "host", `C:\sockets`), "setting host is not a host name or an IP address"},
		{with(good, "port", "5432"), "setting port is not a number"},
		{with(good, "user", "ada\x00options\x00-c x=y"), "setting user contains a NUL character"},
		{with(good, "database", 5.0), "setting database is not text"},
		{with(good, "sslmode", "allow"), "setting sslmode is none of prefer, disable, require, verify-ca, verify-full"},
		{with(good, "maxConnections", 2.0), "setting maxConnections is not a number from 3 to 1000"},
		{with(good, "maxConnections", 1001.0), "setting maxConnections is not a number from 3 to 1000"},
		{with(good, "maxConnections", "8"), "setting maxConnections is not a number"},
		{with(good, "statementTimeout", "soon"), "setting statementTimeout is not a duration up to 576h0m0s"},
		{with(good, "statementTimeout", "-1s"), "setting statementTimeout is not a duration"},
		{with(good, "statementTimeout", -1.0), "setting statementTimeout is not a duration"},
		{with(good, "statementTimeout", 0.5), "setting statementTimeout is not a duration"},
		{with(good, "statementTimeout", "577h"), "setting statementTimeout is not a duration"},
		{with(good, "statementTimeout", 1e18), "setting statementTimeout is not a duration"},
		{with(good, "options", "-c x=y"), `setting "options" is not known`},
		{with(good, "password", secretPassword), `setting "password" is not known`},
		{engine.Connection{Kind: "postgres", Settings: good.Settings, Secret: map[string]string{"passphrase": "x"}}, `secret "passphrase" is not known`},
	} {
		_, testErr := newDriver().Test(t.Context(), tt.connection)
		for _, err := range []error{newDriver().Check(tt.connection), testErr} {
			if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want an invalid fault with %q", err, tt.want)
				continue
			}
			want := "A postgres connection has the settings host, port, database, user, sslmode, maxConnections, statementTimeout. " +
				"Keys of its secret: password."
			if hint := fault.From(err).Hint; hint != want {
				t.Errorf("hint = %q", hint)
			}
			wantNoSecret(t, err, secretPassword)
		}
	}
}

func TestVersionAndStartup(t *testing.T) {
	t.Parallel()
	server := &fake{}
	// The server receives the names exactly.
	c := with(with(server.start(t), "user", "o'ada sslmode=disable"), "database", `sales options='-c x=y' \`)
	info, err := newDriver().Test(t.Context(), c)
	if err != nil || info.Version != "99.1 (Fake)" {
		t.Fatalf("%v, %v", info, err)
	}
	startup, _ := server.last()
	want := map[string]string{"user": "o'ada sslmode=disable", "database": `sales options='-c x=y' \`, "application_name": "millrace"}
	if !maps.Equal(startup, want) {
		t.Errorf("startup = %q, want %q", startup, want)
	}
}

// It changes the environment, so it runs alone.
func TestEnvironmentIsIgnored(t *testing.T) {
	for name, value := range map[string]string{
		"PGHOST": "elsewhere.invalid", "PGPORT": "x", "PGUSER": "root", "PGPASSWORD": "env", "PGDATABASE": "env", "PGAPPNAME": "env",
		"PGSSLMODE": "bogus", "PGSSLROOTCERT": "/nowhere", "PGSSLCERT": "/nowhere", "PGSSLKEY": "/nowhere", "PGSSLNEGOTIATION": "direct",
		"PGOPTIONS": "-c x=y", "PGTZ": "Mars", "PGTARGETSESSIONATTRS": "bogus", "PGCONNECT_TIMEOUT": "x", "PGREQUIREAUTH": "bogus",
		"PGMINPROTOCOLVERSION": "bogus", "PGMAXPROTOCOLVERSION": "bogus", "PGCHANNELBINDING": "bogus", "PGPASSFILE": "/nowhere",
	} {
		t.Setenv(name, value)
	}
	var sent string
	server := &fake{greet: func(t *testing.T, client *pgproto3.Backend) {
		t.Helper()
		sent = askPassword(t, client)
		refuse("28P01", "no")(t, client)
	}}
	c := with(server.start(t), "sslmode", "disable")
	c.Secret = nil
	wantUnavailable(t, c, "refused the password")
	startup, _ := server.last()
	if want := (map[string]string{"user": "ada", "database": "sales", "application_name": "millrace"}); !maps.Equal(startup, want) || sent != "" {
		t.Errorf("startup = %q, password %q", startup, sent)
	}
	t.Setenv("PGSERVICE", "nothing")
	t.Setenv("PGSERVICEFILE", "/nowhere")
	_, err := newDriver().Test(t.Context(), c)
	if !fault.Is(err, fault.Internal) || !strings.Contains(fault.From(err).Hint, "PGSERVICE") {
		t.Errorf("%v, want an internal fault that names PGSERVICE", err)
	}
}

// askPassword is a server that requests the password in clear text.
func askPassword(t *testing.T, client *pgproto3.Backend) string {
	t.Helper()
	client.Send(&pgproto3.AuthenticationCleartextPassword{})
	if err := client.Flush(); err != nil {
		return err.Error()
	}
	if err := client.SetAuthType(pgproto3.AuthTypeCleartextPassword); err != nil {
		return err.Error()
	}
	message, err := client.Receive()
	if err != nil {
		return err.Error()
	}
	return message.(*pgproto3.PasswordMessage).Password
}

func TestTLSModes(t *testing.T) {
	t.Parallel()
	const pass = ""
	const untrusted, otherName = "is not trusted", "cannot validate certificate for 127.0.0.1"
	for name, tt := range map[string]struct {
		certificate *tls.Certificate
		want        map[string]string
		secure      map[string]bool
	}{
		"without TLS": {
			nil,
			map[string]string{
				"disable": pass, "prefer": pass, "require": "with sslmode require", "verify-ca": "with sslmode verify-ca",
				"verify-full": "with sslmode verify-full",
			},
			map[string]bool{},
		},
		"self-signed": {
			selfSigned(t, "127.0.0.1"),
			map[string]string{"disable": pass, "prefer": pass, "require": pass, "verify-ca": untrusted, "verify-full": untrusted},
			map[string]bool{"prefer": true, "require": true},
		},
		"trusted, for another host": {
			trusted(t, "other.example"),
			map[string]string{"disable": pass, "prefer": pass, "require": pass, "verify-ca": pass, "verify-full": otherName},
			map[string]bool{"prefer": true, "require": true, "verify-ca": true},
		},
		"trusted": {
			trusted(t, "127.0.0.1"),
			map[string]string{"disable": pass, "prefer": pass, "require": pass, "verify-ca": pass, "verify-full": pass},
			map[string]bool{"prefer": true, "require": true, "verify-ca": true, "verify-full": true},
		},
	} {
		for mode, want := range tt.want {
			t.Run(name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				server := &fake{certificate: tt.certificate}
				c := with(server.start(t), "sslmode", mode)
				if want != pass {
					wantUnavailable(t, c, want)
					return
				}
				if _, err := newDriver().Test(t.Context(), c); err != nil {
					t.Error(err)
				}
				if _, secure := server.last(); secure != tt.secure[mode] {
					t.Errorf("encrypted = %v, want %v", secure, tt.secure[mode])
				}
			})
		}
	}
}

func TestServerErrorsBecomeFaults(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"28P01": `refused the password of user "ada"`,
		"28000": `does not let user "ada" in`,
		"3D000": `has no database "sales"`,
		"42501": `user "ada" may not connect to database "sales"`,
		"53300": "has no connection left",
		"57P03": "is starting up or shutting down",
		"XX000": "refused: you said …",
	} {
		server := &fake{greet: refuse(code, "you said "+secretPassword+strings.Repeat("x", 1000))}
		for _, mode := range []string{"disable", "prefer"} {
			wantUnavailable(t, with(server.start(t), "sslmode", mode), want)
		}
	}
}

func TestPasswordFromServerIsRemoved(t *testing.T) {
	t.Parallel()
	server := &fake{greet: func(t *testing.T, client *pgproto3.Backend) {
		t.Helper()
		refuse("P0001", "your password is "+askPassword(t, client))(t, client)
	}}
	wantUnavailable(t, server.start(t), "your password is …")
}

func TestRefusedConnection(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	wantUnavailable(t, connectionTo(port), "no PostgreSQL server answers at 127.0.0.1:")
}

// A label of more than 63 letters is not a valid host name, so no name server is queried.
func TestUnknownHost(t *testing.T) {
	t.Parallel()
	host := strings.Repeat("x", 64) + ".invalid"
	wantUnavailable(t, with(connectionTo(5432), "host", host), "the host \""+host+"\" is not known")
}

func TestServerWithAnotherProtocol(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"disable", "require", "prefer"} {
		c := serve(t, func(client net.Conn) {
			_, _ = client.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
		})
		_, err := newDriver().Test(t.Context(), with(c, "sslmode", mode))
		if !fault.Is(err, fault.Unavailable) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v, want an unavailable fault with a hint", mode, err)
			continue
		}
		wantNoSecret(t, err, secretPassword)
	}
}

// silent accepts clients and sends nothing until they leave; it reports each one.
func silent(t *testing.T) (c engine.Connection, arrived <-chan struct{}) {
	t.Helper()
	clients := make(chan struct{}, 16)
	return serve(t, func(client net.Conn) {
		clients <- struct{}{}
		reader := bufio.NewReader(client)
		for {
			if _, err := reader.ReadByte(); err != nil {
				return
			}
		}
	}), clients
}

func TestSilentServerTimesOut(t *testing.T) {
	t.Parallel()
	driver := postgres.New(postgres.Options{Timeout: 50 * time.Millisecond})
	for _, mode := range []string{"disable", "prefer", "require"} {
		c, _ := silent(t)
		wantUnavailableFrom(t, driver, with(c, "sslmode", mode), "no PostgreSQL server answers at")
	}
	muteAfterWelcome := &fake{greet: func(t *testing.T, client *pgproto3.Backend) {
		t.Helper()
		client.Send(&pgproto3.AuthenticationOk{})
		client.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		_ = client.Flush()
		for {
			if _, err := client.Receive(); err != nil {
				return
			}
		}
	}}
	wantUnavailableFrom(t, driver, muteAfterWelcome.start(t), "no PostgreSQL server answers at")
}

func TestCanceledConnectionTest(t *testing.T) {
	t.Parallel()
	c, arrived := silent(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	_, err := newDriver().Test(ctx, c)
	if !fault.Is(err, fault.Canceled) {
		t.Fatalf("%v, want canceled", err)
	}
	wantNoSecret(t, err, secretPassword)
}
