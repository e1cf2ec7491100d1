package sqltext_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/sqltext"
)

// seeds returns the texts for fuzzing: all inputs of the golden tests, and each query in them.
func seeds(t testing.TB) []string {
	t.Helper()
	inputs, err := filepath.Glob("testdata/*/*.sql")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no seeds: %v", err)
	}
	var found []string
	for _, input := range inputs {
		content, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, string(content))
		for _, statement := range sqltext.Split(string(content)) {
			found = append(found, statement.Text)
		}
	}
	return found
}
