package portability

func dates() []function {
	return []function{
		{
			name: "DATEADD", arguments: 3,
			forms: forms{
				duckdb: "({3} + INTERVAL ({2}) {1})", postgres: "({3} + ({2}) * INTERVAL '1 {1}')", trino: "date_add('{1}', {2}, {3})", snowflake: same,
			},
			sample: []string{"day", "2", "TIMESTAMP '2024-02-28 00:00:00'"},
		},
		{
			name: "DATEDIFF", arguments: 3,
			forms: forms{duckdb: "date_diff('{1}', {2}, {3})", trino: "date_diff('{1}', {2}, {3})", snowflake: same},
			note:  "Subtract dates on PostgreSQL to get days; other units need EXTRACT.", sample: []string{"day", "DATE '2024-02-28'", "DATE '2024-03-01'"}, want: "2",
		},
		{
			name: "DATE_DIFF", arguments: 3, forms: forms{duckdb: same, trino: same},
			note: "Write DATEDIFF(unit, from, to) on Snowflake, with the unit without quotes. Subtract dates on PostgreSQL to get days.",
		},
		{name: "GETDATE", arguments: 0, forms: everywhere("CURRENT_TIMESTAMP"), sample: []string{}},
		{name: "SYSDATE", arguments: 0, forms: everywhere("CURRENT_TIMESTAMP"), sample: []string{}},
		{name: "CURRENT_TIMESTAMP", arguments: 0, forms: everywhere("CURRENT_TIMESTAMP"), sample: []string{}},
		{name: "CURRENT_DATE", arguments: 0, forms: forms{duckdb: same, postgres: "CURRENT_DATE", trino: "CURRENT_DATE", snowflake: same}, sample: []string{}},
		{
			name: "NOW", arguments: 0, forms: forms{duckdb: same, postgres: same, trino: same, snowflake: "CURRENT_TIMESTAMP()"}, sample: []string{},
		},
		{
			name: "LAST_DAY", arguments: 1,
			forms: forms{
				duckdb: same, postgres: "CAST(date_trunc('month', {1}) + INTERVAL '1 month' - INTERVAL '1 day' AS DATE)",
				trino: "last_day_of_month({1})", snowflake: same,
			},
			sample: []string{"DATE '2024-02-03'"}, want: "2024-02-29",
		},
		{
			name: "DAYNAME", arguments: 1,
			forms:  forms{duckdb: "strftime({1}, '%a')", postgres: "to_char({1}, 'Dy')", trino: "date_format({1}, '%a')", snowflake: same},
			sample: []string{"DATE '2024-02-03'"}, want: "Sat",
		},
		{
			name: "MONTHNAME", arguments: 1,
			forms:  forms{duckdb: "strftime({1}, '%b')", postgres: "to_char({1}, 'Mon')", trino: "date_format({1}, '%b')", snowflake: same},
			sample: []string{"DATE '2024-02-03'"}, want: "Feb",
		},
		{
			name: "EPOCH", arguments: 1,
			forms: forms{
				duckdb: same, postgres: "EXTRACT(EPOCH FROM {1})", trino: "to_unixtime({1})", snowflake: "DATE_PART(EPOCH_SECOND, {1})",
			},
			sample: []string{"TIMESTAMP '1970-01-01 00:01:00'"},
		},
		{
			name: "STRFTIME", arguments: 2, forms: forms{duckdb: same},
			note: "Write to_char on PostgreSQL and Snowflake and date_format on Trino, with their format letters.",
		},
		{
			name: "DATE_PART", arguments: 2, forms: forms{duckdb: same, postgres: same, snowflake: same},
			note: "Write EXTRACT(unit FROM value), which all engines have.",
		},
	}
}

// dateParts are functions such as YEAR. EXTRACT does the same everywhere.
func dateParts() []function {
	parts := map[string]string{"YEAR": "2024", "MONTH": "2", "DAY": "3", "QUARTER": "1", "HOUR": "4", "MINUTE": "5"}
	list := make([]function, 0, len(parts))
	for _, part := range []string{"YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE"} {
		list = append(list, function{
			name: part, arguments: 1, forms: forms{duckdb: same, postgres: "EXTRACT(" + part + " FROM {1})", trino: same, snowflake: same},
			sample: []string{"TIMESTAMP '2024-02-03 04:05:00'"}, want: parts[part],
		})
	}
	return list
}
