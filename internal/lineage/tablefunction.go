package lineage

import "strings"

// functionColumns returns the columns of a table function that produces rows from its arguments alone, as far as they
// have fixed names. The text does not contain the columns of other functions, such as those that read files.
func functionColumns(function string) (columns []string, isKnown bool) {
	switch function {
	case "FLATTEN":
		return []string{"SEQ", "KEY", "PATH", "INDEX", "VALUE", "THIS"}, true
	case "JSON_EACH", "JSON_TREE", "JSONB_EACH":
		return []string{"key", "value"}, true
	case "UNNEST", "GENERATE_SERIES", "RANGE", "EXPLODE", "GENERATE_SUBSCRIPTS",
		"JSON_ARRAY_ELEMENTS", "JSONB_ARRAY_ELEMENTS", "JSON_ARRAY_ELEMENTS_TEXT", "JSONB_ARRAY_ELEMENTS_TEXT",
		"REGEXP_SPLIT_TO_TABLE", "STRING_TO_TABLE", "SPLIT_TO_TABLE", "SEQUENCE", "GENERATOR":
		return nil, true
	default:
		return nil, false
	}
}

// widened returns the table with capacity for n columns, each like the given one.
func (t table) widened(n int, like *field) table {
	for len(t.fields) < n {
		t.fields = append(t.fields, *like)
	}
	return t
}

// makesRows reports whether an expression of a select list produces several rows from one.
func makesRows(text string) bool {
	const shortest = len("UNNEST(x)")
	if len(text) < shortest {
		return false
	}
	upper := strings.ToUpper(text)
	return strings.Contains(upper, "UNNEST(") || strings.Contains(upper, "EXPLODE(") || strings.Contains(upper, "UNNEST (")
}
