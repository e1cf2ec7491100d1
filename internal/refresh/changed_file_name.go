package refresh

import (
	"slices"
	"strings"
)

// readsOutside reports whether the name of a function is that of one that reads data outside of its arguments.
func readsOutside(function string) bool {
	for _, beginning := range []string{"read_", "pg_read_", "pg_ls_", "parquet_", "sniff_", "st_read", "dblink", "lo_"} {
		if strings.HasPrefix(function, beginning) {
			return true
		}
	}
	if function == "jsonb_path_query" {
		return false // its query applies to one of its arguments
	}
	for _, ending := range []string{"_scan", "_query", "_to_xml", "_execute_serialized_sql"} {
		if strings.HasSuffix(function, ending) {
			return true
		}
	}
	return slices.Contains([]string{"glob", "query", "query_table"}, function)
}

// readsOnlyArguments reports whether a function in the position of a relation returns nothing but data of its arguments. Other
// functions may be macros that read anything. Some of the list are no relations: they follow the USING of PIVOT or of an index.
func readsOnlyArguments(function string) bool {
	return slices.Contains([]string{
		"flatten", "generate_series", "generate_subscripts", "json_array_elements", "json_array_elements_text", "json_each",
		"json_each_text", "json_populate_recordset", "json_to_record", "json_to_recordset", "json_tree", "jsonb_array_elements",
		"jsonb_array_elements_text", "jsonb_each", "jsonb_each_text", "jsonb_path_query", "jsonb_to_record", "jsonb_to_recordset",
		"range", "regexp_matches", "regexp_split_to_table", "repeat", "repeat_row", "string_to_table", "unnest", "values",
		"any_value", "avg", "count", "first", "last", "list", "max", "min", "string_agg", "sum",
		"brin", "btree", "gin", "gist", "hash",
	}, function)
}

// looksLikeFile reports whether a name may be that of a file. If there is no such table, DuckDB joins the parts of a name,
// quoted or not, and reads a file if the name ends in a known extension.
func looksLikeFile(parts []string) bool {
	if slices.ContainsFunc(parts, func(part string) bool { return strings.ContainsAny(part, `./\*?:[`) }) {
		return true
	}
	return len(parts) > 1 && slices.Contains([]string{
		"arrow", "arrows", "avro", "csv", "db", "ddb", "duckdb", "feather", "fgb", "geojson", "gpkg", "gpx", "gz", "ipc", "json", "jsonl",
		"kml", "ndjson", "orc", "parq", "parquet", "shp", "sqlite", "sqlite3", "tsv", "txt", "vortex", "xls", "xlsx", "xml", "zst",
	}, strings.ToLower(parts[len(parts)-1]))
}

// bare returns a name without its quotes.
func bare(word string) string {
	if len(word) < 2 || word[0] != '"' && word[0] != '`' {
		return word
	}
	quote := word[:1]
	return strings.ReplaceAll(word[1:len(word)-1], quote+quote, quote)
}
