package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

var subgraphFields = fields[transform.Subgraph]{
	"fileVersion": version[transform.Subgraph](1),
	"type":        constant[transform.Subgraph]("Subgraph"),
	"id":          text(func(s *transform.Subgraph) *transform.SubgraphID { return &s.ID }),
	"name":        textAt(func(s *transform.Subgraph) (*string, *diagnostic.Position) { return &s.Name, &s.At }),
	"steps":       texts(func(s *transform.Subgraph) *[]transform.NodeID { return &s.Steps }),
}

// ParseSubgraph reads a file of subgraphs/.
func ParseSubgraph(path, content string) (transform.Subgraph, []diagnostic.Diagnostic) {
	r := newReader(path)
	s := r.subgraph(content)
	return s, r.found
}

func (r *reader) subgraph(content string) transform.Subgraph {
	s := transform.Subgraph{File: r.file}
	if root := r.document(content).Root; root != nil {
		readFields(r, &s, root, subgraphFields)
		r.need(root, "id", "name")
	}
	return s
}

// WriteSubgraph merges a subgraph into its file in subgraphs/; original is nil for a new file.
func WriteSubgraph(s *transform.Subgraph, original []byte) ([]byte, error) {
	return writeDocument(s, original, subgraphFields)
}
