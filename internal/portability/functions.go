package portability

// Forms of several functions.
const (
	caseWhen   = "CASE WHEN {1} THEN {2} ELSE {3} END"
	coalesce   = "COALESCE({1}, {2})"
	tryNumber  = "TRY_CAST({1} AS DECIMAL(38, 0))"
	castText   = "CAST({1} AS VARCHAR)"
	castNumber = "CAST({1} AS DECIMAL(38, 0))"
	castDate   = "CAST({1} AS DATE)"
	castMoment = "CAST({1} AS TIMESTAMP)"
	noTry      = "PostgreSQL has no conversion that returns NULL for a text that it cannot convert. Test the text first, with CASE and a regular expression."
)

// everywhere is a form that does the same on all engines but Snowflake, which has the function.
func everywhere(form string) forms {
	return forms{duckdb: form, postgres: form, trino: form, snowflake: same}
}

// functions lists the functions that not every engine has in the same form.
func functions() []function {
	var all []function
	for _, group := range [][]function{conditions(), conversions(), dates(), dateParts(), texts(), patterns(), aggregates(), others()} {
		all = append(all, group...)
	}
	return all
}

func conditions() []function {
	return []function{
		{name: "IFF", arguments: 3, forms: everywhere(caseWhen), sample: []string{"1 > 2", "'a'", "'b'"}, want: "b"},
		{
			name: "IF", arguments: 3, forms: forms{duckdb: same, postgres: caseWhen, trino: same, snowflake: "IFF({1}, {2}, {3})"},
			sample: []string{"1 > 2", "'a'", "'b'"}, want: "b",
		},
		{name: "NVL", arguments: 2, forms: everywhere(coalesce), sample: []string{"NULL", "7"}, want: "7"},
		{
			name: "IFNULL", arguments: 2, forms: forms{duckdb: same, postgres: coalesce, trino: coalesce, snowflake: same},
			sample: []string{"NULL", "7"}, want: "7",
		},
		{
			name: "NVL2", arguments: 3, forms: everywhere("CASE WHEN {1} IS NOT NULL THEN {2} ELSE {3} END"),
			sample: []string{"NULL", "'a'", "'b'"}, want: "b",
		},
		{name: "ZEROIFNULL", arguments: 1, forms: everywhere("COALESCE({1}, 0)"), sample: []string{"CAST(NULL AS INTEGER)"}, want: "0"},
		{name: "NULLIFZERO", arguments: 1, forms: everywhere("NULLIF({1}, 0)"), sample: []string{"5"}, want: "5"},
		{name: "DIV0", arguments: 2, forms: everywhere("CASE WHEN {2} = 0 THEN 0 ELSE {1} / {2} END"), sample: []string{"4", "0"}},
		{
			name: "EQUAL_NULL", arguments: 2, forms: everywhere("({1} IS NOT DISTINCT FROM {2})"),
			sample: []string{"CAST(NULL AS INTEGER)", "CAST(NULL AS INTEGER)"}, want: "true",
		},
		{name: "DECODE", arguments: -1, forms: everywhere(""), note: "Write CASE WHEN … THEN … ELSE … END."},
	}
}

