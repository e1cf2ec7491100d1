package difference

import "github.com/millrace/millrace/internal/sqltext"

// Convert is for tests: what becomes of values that get another type, in a word.
func Convert(from, to string) string {
	return map[conversion]string{lossless: "lossless", risky: "risky", impossible: "impossible"}[convert(from, to)]
}

// ReadTable is for tests: the columns of a statement that makes a table, and whether it is one.
func ReadTable(statement string) (columns []string, ok bool) {
	table, ok := readTable(statement)
	for _, c := range table.columns {
		columns = append(columns, c.name)
	}
	return columns, ok
}

// IsDestroying is for tests: whether a statement says by itself that it takes something away.
func IsDestroying(statement string) bool { return isDestroying(statement) }

// Fills is for tests: whether a statement puts rows into the table T, making it or not.
func Fills(statement string) bool { return fills(statement, `"T"`) }

// Plain is for tests: a statement that makes the object of a name without replacing one, and whether it is needed at all.
func Plain(statement, name string) (text string, isNeeded bool) {
	return plain(statement, sqltext.Canonical(name))
}
