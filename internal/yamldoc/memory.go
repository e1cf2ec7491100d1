package yamldoc

// memory is where the nodes of a document are made, many at a time.
type memory struct {
	first []Node // used again for the next document
	used  int    // how many of them this document has
	more  []Node // what is left of a further piece
}

// The size of a piece, in nodes.
const (
	maxFirstPiece = 4096
	furtherPiece  = 64
)

// prepare makes room for a document of so many lines. Most lines are one node; an item that is a mapping is two.
func (m *memory) prepare(lines int) {
	clear(m.first[:m.used])
	m.used, m.more = 0, nil
	if need := min(lines+lines/4+4, maxFirstPiece); len(m.first) < need {
		m.first = make([]Node, need)
	}
}

func (m *memory) newNode() *Node {
	if m.used < len(m.first) {
		m.used++
		return &m.first[m.used-1]
	}
	if len(m.more) == 0 {
		m.more = make([]Node, furtherPiece)
	}
	n := &m.more[0]
	m.more = m.more[1:]
	return n
}

// Reader reads documents one after the other in the same memory, for those who read thousands. A document is gone when
// the next one is read. A Reader is for one goroutine.
type Reader struct {
	memory memory
}

// Read reads a text with all there is to know about it. Its error is a *SyntaxError.
func (r *Reader) Read(text string) (*Document, error) { return read(text, &r.memory) }
