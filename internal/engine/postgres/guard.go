package postgres

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// check refuses statements that would take the transaction or the protocol out of our hands.
func check(statement string) error {
	if strings.ContainsRune(statement, 0) {
		return fault.New(fault.Invalid, "the statement holds a NUL character")
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
	return fault.New(fault.Invalid, "a statement may not begin or end a transaction: %s", words).
		WithHint("Leave it out. The statements of a node are one transaction, which is begun and ended for them.")
}

// hasLabel makes sure that a statement did not take the label off, by which the session is found when somebody else takes
// the work over. The server tells of changes unasked. Closing the connection undoes what is not committed.
func (s *session) hasLabel(ctx context.Context) error {
	if s.wire.connection.ParameterStatus("application_name") == s.label {
		return nil
	}
	s.lose(ctx)
	return fault.New(fault.Invalid, "the statement changed application_name, by which the session is known").
		WithHint("Leave application_name as it is.")
}
