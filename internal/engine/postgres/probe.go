package postgres

import (
	"context"
	"errors"
	"net"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// maxAnswer limits what is read from a host that may not be a PostgreSQL server.
const maxAnswer = 64 << 10

// probe queries the server's version over its own connection, which is closed when probe returns.
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

// connect limits the whole attempt, because a name may have many addresses and the driver's own limit applies to each.
// After connecting it dials nothing more: to cancel, the driver would open a second connection and wait for it in the
// background for up to 15 s.
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

// leave closes the connection and waits until the driver has cleaned up. It ignores errors: the version or the error is
// already known.
func (d *Driver) leave(ctx context.Context, connection *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.timeout)
	defer cancel()
	_ = connection.Close(ctx)
	_ = connection.PgConn().Conn().Close()
	<-connection.PgConn().CleanupDone()
}

// askVersion sends one simple statement, because not all poolers support prepared ones.
func askVersion(ctx context.Context, connection *pgconn.PgConn) (string, error) {
	results, err := connection.Exec(ctx, "SHOW server_version").ReadAll()
	if err != nil {
		return "", err
	}
	if len(results) != 1 || len(results[0].Rows) != 1 || len(results[0].Rows[0]) != 1 {
		return "", errors.New("the server returned no version")
	}
	return string(results[0].Rows[0][0]), nil
}
