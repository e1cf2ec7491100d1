package postgres

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// check rejects statements that would control the transaction or the protocol.
func check(statement string) error {
	if strings.ContainsRune(statement, 0) {
		return fault.New(fault.Invalid, "the statement contains a NUL character")
	}
	first, second := sqltext.LeadingWords(statement)
	switch first {
	case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT":
		return takesOver(first)
	case "PREPARE":
		if second == "TRANSACTION" {
			return takesOver("PREPARE TRANSACTION")
		}
	}
	return nil
}

func takesOver(words string) error {
	return fault.New(fault.Invalid, "a statement must not begin or end a transaction: %s", words).
		WithHint("Remove it. The statements of a node are already one transaction.")
}

// hasLabel checks that a statement did not change the label, by which Fence finds the session. The server reports
// changes without a query. Closing the connection rolls back the transaction.
func (s *session) hasLabel(ctx context.Context) error {
	if s.wire.connection.ParameterStatus("application_name") == s.label {
		return nil
	}
	s.lose(ctx)
	return fault.New(fault.Invalid, "the statement changed application_name, which identifies the session").
		WithHint("Do not change application_name.")
}
