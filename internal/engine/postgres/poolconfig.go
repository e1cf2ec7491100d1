package postgres

import (
	"context"
	"errors"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// maxMessage limits one message, which is at most a row.
	maxMessage = 64 << 20
	// maxIdle is how long an unused connection stays open.
	maxIdle = 5 * time.Minute
)

// poolConfig configures a pool of connections, which connects only when needed.
func (s settings) poolConfig(size int, timeout time.Duration) (*pgxpool.Config, error) {
	connection, err := s.pgxConfig()
	if err != nil {
		return nil, err
	}
	config, err := pgxpool.ParseConfig(neutral)
	if err != nil {
		return nil, unusable()
	}
	s.forWork(connection, timeout)
	config.ConnConfig = connection
	config.MaxConns, config.MinConns, config.MinIdleConns = int32(size), 0, 0 //nolint:gosec // settings bound it
	config.MaxConnIdleTime, config.PingTimeout = maxIdle, timeout
	config.AfterConnect = func(ctx context.Context, connection *pgx.Conn) error {
		return newWire(connection.PgConn(), timeout).learn(ctx)
	}
	return config, nil
}

// forWork adds the configuration of long-lived connections, which a connection test does not need.
func (s settings) forWork(config *pgx.ConnConfig, timeout time.Duration) {
	config.ConnectTimeout = timeout
	config.MaxProtocolMessageBodyLen = maxMessage
	// Keepalives detect a vanished server within a minute.
	keepAlive := net.KeepAliveConfig{Enable: true, Idle: 20 * time.Second, Interval: 10 * time.Second, Count: 4}
	config.DialFunc = s.dialer(net.Dialer{Timeout: timeout, KeepAliveConfig: keepAlive})
	config.BuildContextWatcherHandler = func(connection *pgconn.PgConn) ctxwatch.Handler {
		return &stopper{connection: connection, timeout: timeout}
	}
	// Texts are UTF-8 whatever the encoding of the database, and a backslash in a literal is a backslash.
	config.RuntimeParams["client_encoding"] = "UTF8"
	config.RuntimeParams["standard_conforming_strings"] = "on"
	if s.statementTimeout > 0 {
		config.RuntimeParams["statement_timeout"] = strconv.FormatInt(s.statementTimeout.Milliseconds(), 10)
	}
}

// watchesClients is the key of a connection's custom data for whether the server can check its clients.
const watchesClients = "millrace.watchesClients"

// watchClient lets the server check every two seconds that its client is alive while a statement runs, so that the
// statements of a dead process stop.
const watchClient = "SET client_connection_check_interval = '2s'"

// learn queries what the server can do: not every operating system lets it check its clients.
func (w wire) learn(ctx context.Context) error {
	_, err := w.exchange(ctx, request{text: watchClient})
	if _, refused := errors.AsType[*pgconn.PgError](err); refused {
		return nil
	}
	w.connection.CustomData()[watchesClients] = true
	return err
}
