package snowflake

import (
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// valueOf converts a value of the driver for Rows. Types without JSON values are text; bytes are hexadecimal.
func valueOf(typeName string, value driver.Value) any {
	switch value := value.(type) {
	case nil:
		return nil
	case bool:
		return value
	case int64:
		return wholeOrText(typeName, strconv.FormatInt(value, 10))
	case float64:
		return float(value)
	case []byte:
		return `\x` + hex.EncodeToString(value)
	case time.Time:
		return moment(typeName, value)
	case string:
		return textOf(typeName, value)
	}
	return fmt.Sprint(value)
}

// textOf converts a text of the driver, which sends some types as text.
func textOf(typeName, text string) any {
	kind, _, _ := strings.Cut(typeName, "(")
	switch kind {
	case "NUMBER":
		return wholeOrText(typeName, text)
	case "FLOAT":
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return float(number)
		}
	case "BOOLEAN":
		switch text {
		case "1", "true":
			return true
		case "0", "false":
			return false
		}
	}
	return text
}

// wholeOrText returns a number without digits after the point as a number if it fits, and other numbers as text.
func wholeOrText(typeName, text string) any {
	if !strings.HasSuffix(typeName, ",0)") {
		return text
	}
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number
	}
	return text
}

func float(value float64) any {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(value, 'g', -1, 64), "+"))
	}
	return value
}

// moment returns a date, a time or a timestamp in the notation of SQL.
func moment(typeName string, value time.Time) string {
	kind, _, _ := strings.Cut(typeName, "(")
	switch kind {
	case "DATE":
		return value.Format(time.DateOnly)
	case "TIME":
		return value.Format("15:04:05.999999999")
	case "TIMESTAMP_NTZ":
		return value.Format("2006-01-02 15:04:05.999999999")
	}
	return value.Format("2006-01-02 15:04:05.999999999-07:00")
}
