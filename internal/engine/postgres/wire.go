package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
)

// wire is a connection at the level of the protocol. The driver's own calls lack two features: several statements in
// one round trip that stop at the first failure, and a portal with a row limit.
//
// Statements are sent unnamed each time, because a cached statement would break when a node creates its table again.
type wire struct {
	connection *pgconn.PgConn
	watcher    *ctxwatch.ContextWatcher
}

func newWire(connection *pgconn.PgConn, timeout time.Duration) wire {
	return wire{connection, ctxwatch.NewContextWatcher(&stopper{connection: connection, timeout: timeout})}
}

// request is what is sent to the server in one round trip.
type request struct {
	before    []string // statements to run first; if one fails, nothing after it runs
	text      string
	arguments []string
	limit     int  // the maximum number of rows; 0 is all
	keep      bool // keep the rows; otherwise they are discarded
	shift     int  // the number of characters of the text before the statement
}

// exchange sends a request and reads the answer. When the context ends, it stops the statement, and the server's answer
// to that is the error. An error that is not a *pgconn.PgError means that the connection is broken.
func (w wire) exchange(ctx context.Context, r request) (answer, error) {
	w.watcher.Watch(ctx)
	defer w.watcher.Unwatch()
	if err := w.send(r); err != nil {
		w.close(ctx)
		return answer{}, err
	}
	return w.receive(context.WithoutCancel(ctx), r)
}

func (w wire) send(r request) error {
	frontend := w.connection.Frontend()
	for _, text := range r.before {
		frontend.SendParse(&pgproto3.Parse{Query: text})
		frontend.SendBind(&pgproto3.Bind{})
		frontend.SendExecute(&pgproto3.Execute{})
	}
	frontend.SendParse(&pgproto3.Parse{Query: r.text})
	frontend.SendBind(&pgproto3.Bind{Parameters: parameters(r.arguments)})
	frontend.SendDescribe(&pgproto3.Describe{ObjectType: 'P'})
	frontend.SendExecute(&pgproto3.Execute{MaxRows: uint32(r.limit)}) //nolint:gosec // Query bounds it
	frontend.SendSync(&pgproto3.Sync{})
	return frontend.Flush()
}

// parameters are sent as text, which every type supports.
func parameters(arguments []string) [][]byte {
	var all [][]byte
	for _, argument := range arguments {
		all = append(all, []byte(argument))
	}
	return all
}

// receive reads until the server is ready for the next request. It has no time limit: the stopper ends the wait soon
// after the context of the request ends.
func (w wire) receive(ctx context.Context, r request) (answer, error) {
	a := answer{keep: r.keep}
	var refusal error
	for {
		message, err := w.connection.ReceiveMessage(ctx)
		switch message := message.(type) {
		case *pgproto3.ErrorResponse:
			if refusal == nil {
				refusal = pgconn.ErrorResponseToPgError(message)
			}
		case *pgproto3.CopyInResponse:
			err = w.refuseCopy()
		case *pgproto3.ReadyForQuery:
			return a, refusal
		case nil:
		default:
			a.take(message)
		}
		if err != nil {
			w.close(ctx)
			if refusal != nil {
				err = refusal // the server's last error
			}
			return a, err
		}
	}
}

// refuseCopy rejects a COPY that waits for rows from the client. While the server waits it ignores the end of the
// request, so that is sent again.
func (w wire) refuseCopy() error {
	frontend := w.connection.Frontend()
	frontend.Send(&pgproto3.CopyFail{Message: "there is no input to copy from"})
	frontend.SendSync(&pgproto3.Sync{})
	return frontend.Flush()
}

// close closes an unusable connection. It does not wait for the server.
func (w wire) close(ctx context.Context) {
	_ = w.connection.Conn().Close()
	_ = w.connection.Close(context.WithoutCancel(ctx))
}
