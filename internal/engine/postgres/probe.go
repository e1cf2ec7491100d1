package postgres

import (
	"context"
	"errors"
	"net"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// maxAnswer bounds what is read from a host that may not be what it is said to be.
const maxAnswer = 64 << 10

// probe asks the server for its version over a connection of its own, of which nothing is left when it returns.
func (d *Driver) probe(ctx context.Context, config *pgx.ConnConfig) (string, error) {
	config.MaxProtocolMessageBodyLen = maxAnswer
	connection, err := d.connect(ctx, config)
	if err != nil {
		return "", err
	}
	defer d.leave(ctx, connection)
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	return askVersion(ctx, connection.PgConn())
}

// connect bounds the whole attempt: a name may have many addresses, and the driver's own limit would hold for each of
// them. Once connected nothing more is dialled: to give up, the driver would open a second connection for a request to
// cancel, and see to it in the background for up to 15 s.
func (d *Driver) connect(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	var connected atomic.Bool
	dial := config.DialFunc
	config.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		if connected.Load() {
			return nil, net.ErrClosed
		}
		return dial(ctx, network, address)
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	connection, err := pgx.ConnectConfig(ctx, config)
	connected.Store(true)
	return connection, err
}

// leave tells the server that we go, as far as it listens, and waits until the driver has cleaned up. What goes wrong
// here changes nothing: the version is known, or the error is.
func (d *Driver) leave(ctx context.Context, connection *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.timeout)
	defer cancel()
	_ = connection.Close(ctx)
	_ = connection.PgConn().Conn().Close()
	<-connection.PgConn().CleanupDone()
}

// askVersion sends one plain statement: poolers between us and the server do not all know prepared ones.
func askVersion(ctx context.Context, connection *pgconn.PgConn) (string, error) {
	results, err := connection.Exec(ctx, "SHOW server_version").ReadAll()
	if err != nil {
		return "", err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 || len(results[0].Rows[0]) != 1 {
		return "", errors.New("it gave no version")
	}
	return string(results[0].Rows[0][0]), nil
}
