package refresh

// ReadsFile reports whether a statement seems to read a file by itself, in an engine that reads files by their names. The
// tables are names of nodes as SQL has them.
func ReadsFile(statement string, tables ...string) bool {
	search := fileSearch{tables: map[string]bool{}, byName: true}
	for _, table := range tables {
		search.tables[table] = true
	}
	return search.in(statement)
}

// ReadsForeign is ReadsFile for an engine that does not.
func ReadsForeign(statement string) bool { return fileSearch{}.in(statement) }
