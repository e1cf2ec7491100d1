package snowflake

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// typeName is a type as the server describes it in an answer or in its information schema.
type typeName struct {
	name             string
	length           int64 // of texts and bytes; 0 if it is unknown
	precision, scale int64
	hasScale         bool // the scale of times is known
}

// The lengths and the scale that a type has if it is written without them. They are left out, so that a type has one name.
const (
	maxText      = 16 << 20 // and 128 MB in accounts that allow it
	maxBinary    = 8 << 20
	defaultScale = 9
)

// String returns the name by which types are compared: that of the information schema, with its sizes.
func (t typeName) String() string {
	name := strings.ToUpper(t.name)
	switch name {
	case "FIXED", "NUMBER", "DECIMAL", "NUMERIC":
		return fmt.Sprintf("NUMBER(%d,%d)", t.precision, t.scale)
	case "REAL", "DOUBLE":
		return "FLOAT"
	case "TEXT", "VARCHAR":
		if t.length > 0 && t.length < maxText {
			return fmt.Sprintf("VARCHAR(%d)", t.length)
		}
		return "VARCHAR"
	case "BINARY":
		if t.length > 0 && t.length < maxBinary {
			return fmt.Sprintf("BINARY(%d)", t.length)
		}
	case "TIME", "TIMESTAMP_NTZ", "TIMESTAMP_LTZ", "TIMESTAMP_TZ":
		if t.hasScale && t.scale != defaultScale {
			return fmt.Sprintf("%s(%d)", name, t.scale)
		}
	}
	return name
}

// columnsOf returns the columns of an answer. Their nullability is unknown, so they count as nullable.
func columnsOf(rows driver.Rows) []engine.Column {
	names := rows.Columns()
	columns := make([]engine.Column, len(names))
	for i, name := range names {
		var t typeName
		if known, ok := rows.(driver.RowsColumnTypeDatabaseTypeName); ok {
			t.name = known.ColumnTypeDatabaseTypeName(i)
		}
		if known, ok := rows.(driver.RowsColumnTypeLength); ok {
			t.length, _ = known.ColumnTypeLength(i)
		}
		if known, ok := rows.(driver.RowsColumnTypePrecisionScale); ok {
			t.precision, t.scale, _ = known.ColumnTypePrecisionScale(i)
		}
		columns[i] = engine.Column{Name: name, Type: t.String(), Nullable: true}
	}
	return columns
}
