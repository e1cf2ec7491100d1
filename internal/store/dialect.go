package store

import (
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
)

// dialect is everything in which the two databases differ.
type dialect struct {
	name string
	// forUpdate ends a SELECT that locks what it reads. SQLite has one writer at a time and needs no locks.
	forUpdate string
	// forGuard ends the SELECT of the guard. It holds the user u against every change, and the credential c against its
	// end; the time of its last use may be written meanwhile. A change of a user locks in the same order, u and then c.
	forGuard string
	// binaryOrder makes text order by its bytes, as it does in SQLite.
	binaryOrder string
	// clock is the database's own time in milliseconds, at the moment that it is asked, for leases that several servers
	// compare.
	clock string
}

var (
	sqliteDialect   = dialect{name: "sqlite", clock: `CAST(unixepoch('subsec') * 1000 AS bigint)`}
	postgresDialect = dialect{
		name: "postgres", forUpdate: " FOR UPDATE", forGuard: " FOR SHARE OF u FOR KEY SHARE OF c", binaryOrder: ` COLLATE "C"`,
		clock: `CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`,
	}
)

// isDuplicate reports whether err says that a unique value is taken.
func isDuplicate(err error) bool {
	if lite, ok := errors.AsType[sqlite3.Error](err); ok {
		return lite.ExtendedCode == sqlite3.ErrConstraintUnique || lite.ExtendedCode == sqlite3.ErrConstraintPrimaryKey
	}
	return postgresCode(err) == "23505"
}

// isDangling reports whether err says that a referenced row is missing, or that a row is still referenced.
func isDangling(err error) bool {
	if lite, ok := errors.AsType[sqlite3.Error](err); ok {
		return lite.ExtendedCode == sqlite3.ErrConstraintForeignKey
	}
	return postgresCode(err) == "23503"
}

// isRetryable reports whether the same transaction may succeed when it is run again: two of them got in each other's
// way and the database chose one to fail.
func isRetryable(err error) bool {
	switch postgresCode(err) {
	case "40001", "40P01": // serialization failure, deadlock
		return true
	default:
		return false
	}
}

// isUnstorable reports whether err says that a text has NUL or bytes that are not UTF-8 in it, which PostgreSQL cannot
// hold.
func isUnstorable(err error) bool { return postgresCode(err) == "22021" }

// isUnreachable reports whether err says that the database cannot be talked to right now: it cannot be connected to, the
// connection broke under the question, or the server says so itself.
func isUnreachable(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	code := postgresCode(err)
	// Connection exceptions, too many connections, and an operator who shuts the server down.
	return strings.HasPrefix(code, "08") || code == "53300" || strings.HasPrefix(code, "57P0")
}

func postgresCode(err error) string {
	if postgres, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgres.Code
	}
	return ""
}

// postgresConstraint is the name of the constraint that err is about; empty in SQLite, which does not say.
func postgresConstraint(err error) string {
	if postgres, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgres.ConstraintName
	}
	return ""
}
