package dbtimport

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// seedType returns the data type of a column of a seed: the one of column_types, else the one that fits all values.
func (x *conversion) seedType(r *resource, rows [][]string, column int) string {
	if given, ok := r.config["column_types"].value.(map[string]any); ok {
		for name, dataType := range given {
			if strings.EqualFold(name, rows[0][column]) {
				return strings.ToUpper(toText(dataType))
			}
		}
	}
	var values []string
	for _, row := range rows[1:] {
		if column < len(row) && strings.TrimSpace(row[column]) != "" && !isNull(row[column]) {
			values = append(values, strings.TrimSpace(row[column]))
		}
	}
	for _, candidate := range seedTypes() {
		if all(values, candidate.fits) {
			return candidate.name
		}
	}
	return textType
}

// textType is the type of a column that nothing else fits.
const textType = "VARCHAR"

func toText(v any) string {
	text, _ := v.(string)
	return text
}

// seedCandidate is a type that a column of a CSV may have.
type seedCandidate struct {
	name string
	fits func(string) bool
}

// seedTypes returns the types in the order in which dbt tries them. A column without values is a number there, too.
func seedTypes() []seedCandidate {
	return []seedCandidate{
		{"INTEGER", func(v string) bool { return isInteger(v, 32) }},
		{"BIGINT", func(v string) bool { return isInteger(v, 64) }},
		{"DOUBLE", isDecimal},
		{"DATE", func(v string) bool { return isTime(v, time.DateOnly) }},
		{"TIMESTAMP", func(v string) bool {
			return isTime(v, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04:05.999999")
		}},
		{"BOOLEAN", func(v string) bool { return strings.EqualFold(v, "true") || strings.EqualFold(v, "false") }},
	}
}

func all(values []string, fits func(string) bool) bool {
	for _, v := range values {
		if !fits(v) {
			return false
		}
	}
	return true
}

func isInteger(v string, bits int) bool {
	_, err := strconv.ParseInt(v, 10, bits)
	return err == nil && !strings.HasPrefix(v, "+")
}

var decimalForm = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

func isDecimal(v string) bool { return decimalForm.MatchString(v) }

func isTime(v string, layouts ...string) bool {
	for _, layout := range layouts {
		if _, err := time.Parse(layout, v); err == nil {
			return true
		}
	}
	return false
}
