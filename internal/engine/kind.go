package engine

// DefaultDatabase is the database of a storage location that no mapping names one for, by kind of engine. It is empty
// where names leave the database out.
func DefaultDatabase(kind string) string {
	if kind == "duckdb" {
		return "millrace"
	}
	return ""
}

// IsEmbedded reports whether an engine of a kind lives in one process, in the folder that this process owns.
func IsEmbedded(kind string) bool { return kind == "duckdb" }
