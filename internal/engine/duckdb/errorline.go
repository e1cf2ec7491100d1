package duckdb

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// shownLine is where DuckDB shows the line in which something is wrong, up to the end of its message.
var shownLine = regexp.MustCompile(`(?s)\n\nLINE ([0-9]+): .*$`)

// maxShown is how much of a line is shown, in bytes.
const maxShown = 120

// withOriginalLine puts a line of the statement, as its author wrote it, in the place of one that DuckDB was given.
func withOriginalLine(err error, statement, text string) error {
	said, ok := errors.AsType[*duckdb.Error](err)
	if !ok || statement == text {
		return err
	}
	message := shownLine.ReplaceAllStringFunc(said.Msg, func(found string) string {
		number, _ := strconv.Atoi(shownLine.FindStringSubmatch(found)[1])
		lines := strings.Split(statement, "\n")
		if number < 1 || number > len(lines) {
			return ""
		}
		line := lines[number-1]
		if len(line) > maxShown {
			line = strings.ToValidUTF8(line[:maxShown], "") + "..."
		}
		return "\n\nLINE " + strconv.Itoa(number) + ": " + line
	})
	return &duckdb.Error{Type: said.Type, Msg: message}
}