func conversions() []function {
	return []function{
		{name: "TO_VARCHAR", arguments: 1, forms: everywhere(castText), sample: []string{"12"}, want: "12"},
		{name: "TO_CHAR", arguments: 1, forms: everywhere(castText), sample: []string{"12"}, want: "12"},
		{
			name: "TO_CHAR", arguments: 2, forms: forms{postgres: same, snowflake: same},
			note: "Write strftime on DuckDB and date_format on Trino, with their format letters.",
		},
		{name: "TO_NUMBER", arguments: 1, forms: everywhere(castNumber), sample: []string{"'12'"}, want: "12"},
		{name: "TO_DECIMAL", arguments: 1, forms: everywhere(castNumber), sample: []string{"'12'"}, want: "12"},
		{name: "TO_DOUBLE", arguments: 1, forms: everywhere("CAST({1} AS DOUBLE PRECISION)").with("CAST({1} AS DOUBLE)"), sample: []string{"'2'"}},
		{name: "TO_BOOLEAN", arguments: 1, forms: everywhere("CAST({1} AS BOOLEAN)"), sample: []string{"'true'"}, want: "true"},
		{name: "TO_DATE", arguments: 1, forms: everywhere(castDate), sample: []string{"'2024-02-03'"}, want: "2024-02-03"},
		{
			name: "TO_DATE", arguments: 2, forms: forms{postgres: same, snowflake: same},
			note: "Write strptime on DuckDB and date_parse on Trino, with their format letters.",
		},
		{name: "TO_TIMESTAMP_NTZ", arguments: 1, forms: everywhere(castMoment), sample: []string{"'2024-02-03 04:05:06'"}},
		{
			name: "TRY_CAST", arguments: -1, forms: forms{duckdb: same, trino: same, snowflake: same}, note: noTry,
		},
		{
			name: "TRY_TO_DATE", arguments: 1, note: noTry,
			forms:  forms{duckdb: "TRY_CAST({1} AS DATE)", trino: "TRY_CAST({1} AS DATE)", snowflake: same},
			sample: []string{"'2024-02-03'"}, want: "2024-02-03",
		},
		{
			name: "TRY_TO_NUMBER", arguments: 1, forms: forms{duckdb: tryNumber, trino: tryNumber, snowflake: same}, note: noTry,
			sample: []string{"'12'"}, want: "12",
		},
		{
			name: "TRY_TO_DECIMAL", arguments: 1, forms: forms{duckdb: tryNumber, trino: tryNumber, snowflake: same}, note: noTry,
			sample: []string{"'12'"}, want: "12",
		},
		{
			name: "TRY_TO_TIMESTAMP", arguments: 1, note: noTry,
			forms:  forms{duckdb: "TRY_CAST({1} AS TIMESTAMP)", trino: "TRY_CAST({1} AS TIMESTAMP)", snowflake: same},
			sample: []string{"'2024-02-03 04:05:06'"},
		},
		{
			name: "PARSE_JSON", arguments: 1,
			forms:  forms{duckdb: "CAST({1} AS JSON)", postgres: "CAST({1} AS JSONB)", trino: "json_parse({1})", snowflake: same},
			sample: []string{"'1'"},
		},
	}
}

// with returns the forms with another one for DuckDB and Trino.
func (f forms) with(form string) forms {
	f.duckdb, f.trino = form, form
	return f
}

func others() []function {
	return []function{
		{name: "SQUARE", arguments: 1, forms: everywhere("(({1}) * ({1}))"), sample: []string{"3"}, want: "9"},
		{
			name: "MD5", arguments: 1, forms: forms{duckdb: same, postgres: same, trino: "lower(to_hex(md5(to_utf8({1}))))", snowflake: same},
			sample: []string{"'a'"}, want: "0cc175b9c0f1b6a831c399e269772661",
		},
		{
			name: "SHA2", arguments: 1,
			forms: forms{
				duckdb: "sha256({1})", postgres: "encode(sha256(convert_to({1}, 'UTF8')), 'hex')", trino: "lower(to_hex(sha256(to_utf8({1}))))",
				snowflake: same,
			},
			sample: []string{"'a'"}, want: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
		},
		{
			name: "GEN_RANDOM_UUID", arguments: 0, forms: forms{duckdb: same, postgres: same, trino: "uuid()", snowflake: "UUID_STRING()"},
			sample: []string{},
		},
		{
			name: "UUID_STRING", arguments: 0, forms: forms{duckdb: "gen_random_uuid()", postgres: "gen_random_uuid()", trino: "uuid()", snowflake: same},
			sample: []string{},
		},
		{
			name: "GENERATE_SERIES", arguments: -1, forms: forms{duckdb: same, postgres: same},
			note: "Write UNNEST(sequence(start, end)) on Trino, and a table of GENERATOR on Snowflake.",
		},
		{name: "FLATTEN", arguments: -1, forms: forms{snowflake: same}, note: "Write UNNEST on DuckDB and Trino, and jsonb_array_elements on PostgreSQL."},
		{
			name: "OBJECT_CONSTRUCT", arguments: -1, forms: forms{snowflake: same},
			note: "Write json_object on DuckDB and Trino, and jsonb_build_object on PostgreSQL.",
		},
		{name: "HASH", arguments: -1, forms: forms{duckdb: same, snowflake: same}, note: "The values of hash functions differ between engines. Use MD5 of a text."},
	}
}
