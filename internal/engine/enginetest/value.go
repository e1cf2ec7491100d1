package enginetest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

func valueCases() cases {
	return cases{
		"null is nil":                     func(f *fixture) { f.returns("CAST(NULL AS INTEGER)", nil) },
		"a null text is nil":              func(f *fixture) { f.returns("CAST(NULL AS "+f.engine.Dialect().Type("VARCHAR")+")", nil) },
		"booleans are booleans":           booleans,
		"integers are exact":              integers,
		"floats are numbers":              floats,
		"floats that JSON lacks are text": floatsBeyondJSON,
		"decimals are exact text":         decimals,
		"dates are text":                  func(f *fixture) { f.returns("CAST('2024-02-29' AS DATE)", "2024-02-29") },
		"times are text":                  func(f *fixture) { f.returns("CAST('13:14:15' AS TIME)", "13:14:15") },
		"timestamps are text":             timestamps,
		"text is text":                    texts,
		"bytes are text":                  bytesAreText,
		"columns have names and types":    columnsOfAQuery,
		"one row has every type":          mixedRow,
	}
}

// returns checks the value of an expression.
func (f *fixture) returns(expression string, want any) {
	f.Helper()
	equal(f, f.value(expression), want)
}

func (f *fixture) value(expression string) any {
	f.Helper()
	rows := f.open(f.engine).query("SELECT "+expression+" AS v", 10)
	if len(rows.Values) != 1 || len(rows.Values[0]) != 1 || rows.More {
		f.Fatalf("SELECT %s gave %+v, want one value", expression, rows)
	}
	return rows.Values[0][0]
}

// cast returns an expression of a type in the notation of projects.
func (f *fixture) cast(text, dataType string) string {
	d := f.engine.Dialect()
	return d.Cast(d.Literal(text), dataType)
}

func booleans(f *fixture) {
	f.returns("TRUE", true)
	f.returns("FALSE", false)
	f.returns("1 = 2", false)
}

func integers(f *fixture) {
	for _, n := range []int64{0, -1, 1 << 53, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		f.returns(f.cast(strconv.FormatInt(n, 10), "BIGINT"), n)
	}
	f.returns(f.cast("-32768", "SMALLINT"), int64(-32768))
	f.returns(f.cast("2147483647", "INTEGER"), int64(2147483647))
	f.returns("(SELECT count(*) FROM (SELECT 1 AS one UNION ALL SELECT 2) AS two)", int64(2))
}

func floats(b *fixture) {
	for _, f := range []float64{0, -1.5, 0.1, 1e300, -math.SmallestNonzeroFloat64, math.MaxFloat64} {
		b.returns(b.cast(fmt.Sprint(f), "DOUBLE"), f)
	}
	b.returns(b.cast("1.5", "REAL"), 1.5)
}

func floatsBeyondJSON(f *fixture) {
	for text, want := range map[string]string{"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"} {
		for _, dataType := range []string{"DOUBLE", "REAL"} {
			got, isText := f.value(f.cast(text, dataType)).(string)
			if !isText || !strings.HasPrefix(strings.ToLower(got), want) {
				f.Errorf("%s as %s is %q, want text that begins with %s", text, dataType, got, want)
			}
		}
	}
}

func decimals(f *fixture) {
	f.returns(f.cast("12.50", "DECIMAL(10,2)"), "12.50")
	f.returns(f.cast("-0.05", "DECIMAL(10,2)"), "-0.05")
	f.returns(f.cast("0", "DECIMAL(10,3)"), "0.000")
	f.returns(f.cast("12345678901234567890123456789012345678", "DECIMAL(38,0)"), "12345678901234567890123456789012345678")
	f.returns(f.cast("1.2345678901234567890123456789012345678", "DECIMAL(38,37)"), "1.2345678901234567890123456789012345678")
}

func timestamps(f *fixture) {
	f.returns(f.cast("2024-02-29 13:14:15.123456", "TIMESTAMP"), "2024-02-29 13:14:15.123456")
	f.returns(f.cast("2024-02-29 13:14:15", "TIMESTAMP"), "2024-02-29 13:14:15")
	f.returns(f.cast("1901-01-01 00:00:00", "TIMESTAMP"), "1901-01-01 00:00:00")
	zoned, isText := f.value(f.cast("2024-02-29 13:14:15+00", "TIMESTAMP WITH TIME ZONE")).(string)
	if !isText || !strings.HasPrefix(zoned, "2024-0") {
		f.Errorf("a timestamp with time zone is %q, want text", zoned)
	}
}

func texts(f *fixture) {
	for _, text := range []string{"", "plain", "it's", `"quoted"`, `back\slash`, "two\nlines\tand a tab", "é ß Ж", "NULL", "1", " "} {
		f.returns(f.cast(text, "VARCHAR"), text)
	}
	long := strings.Repeat("Ж", 100_000)
	if got := f.value(f.cast(long, "VARCHAR")); got != long {
		f.Error("a long text came back changed")
	}
}

// bytesAreText compares the bytes of a hash with the same hash in hexadecimal.
func bytesAreText(f *fixture) {
	hash := func(dataType string) string {
		expression, err := f.engine.Dialect().Hash([]string{"'x'"}, "MD5", dataType)
		f.ok(err)
		text, _ := f.value(expression).(string)
		return text
	}
	got, want := hash("BINARY"), hash("VARCHAR")
	if len(want) != 32 || (got != `\x`+want && hexadecimal(got) != want) {
		f.Errorf("bytes are %q, want %s as text", got, want)
	}
}

// hexadecimal parses text in which bytes are characters or \xFF escapes.
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

func columnsOfAQuery(f *fixture) {
	rows := f.open(f.engine).query("SELECT 1 AS one, 'x' AS \"Two Words\", TRUE AS \"é\" WHERE 1 = 2", 1)
	equal(f, columnNames(rows.Columns), f.folded("one")+"|Two Words|é")
	for _, column := range rows.Columns {
		if column.Type == "" {
			f.Errorf("column %s has no type", column.Name)
		}
	}
	equal(f, len(rows.Values), 0)
}

func mixedRow(f *fixture) {
	table := f.table("mixed")
	d := f.engine.Dialect()
	s := f.open(f.engine)
	s.exec("CREATE TABLE " + table + " (a BOOLEAN, b BIGINT, c " + d.Type("DOUBLE") + ", d " + d.Type("DECIMAL(5,1)") + ", e DATE, f " +
		d.Type("VARCHAR") + ")")
	s.exec("INSERT INTO " + table + " VALUES (TRUE, 7, 0.5, 1.5, '2020-01-02', 'x')")
	s.exec("INSERT INTO " + table + " (a) VALUES (NULL)")
	rows := s.query("SELECT a, b, c, d, e, f FROM "+table+" ORDER BY b", 5) // both engines sort nulls last
	equal(f, rows.Values, [][]any{{true, int64(7), 0.5, "1.5", "2020-01-02", "x"}, {nil, nil, nil, nil, nil, nil}})
}
