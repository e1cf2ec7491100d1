package duckdb

import (
	"errors"
	"fmt"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
)

// limited wraps a query in a limit. The query starts in the first line, so that DuckDB's line numbers stay right.
type limited struct {
	limit   int
	columns []engine.Column // columns of other types are cast to text; nil casts none
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

// show removes the wrapper from the line that DuckDB quotes.
func (l limited) show(err error) error {
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok {
		return err
	}
	const line = "\nLINE 1: "
	before, after, ok := strings.Cut(reported.Msg, line+opening)
	if !ok {
		return err
	}
	shown, mark, _ := strings.Cut(after, "\n")
	mark = strings.TrimPrefix(mark, strings.Repeat(" ", len(opening)))
	return &duckdb.Error{Type: reported.Type, Msg: before + line + shown + "\n" + mark}
}
