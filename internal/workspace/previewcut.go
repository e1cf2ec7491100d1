package workspace

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/engine"
)

// Limits of the values in a preview.
const (
	maxCell    = 1_000   // characters of a text
	maxPreview = 1 << 20 // bytes of all values in the response
	cutMark    = "…"
)

// shortType matches the types whose values are always short. The engine converts the values of all others to text and cuts
// them.
var shortType = regexp.MustCompile(`(?i)^(u?(tiny|small|big|huge)?int(eger|[248])?|bool(ean)?|float[48]?|double( precision)?|real|date|` +
	`(decimal|numeric)(\(.*\))?|uuid|time(stamp)?(\(.*\))?( with(out)? time zone)?)$`)

// cutQuery returns a query for the first rows of another one, with texts of at most maxCell+1 characters, so that a cut text can
// be recognized.
func cutQuery(query string, columns []engine.Column, limit int) string {
	names, values := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		names[i] = fmt.Sprintf("c%d", i+1)
		values[i] = names[i]
		if !shortType.MatchString(column.Type) {
			values[i] = fmt.Sprintf("substring(CAST(%s AS VARCHAR), 1, %d)", names[i], maxCell+1)
		}
	}
	return fmt.Sprintf("SELECT %s FROM (\n%s\n) AS preview(%s) LIMIT %d", strings.Join(values, ", "), query, strings.Join(names, ", "), limit)
}

// cutRows marks cut texts and drops the rows that would make the preview too large.
func cutRows(rows engine.Rows) engine.Rows {
	size := 0
	for i, row := range rows.Values {
		for j, value := range row {
			text, isText := value.(string)
			if isText && utf8.RuneCountInString(text) > maxCell {
				text = string([]rune(text)[:maxCell]) + cutMark
				row[j] = text
			}
			size += encodedSize(row[j])
		}
		if size > maxPreview {
			rows.Values, rows.More = rows.Values[:i], true
			return rows
		}
	}
	return rows
}

// encodedSize returns the bytes that a value needs in the response: most characters of a text need one, some six.
func encodedSize(value any) int {
	const separator = 1
	raw, err := json.Marshal(value)
	if err != nil {
		return separator // NaN and the infinities, which the response has as texts
	}
	return len(raw) + separator
}
