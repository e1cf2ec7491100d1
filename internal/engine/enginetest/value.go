package enginetest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

func valueCases() cases {
	return cases{
		"null is nil":                     func(b *bench) { b.gives("CAST(NULL AS INTEGER)", nil) },
		"a null text is nil":              func(b *bench) { b.gives("CAST(NULL AS "+b.engine.Dialect().Type("VARCHAR")+")", nil) },
		"booleans are booleans":           booleans,
		"integers are exact":              integers,
		"floats are numbers":              floats,
		"floats that JSON lacks are text": floatsBeyondJSON,
		"decimals are exact text":         decimals,
		"dates are text":                  func(b *bench) { b.gives("CAST('2024-02-29' AS DATE)", "2024-02-29") },
		"times are text":                  func(b *bench) { b.gives("CAST('13:14:15' AS TIME)", "13:14:15") },
		"timestamps are text":             timestamps,
		"text is text":                    texts,
		"bytes are text":                  bytesAreText,
		"columns have names and types":    columnsOfAQuery,
		"one row holds every type":        mixedRow,
	}
}

// gives checks the value of an expression.
func (b *bench) gives(expression string, want any) {
	b.Helper()
	equal(b, b.value(expression), want)
}

func (b *bench) value(expression string) any {
	b.Helper()
	rows := b.open(b.engine).query("SELECT "+expression+" AS v", 10)
	if len(rows.Values) != 1 || len(rows.Values[0]) != 1 || rows.More {
		b.Fatalf("SELECT %s gave %+v, want one value", expression, rows)
	}
	return rows.Values[0][0]
}

// cast is an expression of a type, which is named as projects name it.
func (b *bench) cast(text, dataType string) string {
	d := b.engine.Dialect()
	return d.Cast(d.Literal(text), dataType)
}

func booleans(b *bench) {
	b.gives("TRUE", true)
	b.gives("FALSE", false)
	b.gives("1 = 2", false)
}

func integers(b *bench) {
	for _, n := range []int64{0, -1, 1 << 53, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		b.gives(b.cast(strconv.FormatInt(n, 10), "BIGINT"), n)
	}
	b.gives(b.cast("-32768", "SMALLINT"), int64(-32768))
	b.gives(b.cast("2147483647", "INTEGER"), int64(2147483647))
	b.gives("(SELECT count(*) FROM (SELECT 1 AS one UNION ALL SELECT 2) AS two)", int64(2))
}

func floats(b *bench) {
	for _, f := range []float64{0, -1.5, 0.1, 1e300, -math.SmallestNonzeroFloat64, math.MaxFloat64} {
		b.gives(b.cast(fmt.Sprint(f), "DOUBLE"), f)
	}
	b.gives(b.cast("1.5", "REAL"), 1.5)
}

func floatsBeyondJSON(b *bench) {
	for text, want := range map[string]string{"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"} {
		for _, dataType := range []string{"DOUBLE", "REAL"} {
			got, isText := b.value(b.cast(text, dataType)).(string)
			if !isText || !strings.HasPrefix(strings.ToLower(got), want) {
				b.Errorf("%s as %s is %q, want text that begins with %s", text, dataType, got, want)
			}
		}
	}
}

func decimals(b *bench) {
	b.gives(b.cast("12.50", "DECIMAL(10,2)"), "12.50")
	b.gives(b.cast("-0.05", "DECIMAL(10,2)"), "-0.05")
	b.gives(b.cast("0", "DECIMAL(10,3)"), "0.000")
	b.gives(b.cast("12345678901234567890123456789012345678", "DECIMAL(38,0)"), "12345678901234567890123456789012345678")
	b.gives(b.cast("1.2345678901234567890123456789012345678", "DECIMAL(38,37)"), "1.2345678901234567890123456789012345678")
}

func timestamps(b *bench) {
	b.gives(b.cast("2024-02-29 13:14:15.123456", "TIMESTAMP"), "2024-02-29 13:14:15.123456")
	b.gives(b.cast("2024-02-29 13:14:15", "TIMESTAMP"), "2024-02-29 13:14:15")
	b.gives(b.cast("1901-01-01 00:00:00", "TIMESTAMP"), "1901-01-01 00:00:00")
	zoned, isText := b.value(b.cast("2024-02-29 13:14:15+00", "TIMESTAMP WITH TIME ZONE")).(string)
	if !isText || !strings.HasPrefix(zoned, "2024-0") {
		b.Errorf("a timestamp with time zone is %q, want text", zoned)
	}
}

func texts(b *bench) {
	for _, text := range []string{"", "plain", "it's", `"quoted"`, `back\slash`, "two\nlines\tand a tab", "é ß Ж", "NULL", "1", " "} {
		b.gives(b.cast(text, "VARCHAR"), text)
	}
	long := strings.Repeat("Ж", 100_000)
	if got := b.value(b.cast(long, "VARCHAR")); got != long {
		b.Error("a long text came back changed")
	}
}

// bytesAreText compares the bytes of a hash with the same hash in hexadecimal.
func bytesAreText(b *bench) {
	hash := func(dataType string) string {
		expression, err := b.engine.Dialect().Hash([]string{"'x'"}, "MD5", dataType)
		b.ok(err)
		text, _ := b.value(expression).(string)
		return text
	}
	got, want := hash("BINARY"), hash("VARCHAR")
	if len(want) != 32 || (got != `\x`+want && hexadecimal(got) != want) {
		b.Errorf("bytes are %q, want %s as text", got, want)
	}
}

// hexadecimal reads text in which some bytes stand for themselves and others are written as \xFF.
func hexadecimal(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if strings.HasPrefix(text[i:], `\x`) && len(text) >= i+4 {
			out.WriteString(strings.ToLower(text[i+2 : i+4]))
			i += 3
			continue
		}
		fmt.Fprintf(&out, "%02x", text[i])
	}
	return out.String()
}

func columnsOfAQuery(b *bench) {
	rows := b.open(b.engine).query("SELECT 1 AS one, 'x' AS \"Two Words\", TRUE AS \"é\" WHERE 1 = 2", 1)
	equal(b, columnNames(rows.Columns), "one|Two Words|é")
	for _, column := range rows.Columns {
		if column.Type == "" {
			b.Errorf("column %s has no type", column.Name)
		}
	}
	equal(b, len(rows.Values), 0)
}

func mixedRow(b *bench) {
	table := b.table("mixed")
	d := b.engine.Dialect()
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + table + " (a BOOLEAN, b BIGINT, c " + d.Type("DOUBLE") + ", d " + d.Type("DECIMAL(5,1)") + ", e DATE, f " +
		d.Type("VARCHAR") + ")")
	s.exec("INSERT INTO " + table + " VALUES (TRUE, 7, 0.5, 1.5, '2020-01-02', 'x')")
	s.exec("INSERT INTO " + table + " (a) VALUES (NULL)")
	rows := s.query("SELECT a, b, c, d, e, f FROM "+table+" ORDER BY b", 5) // both engines sort nulls last
	equal(b, rows.Values, [][]any{{true, int64(7), 0.5, "1.5", "2020-01-02", "x"}, {nil, nil, nil, nil, nil, nil}})
}
