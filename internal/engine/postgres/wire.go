package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
)

// wire is a connection at the level of the protocol. The driver's own calls lack two things that matter here: several
// statements in one round trip that stop at the first failure, and a portal that gives no more rows than asked for.
//
// Statements are sent unnamed and anew each time. A statement that the server kept would break when a table under it is
// made again, which is what nodes do.
type wire struct {
	connection *pgconn.PgConn
	watcher    *ctxwatch.ContextWatcher
}

func newWire(connection *pgconn.PgConn, patience time.Duration) wire {
	return wire{connection, ctxwatch.NewContextWatcher(&stopper{connection: connection, patience: patience})}
}

// request is what goes to the server in one trip.
type request struct {
	before    []string // statements that go first; when one fails, nothing after it is run
	text      string
	arguments []string
	limit     int  // the rows to be sent; 0 is all
	keep      bool // rows are read; otherwise they are thrown away
	shift     int  // the characters of the text that are put before the statement
}

// exchange sends a request and reads the answer. When the context ends, the statement is stopped and the server's answer
// to that is the error. An error that is no *pgconn.PgError means that the connection is gone.
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

// parameters are in the form of text, which every type has.
func parameters(arguments []string) [][]byte {
	var all [][]byte
	for _, argument := range arguments {
		all = append(all, []byte(argument))
	}
	return all
}

// receive reads until the server is ready for the next request. It waits for as long as it takes: the watcher sees to it
// that the wait ends soon after the context of the request does.
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
				err = refusal // the server's last words
			}
			return a, err
		}
	}
}

// refuseCopy answers a server that waits for rows of ours. While it waits it ignores the end of the request, so that is
// sent once more.
func (w wire) refuseCopy() error {
	frontend := w.connection.Frontend()
	frontend.Send(&pgproto3.CopyFail{Message: "there is no input to copy from"})
	frontend.SendSync(&pgproto3.Sync{})
	return frontend.Flush()
}

// close ends a connection that is of no more use. It does not wait for the server.
func (w wire) close(ctx context.Context) {
	_ = w.connection.Conn().Close()
	_ = w.connection.Close(context.WithoutCancel(ctx))
}
