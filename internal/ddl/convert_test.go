package ddl_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/ddl"
)

func TestConversions(t *testing.T) {
	t.Parallel()
	names := map[ddl.Conversion]string{ddl.Lossless: "lossless", ddl.Risky: "risky", ddl.Impossible: "impossible"}
	for _, line := range []string{
		"INTEGER -> BIGINT: lossless", "bigint -> integer: risky", "INTEGER -> VARCHAR: lossless", "VARCHAR -> INTEGER: risky",
		"character varying(5) -> character varying(9): lossless", "character varying(9) -> character varying(5): risky",
		"text -> character varying(9): risky", "DATE -> VARCHAR(20): risky",
		"DECIMAL(10,2) -> DECIMAL(12,2): lossless", "DECIMAL(10,2) -> DECIMAL(12,4): lossless", "DECIMAL(10,2) -> DECIMAL(12,5): risky",
		"numeric(10,2) -> numeric: lossless", "numeric -> numeric(10,2): risky",
		"INTEGER -> DECIMAL(10,0): lossless", "BIGINT -> DECIMAL(10,0): risky", "INTEGER -> DECIMAL(12): lossless",
		"INTEGER -> DOUBLE: lossless", "BIGINT -> double precision: risky", "real -> double precision: lossless", "DOUBLE -> FLOAT: risky",
		"DATE -> TIMESTAMP: lossless", "timestamp without time zone -> date: risky", "TIMESTAMP -> TIMESTAMP WITH TIME ZONE: risky",
		"INTEGER -> DATE: impossible", "DATE -> INTEGER: impossible", "BOOLEAN -> INTEGER: risky", "BOOLEAN -> DATE: impossible",
		"TIME -> TIMESTAMP: impossible", "BLOB -> INTEGER: impossible", "JSON -> BOOLEAN: impossible", "JSON -> VARCHAR: lossless",
		"INTEGER[] -> INTEGER: risky", "my_type -> DATE: risky", "DECIMAL(x -> DATE: risky", " -> : risky",
	} {
		pair, want, _ := strings.Cut(line, ": ")
		from, to, _ := strings.Cut(pair, " -> ")
		if got := names[ddl.Convert(from, to)]; got != want {
			t.Errorf("%s -> %s is %s, want %s", from, to, got, want)
		}
	}
}

func TestConversionsThatCrossBoolean(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"BOOLEAN", "BIGINT", true},
		{"DECIMAL(3,1)", "boolean", true},
		{"BOOLEAN", "BOOLEAN", false},
		{"INTEGER", "BIGINT", false},
		{"BOOLEAN", "VARCHAR", false},
		{"DATE", "BOOLEAN", false},
		{"", "", false},
	} {
		if got := ddl.CrossesBoolean(tt.from, tt.to); got != tt.want {
			t.Errorf("%s -> %s crosses BOOLEAN: %t, want %t", tt.from, tt.to, got, tt.want)
		}
	}
}
