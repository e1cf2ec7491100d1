package store

import (
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"

	"github.com/millrace/millrace/internal/diskspace"
)

// dialect contains everything in which the two databases differ.
type dialect struct {
	name string
	// forUpdate ends a SELECT that locks what it reads. SQLite has one writer at a time and needs no locks.
	forUpdate string
	// forGuard ends the SELECT of the guard. It locks the user u against every change, and the credential c against
	// deletion; the time of its last use may be updated meanwhile. A change of a user locks in the same order, u and
	// then c.
	forGuard string
	// binaryOrder makes text order by its bytes, as it does in SQLite.
	binaryOrder string
	// clock is the database's own time in milliseconds, when the expression is evaluated, for leases that several
	// servers compare.
	clock string
	// version is the version of the database.
	version string
	// databaseSize is the size of the database on its disk, in bytes.
	databaseSize string
	// versionTable selects a row if the database contains the table of the schema's version.
	versionTable string
}

var (
	sqliteDialect = dialect{
		name: "sqlite", clock: `CAST(unixepoch('subsec') * 1000 AS bigint)`, version: `sqlite_version()`,
		databaseSize: `(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())`,
		versionTable: `SELECT 1 FROM sqlite_schema WHERE name = 'goose_db_version'`,
	}
	postgresDialect = dialect{
		name: "postgres", forUpdate: " FOR UPDATE", forGuard: " FOR SHARE OF u FOR KEY SHARE OF c", binaryOrder: ` COLLATE "C"`,
		clock: `CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`, version: `current_setting('server_version')`,
		databaseSize: `pg_database_size(current_database())`,
		versionTable: `SELECT 1 WHERE to_regclass('goose_db_version') IS NOT NULL`,
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

// isRetryable reports whether the same transaction may succeed when it runs again: two transactions conflicted and the
// database aborted one of them.
func isRetryable(err error) bool {
	switch postgresCode(err) {
	case "40001", "40P01": // serialization failure, deadlock
		return true
	default:
		return false
	}
}

// isFull reports whether err says that the disk of the database is full.
func isFull(err error) bool {
	if lite, ok := errors.AsType[sqlite3.Error](err); ok {
		return lite.Code == sqlite3.ErrFull || lite.Code == sqlite3.ErrIoErr && diskspace.IsFull(lite.SystemErrno)
	}
	return postgresCode(err) == "53100"
}

// isDamaged reports whether err says that the SQLite file contains wrong bytes.
func isDamaged(err error) bool {
	lite, ok := errors.AsType[sqlite3.Error](err)
	return ok && (lite.Code == sqlite3.ErrCorrupt || lite.Code == sqlite3.ErrNotADB)
}

// isUnstorable reports whether err says that a text contains NUL or bytes that are not UTF-8, which PostgreSQL cannot
// store.
func isUnstorable(err error) bool { return postgresCode(err) == "22021" }

// isUnreachable reports whether err says that the database is unavailable: it cannot be connected to, the connection
// broke during a query, or the server says so itself.
func isUnreachable(err error) bool {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*net.OpError](err); ok || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return true
	}
	code := postgresCode(err)
	// Connection exceptions, too many connections, and an administrator who shuts the server down.
	return strings.HasPrefix(code, "08") || code == "53300" || strings.HasPrefix(code, "57P0")
}

func postgresCode(err error) string {
	if postgres, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgres.Code
	}
	return ""
}

// postgresConstraint returns the name of the violated constraint; empty for SQLite, which does not report it.
func postgresConstraint(err error) string {
	if postgres, ok := errors.AsType[*pgconn.PgError](err); ok {
		return postgres.ConstraintName
	}
	return ""
}
