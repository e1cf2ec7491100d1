package portability

const wholePattern = "REGEXP_LIKE of Snowflake matches the whole text, elsewhere a part of it: write ^ and $."

func texts() []function {
	return []function{
		{
			name: "LEN", arguments: 1, forms: forms{duckdb: same, postgres: "length({1})", trino: "length({1})", snowflake: same},
			sample: []string{"'abc'"}, want: "3",
		},
		{
			name: "CHARINDEX", arguments: 2, forms: everywhere("strpos({2}, {1})"), sample: []string{"'c'", "'abc'"}, want: "3",
		},
		{
			name: "STRPOS", arguments: 2, forms: forms{duckdb: same, postgres: same, trino: same, snowflake: "POSITION({2}, {1})"},
			sample: []string{"'abc'", "'c'"}, want: "3",
		},
		{
			name: "CONTAINS", arguments: 2, forms: forms{duckdb: same, postgres: "(strpos({1}, {2}) > 0)", trino: "(strpos({1}, {2}) > 0)", snowflake: same},
			sample: []string{"'abc'", "'b'"}, want: "true",
		},
		{name: "STARTSWITH", arguments: 2, forms: everywhere("starts_with({1}, {2})"), sample: []string{"'abc'", "'ab'"}, want: "true"},
		{
			name: "STARTS_WITH", arguments: 2, forms: forms{duckdb: same, postgres: same, trino: same, snowflake: "STARTSWITH({1}, {2})"},
			sample: []string{"'abc'", "'ab'"}, want: "true",
		},
		{
			name: "ENDSWITH", arguments: 2,
			forms: forms{
				duckdb: "ends_with({1}, {2})", postgres: "(right({1}, length({2})) = {2})",
				trino: "(length({1}) >= length({2}) AND substr({1}, length({1}) - length({2}) + 1) = {2})", snowflake: same,
			},
			sample: []string{"'abc'", "'bc'"}, want: "true",
		},
		{
			name: "LEFT", arguments: 2, forms: forms{duckdb: same, postgres: same, trino: "substr({1}, 1, {2})", snowflake: same},
			sample: []string{"'abc'", "2"}, want: "ab",
		},
		{
			name: "RIGHT", arguments: 2,
			forms:  forms{duckdb: same, postgres: same, trino: "substr({1}, greatest(length({1}) - {2}, 0) + 1)", snowflake: same},
			sample: []string{"'abc'", "2"}, want: "bc",
		},
		{
			name: "INITCAP", arguments: 1, forms: forms{postgres: same, snowflake: same},
			note: "DuckDB and Trino have no such function. Join upper of the first letter and lower of the rest.",
		},
	}
}

func patterns() []function {
	return []function{
		{
			name: "REGEXP_SUBSTR", arguments: 2,
			forms: forms{
				duckdb: "NULLIF(regexp_extract({1}, {2}), '')", postgres: "substring({1} FROM {2})", trino: "regexp_extract({1}, {2})", snowflake: same,
			},
			sample: []string{"'a12b'", "'[0-9]+'"}, want: "12",
		},
		{
			name: "REGEXP_EXTRACT", arguments: 2,
			forms:  forms{duckdb: same, postgres: "substring({1} FROM {2})", trino: same, snowflake: "REGEXP_SUBSTR({1}, {2})"},
			sample: []string{"'a12b'", "'[0-9]+'"}, want: "12",
		},
		{
			name: "REGEXP_LIKE", arguments: 2,
			forms:  forms{duckdb: "regexp_matches({1}, {2})", postgres: "({1} ~ {2})", trino: same, snowflake: same},
			sample: []string{"'a12b'", "'^a.*b$'"}, want: "true", note: wholePattern,
		},
		{
			name: "REGEXP_MATCHES", arguments: 2,
			forms: forms{duckdb: same, postgres: "({1} ~ {2})", trino: "regexp_like({1}, {2})"}, note: wholePattern,
			sample: []string{"'a12b'", "'[0-9]+'"}, want: "true",
		},
		{
			name: "REGEXP_COUNT", arguments: 2,
			forms: forms{
				duckdb: "len(regexp_extract_all({1}, {2}))", postgres: "(SELECT count(*) FROM regexp_matches({1}, {2}, 'g'))", trino: same, snowflake: same,
			},
			sample: []string{"'a12b3'", "'[0-9]'"}, want: "3",
		},
	}
}

func aggregates() []function {
	return []function{
		{
			name: "LISTAGG", arguments: 2,
			forms: forms{
				duckdb: same, postgres: "string_agg({1}, {2})", trino: "LISTAGG({1}, {2}) WITHIN GROUP (ORDER BY {1})", snowflake: same,
			},
			sample: []string{"t", "'-'"}, want: "a-b",
		},
		{
			name: "STRING_AGG", arguments: 2,
			forms:  forms{duckdb: same, postgres: same, trino: "LISTAGG({1}, {2}) WITHIN GROUP (ORDER BY {1})", snowflake: "LISTAGG({1}, {2})"},
			sample: []string{"t", "'-'"}, want: "a-b",
		},
		{
			name: "MEDIAN", arguments: 1,
			forms:  forms{duckdb: same, postgres: "percentile_cont(0.5) WITHIN GROUP (ORDER BY {1})", trino: "approx_percentile({1}, 0.5)", snowflake: same},
			sample: []string{"CAST(x AS DOUBLE PRECISION)"},
		},
		{
			name: "ANY_VALUE", arguments: 1, forms: forms{duckdb: same, postgres: "min({1})", trino: same, snowflake: same},
			sample: []string{"7"}, want: "7",
		},
		{
			name: "COUNT_IF", arguments: 1, forms: forms{duckdb: same, postgres: "count(*) FILTER (WHERE {1})", trino: same, snowflake: same},
			sample: []string{"x > 1"}, want: "1",
		},
		{
			name: "BOOLOR_AGG", arguments: 1, forms: everywhere("bool_or({1})"), sample: []string{"x > 1"}, want: "true",
		},
		{
			name: "BOOL_OR", arguments: 1, forms: forms{duckdb: same, postgres: same, trino: same, snowflake: "BOOLOR_AGG({1})"},
			sample: []string{"x > 1"}, want: "true",
		},
		{
			name: "APPROX_COUNT_DISTINCT", arguments: 1,
			forms:  forms{duckdb: same, postgres: "count(DISTINCT {1})", trino: "approx_distinct({1})", snowflake: same},
			sample: []string{"x"}, want: "2",
		},
	}
}
