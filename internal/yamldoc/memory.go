package yamldoc

// memory allocates the nodes of a document in blocks.
type memory struct {
	first []Node // reused for the next document
	used  int    // number of nodes in use
	more  []Node // rest of a further block
}

// The size of a piece, in nodes.
const (
	maxFirstPiece = 4096
	furtherPiece  = 64
)

// prepare allocates for a document with this number of lines. Most lines are one node; an item that is a mapping is
// two.
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

// Reader parses documents one after the other in the same memory, for callers that read thousands. A document is
// invalid after the next one is read. A Reader is for one goroutine.
type Reader struct {
	memory memory
}

// Read parses a text and returns the whole document. Its error is a *SyntaxError.
func (r *Reader) Read(text string) (*Document, error) { return read(text, &r.memory) }
