package snowflake

import (
	"context"
	"database/sql/driver"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"strconv"
	"sync"
	"time"

	sf "github.com/snowflakedb/gosnowflake/v2"

	_ "github.com/millrace/millrace/internal/engine/snowflake/driverswitches" // must be initialized before the driver
	"github.com/millrace/millrace/internal/fault"
)

// longPoll is how long the server lets a request wait for the end of a statement before it answers that the statement runs.
const longPoll = 45 * time.Second

// maxConnectionIdle is how long a session of the server is kept for the next statement. The server ends one after four hours.
const maxConnectionIdle = 30 * time.Minute

// silence lets the driver log nothing: what it logs may contain statements and addresses, and belongs to no log of this process.
//
//nolint:gochecknoglobals // the logger of the driver is one for the process, and is changed once
var silence = sync.OnceFunc(func() {
	logger := sf.GetLogger()
	logger.SetOutput(io.Discard)
	_ = logger.SetLogLevel("OFF")
})

// client opens sessions of the server and keeps them for the next statements.
type client struct {
	settings  settings
	timeout   time.Duration
	maxSize   int // limits the bytes of the rows of a result in memory
	logger    *slog.Logger
	transport *transport
	connector driver.Connector

	mu     sync.Mutex
	idle   []*connection // the last one was used last
	closed bool
}

// connection is a session of the server. One goroutine uses it at a time.
type connection struct {
	driver.Conn

	since    time.Time // when it became idle
	isDirty  bool      // it must not be used by another session
	isBroken bool      // it must not be used at all
}

func newClient(s settings, o Options) *client {
	c := &client{settings: s, timeout: o.Timeout, maxSize: o.MaxResult, logger: o.Logger, transport: s.newTransport(o.Timeout)}
	c.connector = sf.NewConnector(sf.SnowflakeDriver{}, c.config())
	return c
}

// config returns the configuration of the driver. It reads no files and keeps no credentials.
func (c *client) config() sf.Config {
	s := &c.settings
	config := sf.Config{
		Account: s.account, Host: s.host, Port: int(s.port), Protocol: s.protocol,
		User: s.user, Password: s.password, Role: s.role, Warehouse: s.warehouse, Database: s.database, Schema: s.schema,
		Params:      c.parameters(),
		Application: "millrace",
		Transporter: c.transport,

		//nolint:staticcheck // deprecated, but the driver has no other settings for these timeouts yet
		LoginTimeout: c.timeout, RequestTimeout: c.timeout, JWTClientTimeout: c.timeout, ClientTimeout: longPoll + c.timeout,
		// The transport verifies certificates. Requests to revocation services would go to hosts that no setting names.
		DisableOCSPChecks:              true,
		ClientRequestMfaToken:          sf.ConfigBoolFalse,
		ClientStoreTemporaryCredential: sf.ConfigBoolFalse,
		DisableConsoleLogin:            sf.ConfigBoolTrue,
		ValidateDefaultParameters:      sf.ConfigBoolTrue,
	}
	if s.key != nil {
		config.Authenticator, config.PrivateKey = sf.AuthTypeJwt, s.key
	}
	return config
}

// parameters returns the session parameters. The results of a statement must not depend on the defaults of the account.
func (c *client) parameters() map[string]*string {
	values := map[string]string{"TIMESTAMP_TYPE_MAPPING": "TIMESTAMP_NTZ"}
	maps.Copy(values, c.settings.parameters)
	values["TIMEZONE"] = "UTC"
	values["AUTOCOMMIT"] = "true"
	values["CLIENT_TELEMETRY_ENABLED"] = "false"
	values["QUOTED_IDENTIFIERS_IGNORE_CASE"] = "false"
	if c.settings.timeout > 0 {
		values["STATEMENT_TIMEOUT_IN_SECONDS"] = strconv.Itoa(max(1, int(c.settings.timeout.Seconds())))
	}
	pointers := make(map[string]*string, len(values))
	for name, value := range values {
		pointers[name] = &value
	}
	return pointers
}

// acquire returns a session of the server that nobody else uses.
func (c *client) acquire(ctx context.Context) (*connection, error) {
	for {
		kept := c.pop()
		if kept == nil {
			return c.connect(ctx)
		}
		if time.Since(kept.since) < maxConnectionIdle {
			return kept, nil
		}
		_ = kept.Close()
	}
}

func (c *client) pop() *connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.idle) == 0 {
		return nil
	}
	last := c.idle[len(c.idle)-1]
	c.idle = c.idle[:len(c.idle)-1]
	return last
}

// release gives a session back.
func (c *client) release(used *connection) {
	c.mu.Lock()
	isKept := !c.closed && !used.isDirty && !used.isBroken && len(c.idle) < maxIdleConnections
	if isKept {
		used.since = time.Now()
		c.idle = append(c.idle, used)
	}
	c.mu.Unlock()
	if !isKept {
		_ = used.Close() // its transaction is rolled back and its temporary tables are dropped
	}
}

// close ends the idle sessions.
func (c *client) close() {
	c.mu.Lock()
	kept := c.idle
	c.idle, c.closed = nil, true
	c.mu.Unlock()
	var closing sync.WaitGroup
	for _, one := range kept {
		closing.Go(func() { _ = one.Close() })
	}
	closing.Wait()
	c.transport.base.CloseIdleConnections()
}

// connect signs in.
func (c *client) connect(ctx context.Context) (*connection, error) {
	if c.settings.password == "" && c.settings.key == nil {
		return nil, fault.New(fault.Invalid, "the connection has no secret").
			WithHint("Set password, or privateKey and, if the key is encrypted, privateKeyPassphrase.")
	}
	login := &call{isLogin: true}
	own := login.with(ctx)
	defer login.cancel(nil)
	type result struct {
		conn driver.Conn
		err  error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() { done <- r }()
		defer recovered(&r.err)
		r.conn, r.err = c.connector.Connect(own)
	}()
	r := <-done
	if r.err == nil {
		return &connection{Conn: r.conn}, nil
	}
	if ctx.Err() != nil {
		return nil, canceled(ctx)
	}
	if cause := context.Cause(own); cause != nil {
		r.err = cause
	}
	return nil, c.notSignedIn(ctx, r.err)
}

// recovered turns a panic of the driver into an error: it panics at answers that no server of Snowflake gives.
func recovered(err *error) {
	if reason := recover(); reason != nil {
		*err = &panicError{fmt.Sprint(reason)}
	}
}

type panicError struct{ reason string }

func (e *panicError) Error() string { return "the driver failed: " + e.reason }
