package duckdb

import (
	"database/sql/driver"
	"fmt"
	"math"
	"strconv"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// simpleTypes lists the types whose values the driver returns as JSON values, with DuckDB's names. DuckDB casts the
// values of all other types to text.
var simpleTypes = map[duckdb.Type]string{
	duckdb.TYPE_BOOLEAN: "BOOLEAN", duckdb.TYPE_VARCHAR: "VARCHAR",
	duckdb.TYPE_TINYINT: "TINYINT", duckdb.TYPE_SMALLINT: "SMALLINT", duckdb.TYPE_INTEGER: "INTEGER", duckdb.TYPE_BIGINT: "BIGINT",
	duckdb.TYPE_UTINYINT: "UTINYINT", duckdb.TYPE_USMALLINT: "USMALLINT", duckdb.TYPE_UINTEGER: "UINTEGER",
	duckdb.TYPE_FLOAT: "FLOAT", duckdb.TYPE_DOUBLE: "DOUBLE",
}

func isSimpleWord(word string) bool {
	for _, simple := range simpleTypes {
		if word == simple {
			return true
		}
	}
	return false
}

// plainValue converts a value of a simple type to a JSON value.
func plainValue(value driver.Value) (any, error) {
	switch value := value.(type) {
	case nil, bool, string, int64:
		return value, nil
	case int8:
		return int64(value), nil
	case int16:
		return int64(value), nil
	case int32:
		return int64(value), nil
	case uint8:
		return int64(value), nil
	case uint16:
		return int64(value), nil
	case uint32:
		return int64(value), nil
	case float32:
		// Through its text, so that 0.1 stays 0.1.
		wide, _ := strconv.ParseFloat(strconv.FormatFloat(float64(value), 'g', -1, 32), 64)
		return plainFloat(wide), nil
	case float64:
		return plainFloat(value), nil
	}
	return nil, fmt.Errorf("unexpected value type %T", value)
}

// plainFloat writes numbers that JSON does not have as DuckDB does.
func plainFloat(value float64) any {
	switch {
	case math.IsNaN(value):
		return "nan"
	case math.IsInf(value, 1):
		return "inf"
	case math.IsInf(value, -1):
		return "-inf"
	}
	return value
}
