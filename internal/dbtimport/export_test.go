package dbtimport

// CanFilterResult reports whether a filter at the end of a query selects the same rows of its result.
func CanFilterResult(before, qualifier, column string) bool {
	return canFilterResult(before, qualifier, column)
}
