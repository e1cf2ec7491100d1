package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/millrace/millrace/internal/fault"
)

// refusal is the fault for a statement that the server refused. The codes are those of PostgreSQL's manual, appendix A.
func (s *server) refusal(ctx context.Context, answer *pgconn.PgError, f failure) error {
	switch {
	case answer.Code == "57014" && ctx.Err() != nil:
		return s.canceled(ctx)
	case answer.Code == "57014":
		return s.stopped(answer, f)
	case isConflict(answer):
		return s.quote(fault.Conflict, answer, f, "Another transaction was in the way; the same one may succeed when it is run again.")
	case isExhausted(answer.Code):
		return s.quote(fault.Limit, answer, f, "Something of the server's is used up; its log says more.")
	case isFatal(answer):
		return s.quote(fault.Unavailable, answer, f, "The server ended the session; its log says why.")
	case isOutOfReach(answer.Code):
		return s.quote(fault.Unavailable, answer, f, "Something that the server needs for it is out of reach; try again later.")
	case answer.Code == "42501":
		return s.quote(fault.Invalid, answer, f, "Grant it to the user of the connection.")
	}
	return s.quote(fault.Invalid, answer, f, "")
}

// stopped is for a statement that somebody else stopped: the server because of a time-out, or a person. The server has
// one code for both and tells them apart in a message that may be in any language.
func (s *server) stopped(answer *pgconn.PgError, f failure) error {
	limit := s.settings.statementTimeout
	switch {
	case limit > 0 && f.took >= limit:
		return fault.New(fault.Limit, "the statement timed out after %s", limit).
			WithHint("Raise the setting statementTimeout of the connection, or make the statement faster.")
	case strings.Contains(answer.Message, "timeout"):
		return s.quote(fault.Limit, answer, f, "The time-out is one of the server, the database or the user; raise it there.")
	}
	return s.quote(fault.Invalid, answer, f, "Somebody stopped the statement at the server.")
}

// isConflict knows the refusals that another transaction caused. The last two are those of statements that change the
// catalog at the same time.
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

// isExhausted knows what does not get better by trying again: disk, memory, limits of the server's configuration.
func isExhausted(code string) bool {
	return code == "25P04" || strings.HasPrefix(code, "53") && code != "53300"
}

// isOutOfReach is true when the server itself could not reach something, or has no room for more. A violation of the
// protocol is none of this but the text's fault: a parameter that nobody gives a value.
func isOutOfReach(code string) bool {
	return code == "53300" || strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08") && code != "08P01"
}

// isFatal is true for the last words of a session. Old servers say it only in their own language.
func isFatal(answer *pgconn.PgError) bool {
	severity := answer.SeverityUnlocalized
	if severity == "" {
		severity = answer.Severity
	}
	return severity == "FATAL" || severity == "PANIC"
}
