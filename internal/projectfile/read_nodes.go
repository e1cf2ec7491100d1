package projectfile

import (
	"errors"
	"io/fs"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// The folders of the project that nodes, jobs and subgraphs are in.
const (
	NodesFolder        = nodesFolder
	JobsFolder         = jobsFolder
	SubgraphsFolder    = subgraphsFolder
	EnvironmentsFolder = environmentsFolder
)

// ReadNodes reads single nodes of a project that is already loaded. A deleted file returns no node.
func ReadNodes(fsys fs.FS, files []string, types *nodetype.Catalog) ([]*transform.Node, []diagnostic.Diagnostic) {
	f := &finder{fsys: fsys, options: Options{}.withDefaults()}
	own := newReaderPool()
	var nodes []*transform.Node
	var found []diagnostic.Diagnostic
	for _, file := range files {
		if _, err := fs.Stat(fsys, file); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		from := f.read(task{kind: nodeKind, path: file}, own)
		found = append(found, from.found...)
		n, ok := from.value.(*transform.Node)
		if !ok {
			continue
		}
		found = append(found, applyType(types, n)...)
		nodes = append(nodes, n)
	}
	return nodes, found
}
