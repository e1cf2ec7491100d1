package repository

// Merge brings two sides together.
func Merge(base, ours, theirs map[string][]byte, resolve map[string]string) (map[string][]byte, []Conflict) {
	merged, open := sides{base: base, ours: ours, theirs: theirs}.merge(resolve)
	about(open)
	return merged, open
}

// Compare gives the files that differ, with what they are about.
func Compare(before, after map[string][]byte) []Change {
	changes := compare(before, after)
	describe(changes)
	return changes
}
