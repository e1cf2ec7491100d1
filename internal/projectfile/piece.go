package projectfile

// pieces gives out short lists that are cut from longer ones, because most files have many lists of one item. What was
// given out is never given out again.
type pieces[V any] struct{ left []V }

// take returns a list of so many zero values. A new piece is as long as the caller thinks that all lists of the file are
// together.
func (p *pieces[V]) take(length, likely int) []V {
	if length > len(p.left) {
		p.left = make([]V, max(length, likely))
	}
	taken := p.left[:length:length]
	p.left = p.left[length:]
	return taken
}
