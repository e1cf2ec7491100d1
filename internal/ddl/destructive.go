package ddl

import "slices"

// IsDestructive reports whether the text of a statement deletes rows, columns or a whole object. Comments and line breaks do
// not hide that. It does not see what a procedure does.
func IsDestructive(statement string) bool {
	r := newReader(statement)
	switch r.word() {
	case "DROP", "TRUNCATE", "DELETE":
		return true
	case "WITH":
		return r.hasWord("DELETE")
	case "CREATE":
		return r.replacesTable()
	case "ALTER":
		r.at++
		return r.dropsOrRetypesColumn()
	default:
		return false
	}
}

// replacesTable reports whether the statement begins with CREATE OR REPLACE TABLE. It is false for a view, which has no rows,
// and for a temporary table, whose rows are not kept anyway.
func (r *reader) replacesTable() bool {
	if !r.take("CREATE") || !r.take("OR") || !r.take("REPLACE") {
		return false
	}
	r.skipAny("TRANSIENT", "UNLOGGED", "EXTERNAL", "DYNAMIC", "HYBRID", "ICEBERG")
	return r.word() == "TABLE"
}

// dropsOrRetypesColumn reports whether what follows ALTER drops a column of a table or changes a type.
func (r *reader) dropsOrRetypesColumn() bool {
	r.skipAny("TRANSIENT", "EXTERNAL", "FOREIGN", "ICEBERG")
	if !r.take("TABLE") {
		return false
	}
	for i := r.at; i < len(r.tokens); i++ {
		switch r.wordAt(i) {
		case "TYPE":
			return true
		case "DROP":
			if !slices.Contains([]string{"NOT", "DEFAULT", "CONSTRAINT", "IDENTITY", "EXPRESSION"}, r.wordAt(i+1)) {
				return true
			}
		}
	}
	return false
}
