package sqltext_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files") //nolint:gochecknoglobals // a flag of the test

// golden runs a case for each .sql file of a folder and compares the printed result with the .golden file next to it.
func golden(t *testing.T, folder string, printed func(text string) string) {
	t.Helper()
	inputs, err := filepath.Glob(filepath.Join("testdata", folder, "*.sql"))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no input in testdata/%s: %v", folder, err)
	}
	for _, input := range inputs {
		t.Run(strings.TrimSuffix(filepath.Base(input), ".sql"), func(t *testing.T) {
			t.Parallel()
			compareGolden(t, strings.TrimSuffix(input, ".sql")+".golden", printed(readText(t, input)))
		})
	}
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(readText(t, path), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
