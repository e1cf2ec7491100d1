package singlesignon_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// The public compliance test finds no error. test/with-scim-tester installs it.
func TestSCIMCompliance(t *testing.T) {
	t.Parallel()
	python := os.Getenv("MILLRACE_TEST_SCIM_PYTHON")
	if python == "" {
		t.Skip("scim2-tester is not installed: run test/with-scim-tester go test ./test/singlesignon")
	}
	c := newSCIM(t, apptest.Database{})
	check := exec.CommandContext(t.Context(), python, filepath.Join("..", "scim", "check.py"), c.URL+"/scim/v2", c.token)
	printed, err := check.CombinedOutput()
	if err != nil {
		t.Errorf("%v:\n%s", err, printed)
	}
	t.Logf("%s", printed)
}
