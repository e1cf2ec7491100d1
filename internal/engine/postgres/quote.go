package postgres

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// quote returns a fault with the server's own message. The server's hint comes before the hint passed here.
func (s *server) quote(kind fault.Kind, answer *pgconn.PgError, f failure, hint string) error {
	message := answer.Message + f.position(answer)
	if answer.Detail != "" {
		message += ": " + answer.Detail
	}
	if answer.Hint != "" {
		hint = answer.Hint
	}
	quoted := fault.New(kind, "%s", s.shorten(message))
	return quoted.WithHint("%s", s.shorten(hint))
}

// position returns where in the statement the server found the error, if the server reports it.
func (f failure) position(answer *pgconn.PgError) string {
	if at := int(answer.Position) - 1 - f.shift; at >= 0 {
		statement := f.statement[offset(f.statement, f.shift):]
		line, column := sqltext.Position(statement, offset(statement, at))
		return fmt.Sprintf(" (line %d, column %d)", line, column)
	}
	if where, _, _ := strings.Cut(answer.Where, "\n"); where != "" {
		return " (" + where + ")"
	}
	return ""
}

// offset returns the byte offset of a character.
func offset(text string, character int) int {
	at := 0
	for range character {
		if at >= len(text) {
			break
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}
