package postgres

import (
	"github.com/jackc/pgx/v5/pgproto3"
)

// maxKept limits the bytes of all rows of one answer in memory.
const maxKept = 64 << 20

// answer is the server's answer to a request.
type answer struct {
	keep bool

	isQuery bool // it has columns, maybe without rows
	columns []field
	rows    [][]any
	size    int    // bytes of the rows
	tag     string // the server's command tag
}

// field is a column of an answer.
type field struct {
	name     string
	oid      uint32 // of its type
	modifier int32  // of its type, such as a length
}

// take adds a message to the answer. It ignores other messages: notices, notifications, settings.
func (a *answer) take(message pgproto3.BackendMessage) {
	switch message := message.(type) {
	case *pgproto3.RowDescription:
		a.isQuery, a.rows, a.columns = true, [][]any{}, nil
		for _, f := range message.Fields {
			a.columns = append(a.columns, field{string(f.Name), f.DataTypeOID, f.TypeModifier})
		}
	case *pgproto3.DataRow:
		a.row(message.Values)
	case *pgproto3.CommandComplete:
		a.tag = string(message.CommandTag)
	}
}

// row stores a row unless the answer is too large already; isTooLarge reports that later.
func (a *answer) row(values [][]byte) {
	for _, value := range values {
		a.size += len(value)
	}
	if !a.keep || a.isTooLarge() {
		return
	}
	row := make([]any, len(a.columns))
	for i, column := range a.columns[:min(len(values), len(a.columns))] { // the server may send more
		row[i] = column.value(values[i])
	}
	a.rows = append(a.rows, row)
}

func (a *answer) isTooLarge() bool { return a.keep && a.size > maxKept }

// text returns a value of an internal query; empty if it is not text.
func (a *answer) text(row, column int) string {
	text, _ := a.at(row, column).(string)
	return text
}

func (a *answer) isTrue(row, column int) bool {
	truth, _ := a.at(row, column).(bool)
	return truth
}

func (a *answer) at(row, column int) any {
	if column >= len(a.rows[row]) {
		return nil
	}
	return a.rows[row][column]
}
