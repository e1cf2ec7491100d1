package snapshot

import (
	"context"
	"path"
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/transform"
)

// maxSourceBytes limits the text of a node's file.
const maxSourceBytes = 1 << 20

// NodeFile is the file that defines a node.
type NodeFile struct{ Path, Text string }

// NodeFile returns the file of a node in a project snapshot: the one that contains its id or, for a node without an id,
// the one that is its id. It reads the files of nodes only, and compiles nothing.
func (p *Compiler) NodeFile(ctx context.Context, organization ids.Organization, snapshot string, node transform.NodeID) (NodeFile, error) {
	files, err := p.open(ctx, organization, snapshot)
	if err != nil {
		return NodeFile{}, err
	}
	isID, err := regexp.Compile(`(?m)^\s*(@id\(["']` + regexp.QuoteMeta(string(node)) + `["']\)|id:\s*["']?` + regexp.QuoteMeta(string(node)) + `["']?\s*$)`)
	if err != nil {
		return NodeFile{}, err
	}
	for _, file := range files.File {
		if path.Dir(file.Name) != "nodes" || file.UncompressedSize64 > maxSourceBytes {
			continue
		}
		if strings.HasPrefix(string(node), "nodes/") && file.Name != string(node) {
			continue
		}
		text, err := contentOf(file)
		if err != nil {
			return NodeFile{}, err
		}
		if file.Name == string(node) || isID.Match(text) {
			return NodeFile{Path: file.Name, Text: string(text)}, nil
		}
	}
	return NodeFile{}, fault.New(fault.NotFound, "the project of the run has no file of node %.100s", node).
		WithHint("Files over %d kB are not shown. Open the node in a workspace.", maxSourceBytes>>10)
}
