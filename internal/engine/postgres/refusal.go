package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/millrace/millrace/internal/fault"
)

// refusal returns the fault for a statement that the server rejected. The codes are those of PostgreSQL's manual,
// appendix A.
func (s *server) refusal(ctx context.Context, answer *pgconn.PgError, f failure) error {
	switch {
	case answer.Code == "57014" && ctx.Err() != nil:
		return s.canceled(ctx)
	case answer.Code == "57014":
		return s.stopped(answer, f)
	case isConflict(answer):
		return s.quote(fault.Conflict, answer, f, "Another transaction conflicts; run this one again.")
	case answer.Code == "53100":
		return s.quote(fault.Full, answer, f, "The disk of the server is full. Free space on it.")
	case isExhausted(answer.Code):
		return s.quote(fault.Limit, answer, f, "A resource of the server is exhausted; see its log.")
	case isFatal(answer):
		return s.quote(fault.Unavailable, answer, f, "The server ended the session; see its log.")
	case isOutOfReach(answer.Code):
		return s.quote(fault.Unavailable, answer, f, "The server cannot reach a resource that it needs; try again later.")
	case answer.Code == "42501":
		return s.quote(fault.Invalid, answer, f, "Grant the privilege to the user of the connection.")
	}
	return s.quote(fault.Invalid, answer, f, "")
}

// stopped returns the fault for a statement that was stopped by a server timeout or by a user. The server has one code
// for both, and distinguishes them only in a message that may be in any language.
func (s *server) stopped(answer *pgconn.PgError, f failure) error {
	limit := s.settings.statementTimeout
	switch {
	case limit > 0 && f.took >= limit:
		return fault.New(fault.Limit, "the statement timed out after %s", limit).
			WithHint("Raise the setting statementTimeout of the connection, or make the statement faster.")
	case strings.Contains(answer.Message, "timeout"):
		return s.quote(fault.Limit, answer, f, "Raise the timeout of the server, the database or the user.")
	}
	return s.quote(fault.Invalid, answer, f, "The statement was canceled at the server.")
}

// isConflict reports errors that another transaction caused. The last two come from statements that change the catalog
// at the same time.
func isConflict(answer *pgconn.PgError) bool {
	switch answer.Code {
	case "40001", "40P01", "55P03":
		return true
	case "23505":
		return answer.SchemaName == "pg_catalog"
	case "XX000":
		return strings.HasPrefix(answer.Message, "tuple concurrently ")
	}
	return false
}

// isExhausted reports errors that a retry does not fix: disk, memory, limits of the server's configuration.
func isExhausted(code string) bool {
	return code == "25P04" || strings.HasPrefix(code, "53") && code != "53300"
}

// isOutOfReach reports whether the server itself could not reach a resource, or has reached its connection limit. A
// protocol violation does not count: the statement causes it, with a parameter that has no value.
func isOutOfReach(code string) bool {
	return code == "53300" || strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08") && code != "08P01"
}

// isFatal reports the last error of a session. Old servers report the severity only in their own language.
func isFatal(answer *pgconn.PgError) bool {
	severity := answer.SeverityUnlocalized
	if severity == "" {
		severity = answer.Severity
	}
	return severity == "FATAL" || severity == "PANIC"
}
