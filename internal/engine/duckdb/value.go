package duckdb

import (
	"database/sql/driver"
	"fmt"
	"math"
	"strconv"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// simpleTypes are those whose values the driver gives as JSON has them, with DuckDB's words for them. Values of all others
// are written as text by DuckDB itself.
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

// plainValue gives a value of a simple type as JSON has it.
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
		// By way of its text, so that 0.1 stays 0.1.
		wide, _ := strconv.ParseFloat(strconv.FormatFloat(float64(value), 'g', -1, 32), 64)
		return plainFloat(wide), nil
	case float64:
		return plainFloat(value), nil
	}
	return nil, fmt.Errorf("a value came as %T", value)
}

// plainFloat writes what JSON has no number for in DuckDB's words.
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
