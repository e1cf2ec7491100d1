package execute

// IsLook reports whether a statement is sure to change nothing.
func IsLook(statement string) bool { return isLook(statement) }
