package render

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
)

// typedLiteral formats the text of a value as a literal of a type. Valid numbers and booleans are written without
// quotes, texts in quotes, and all other values as a text that the engine casts to the type.
func typedLiteral(words *dialect.Dialect, text, dataType string) string {
	switch family(dataType) {
	case numericType:
		if number := strings.TrimSpace(text); isNumber(number) {
			return number
		}
	case truthType:
		if value, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(text))); err == nil {
			return words.Boolean(value)
		}
	case textType:
		return words.Literal(text)
	default:
	}
	return words.Cast(words.Literal(text), dataType)
}

// typeFamily is the property of a data type that decides how a literal is written.
type typeFamily uint8

const (
	otherType typeFamily = iota
	numericType
	truthType
	textType
)

// family returns the family of a data type by its first word. A column without a type contains texts.
func family(dataType string) typeFamily {
	word := strings.ToUpper(strings.TrimSpace(dataType))
	if end := strings.IndexAny(word, " (<"); end >= 0 {
		word = word[:end]
	}
	switch word {
	case "", "VARCHAR", "CHAR", "CHARACTER", "STRING", "TEXT", "NVARCHAR", "NCHAR", "BPCHAR":
		return textType
	case "BOOLEAN", "BOOL":
		return truthType
	case "INT", "INTEGER", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT", "INT2", "INT4", "INT8", "INT64",
		"NUMBER", "NUMERIC", "DECIMAL", "BIGNUMERIC", "FLOAT", "FLOAT4", "FLOAT8", "FLOAT64", "REAL", "DOUBLE":
		return numericType
	default:
		return otherType
	}
}

// isNumber reports whether a text is a number as SQL writes it: no infinity, no hexadecimal, no underscores.
func isNumber(text string) bool {
	if text == "" || strings.Trim(text, "+-.0123456789eE") != "" {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}
