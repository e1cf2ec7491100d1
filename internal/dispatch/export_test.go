package dispatch

// ReadsFile reports whether a statement seems to read a file by itself.
func ReadsFile(statement string) bool { return readsFile(statement) }
