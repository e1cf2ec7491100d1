package workspace_test

import (
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/workspace"
)

func TestTreeIsFileSystem(t *testing.T) {
	t.Parallel()
	files := map[string]workspace.File{"data.yml": {Content: []byte("a: 1\n")}, "nodes/A-B.sql": {}, "nodeTypes/X-1/run.sql.j2": {Content: []byte("x")}}
	if err := fstest.TestFS(workspace.NewTree(files), "data.yml", "nodes/A-B.sql", "nodeTypes/X-1/run.sql.j2"); err != nil {
		t.Error(err)
	}
}
