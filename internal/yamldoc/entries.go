package yamldoc

// maxDuplicates is the maximum number of duplicate keys in a document.
const maxDuplicates = 100

// entries fills a mapping and ensures that its keys are unique.
type entries struct {
	mapping    *Node
	document   *Document
	count      int
	isUnsorted bool
	seen       map[string]struct{} // of a large mapping whose keys are not in order
}

// add appends an entry and removes an earlier one of the same key. It returns false if there are too many of those.
//
// Files that this program wrote have sorted keys: for these, comparing with the last key is enough.
func (e *entries) add(entry *Node) bool {
	if last := e.mapping.last; last != nil && !e.isUnsorted && entry.Key <= last.Key {
		e.isUnsorted = true
	}
	if e.isUnsorted && e.has(entry.Key) {
		return e.replace(entry)
	}
	e.mapping.Append(entry)
	e.count++
	if e.seen != nil {
		e.seen[entry.Key] = struct{}{}
	}
	return true
}

// has reports whether the mapping may have the key: surely, if it is large.
func (e *entries) has(key string) bool {
	if e.count < 32 {
		return true
	}
	if e.seen == nil {
		e.seen = make(map[string]struct{}, 2*e.count)
		for child := range e.mapping.Children() {
			e.seen[child.Key] = struct{}{}
		}
	}
	_, ok := e.seen[key]
	return ok
}

// replace appends an entry and removes the earlier one of the same key, if any.
func (e *entries) replace(entry *Node) bool {
	var before *Node
	for child := e.mapping.first; child != nil; before, child = child, child.next {
		if child.Key != entry.Key {
			continue
		}
		e.mapping.unlink(before, child)
		e.count--
		e.document.Duplicates = append(e.document.Duplicates, Duplicate{
			Key: entry.Key, Line: entry.KeyLine, Column: entry.KeyColumn, FirstLine: child.KeyLine,
		})
		break
	}
	e.mapping.Append(entry)
	e.count++
	return len(e.document.Duplicates) <= maxDuplicates
}
