package postgres

import (
	"math"
	"strconv"
)

// The ids of types that have JSON values. They are the same in every database.
const (
	boolType   = 16
	int8Type   = 20
	int2Type   = 21
	int4Type   = 23
	oidType    = 26
	float4Type = 700
	float8Type = 701
)

// value converts a value for Rows. Values arrive as text in the server's notation; types without JSON values stay text.
func (f field) value(text []byte) any {
	if text == nil {
		return nil
	}
	switch f.oid {
	case boolType:
		return string(text) == "t"
	case int2Type, int4Type, int8Type, oidType:
		if number, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			return number
		}
	case float4Type, float8Type:
		number, err := strconv.ParseFloat(string(text), 64)
		if err == nil && !math.IsInf(number, 0) && !math.IsNaN(number) {
			return number
		}
	}
	return string(text)
}
