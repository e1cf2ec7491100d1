package apptest

import (
	"os"
	"testing"

	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

// Main runs the tests of a package that starts platforms: the test program is also the child process of their DuckDB. Call it
// in TestMain.
func Main(m *testing.M) {
	duckdbprocess.RunAsChild()
	os.Exit(m.Run())
}
