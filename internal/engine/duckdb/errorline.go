package duckdb

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// shownLine matches the line that DuckDB quotes in an error, up to the end of the message.
var shownLine = regexp.MustCompile(`(?s)\n\nLINE ([0-9]+): .*$`)

// maxShown limits the bytes of a quoted line.
const maxShown = 120

// withOriginalLine replaces the quoted line of a rewritten statement with the line that the author wrote.
func withOriginalLine(err error, statement, text string) error {
	reported, ok := errors.AsType[*duckdb.Error](err)
	if !ok || statement == text {
		return err
	}
	message := shownLine.ReplaceAllStringFunc(reported.Msg, func(found string) string {
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
	return &duckdb.Error{Type: reported.Type, Msg: message}
}
