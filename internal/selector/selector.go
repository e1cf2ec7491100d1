package selector

// Selector is a parsed selector. It never changes. The zero value picks every node, as an empty text does.
type Selector struct {
	any []intersection // what any of them picks
}

// intersection picks what all of its units pick. It has at least one.
type intersection []unit

// unit is one pair of braces. What the alternatives pick is taken together, then widened.
type unit struct {
	upstream   bool
	downstream bool
	any        []conjunction // more than one only when the text has OR inside the braces
	offset     int
}

// conjunction picks the nodes that meet all of its terms. It has at least one.
type conjunction []term

// term is one condition.
type term struct {
	key    key
	value  pattern
	offset int
}

// IsEmpty reports whether the selector came from an empty text and so picks every node.
func (s Selector) IsEmpty() bool { return len(s.any) == 0 }
