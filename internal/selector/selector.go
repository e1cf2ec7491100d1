package selector

// Selector is a parsed selector. It is immutable. The zero value selects every node, as an empty text does.
type Selector struct {
	any []intersection // union
}

// intersection selects the nodes that all of its units select. It has at least one.
type intersection []unit

// unit is one pair of braces. The union of its alternatives is widened.
type unit struct {
	upstream   bool
	downstream bool
	any        []conjunction // more than one only if the text has OR inside the braces
	offset     int
}

// conjunction selects the nodes that match all of its terms. It has at least one.
type conjunction []term

// term is one condition.
type term struct {
	key    key
	value  pattern
	offset int
}

// IsEmpty reports whether the selector came from an empty text and so picks every node.
func (s Selector) IsEmpty() bool { return len(s.any) == 0 }
