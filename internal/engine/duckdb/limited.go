package duckdb

import (
	"errors"
	"fmt"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
)

// limited writes a query with a limit around it. The query begins in the same line, so that DuckDB counts its lines right.
type limited struct {
	limit   int
	columns []engine.Column // those that need it are written as text; nil leaves all as they are
}

const opening = "FROM ("

func (l limited) write(query string) string {
	if l.columns == nil {
		return fmt.Sprintf("%s%s\n) LIMIT %d", opening, query, l.limit+1)
	}
	chosen := make([]string, len(l.columns))
	for i, column := range l.columns {
		chosen[i] = fmt.Sprintf("#%d", i+1)
		if !isSimpleWord(column.Type) {
			chosen[i] = "CAST(" + chosen[i] + " AS VARCHAR)"
		}
	}
	return fmt.Sprintf("%s%s\n) SELECT %s LIMIT %d", opening, query, strings.Join(chosen, ", "), l.limit+1)
}

// show takes what was put before the query out of the line that DuckDB shows.
func (l limited) show(err error) error {
	said, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return err
	}
	const line = "\nLINE 1: "
	before, after, ok := strings.Cut(said.Msg, line+opening)
	if !ok {
		return err
	}
	shown, mark, _ := strings.Cut(after, "\n")
	mark = strings.TrimPrefix(mark, strings.Repeat(" ", len(opening)))
	return &duckdb.Error{Type: said.Type, Msg: before + line + shown + "\n" + mark}
}
