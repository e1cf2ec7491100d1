package dialect

import (
	"strconv"
	"strings"
)

// class is a class of types, independent of the engine's names for them.
type class int

const (
	textClass class = iota + 1
	charClass
	tinyClass
	smallClass
	integerClass
	bigClass
	decimalClass
	numberClass // a decimal that is a whole number without a scale
	realClass
	doubleClass
	booleanClass
	dateClass
	timeClass
	timestampClass
	zonedClass // a timestamp with a time zone
	binaryClass
	jsonClass
)

// classes maps the type names that projects use to classes, in upper case and with single spaces.
var classes = map[string]class{
	"VARCHAR": textClass, "STRING": textClass, "TEXT": textClass, "NVARCHAR": textClass, "CHARACTER VARYING": textClass,
	"CHAR VARYING": textClass, "VARCHAR2": textClass, "NVARCHAR2": textClass,
	"CHAR": charClass, "CHARACTER": charClass, "NCHAR": charClass,
	"TINYINT": tinyClass, "BYTEINT": tinyClass, "SMALLINT": smallClass, "INT2": smallClass,
	"INT": integerClass, "INTEGER": integerClass, "INT4": integerClass,
	"BIGINT": bigClass, "INT8": bigClass, "INT64": bigClass, "LONG": bigClass,
	"DECIMAL": decimalClass, "NUMERIC": decimalClass, "DEC": decimalClass, "NUMBER": numberClass,
	"REAL": realClass, "FLOAT4": realClass,
	"DOUBLE": doubleClass, "DOUBLE PRECISION": doubleClass, "FLOAT": doubleClass, "FLOAT8": doubleClass, "FLOAT64": doubleClass,
	"BOOLEAN": booleanClass, "BOOL": booleanClass,
	"DATE": dateClass, "TIME": timeClass,
	"TIMESTAMP": timestampClass, "TIMESTAMP_NTZ": timestampClass, "TIMESTAMPNTZ": timestampClass, "DATETIME": timestampClass,
	"DATETIME2": timestampClass, "TIMESTAMP WITHOUT TIME ZONE": timestampClass,
	"TIMESTAMPTZ": zonedClass, "TIMESTAMP_TZ": zonedClass, "TIMESTAMP_LTZ": zonedClass, "TIMESTAMPLTZ": zonedClass,
	"TIMESTAMP WITH TIME ZONE": zonedClass, "TIMESTAMP WITH LOCAL TIME ZONE": zonedClass, "DATETIMEOFFSET": zonedClass,
	"BINARY": binaryClass, "VARBINARY": binaryClass, "BYTEA": binaryClass, "BLOB": binaryClass, "BYTES": binaryClass,
	"VARIANT": jsonClass, "OBJECT": jsonClass, "ARRAY": jsonClass, "JSON": jsonClass, "JSONB": jsonClass,
}

// typeName is an engine's name for a class of types.
type typeName struct {
	plain string // without length or precision
	sized string // with %s for the length or precision; "" if the engine has none, and then it is dropped
	max   int64  // the maximum length or precision; above it the plain name is used. 0 for no limit.
}

// typeNames are the names of an engine. A missing class is written as the project wrote it.
type typeNames map[class]typeName

// Type returns the engine's name of a type that may be written for another engine. It returns an unknown type
// unchanged, because only this engine may have it.
func (d *Dialect) Type(written string) string {
	word, sizes, ok := splitType(written)
	if !ok {
		return written
	}
	own, known := d.types[classes[word]]
	if !known {
		return written
	}
	if sizes == "" || own.sized == "" || own.exceeds(sizes) {
		return own.plain
	}
	return strings.Replace(own.sized, "%s", sizes, 1)
}

// StoredType returns the type of a column that was created with a type of a query. Both are names of this engine.
func (d *Dialect) StoredType(reported string) string {
	if word, sizes, ok := splitType(reported); !d.capabilities.StoresOtherTypes || !ok || classes[word] == jsonClass && sizes != "" {
		return reported
	}
	return d.Type(reported)
}

func (n typeName) exceeds(sizes string) bool {
	first, _, _ := strings.Cut(sizes, ",")
	length, err := strconv.ParseInt(strings.TrimSpace(first), 10, 64)
	return err != nil || n.max > 0 && length > n.max
}

// splitType splits VARCHAR(256), NUMBER(38, 0) or TIMESTAMP(6) WITH TIME ZONE into the name and the text in brackets.
func splitType(written string) (word, sizes string, ok bool) {
	if classes[written] != 0 {
		return written, "", true // most types are written like this
	}
	before, rest, sized := strings.Cut(written, "(")
	if sized {
		var after string
		sizes, after, ok = strings.Cut(rest, ")")
		if !ok || strings.ContainsAny(after, "()[]") {
			return "", "", false
		}
		before += " " + after
	}
	word = strings.ToUpper(strings.Join(strings.Fields(before), " "))
	return word, strings.ReplaceAll(strings.TrimSpace(sizes), " ", ""), classes[word] != 0
}
