package projectfile

// pieces allocates short lists as parts of longer ones, because most files have many lists of one item. Parts never
// overlap.
type pieces[V any] struct{ left []V }

// take returns a list of length zero values. likely is the expected total length of all lists of the file.
func (p *pieces[V]) take(length, likely int) []V {
	if length > len(p.left) {
		p.left = make([]V, max(length, likely))
	}
	taken := p.left[:length:length]
	p.left = p.left[length:]
	return taken
}
