package layers_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestModuleKeepsItsLayers(t *testing.T) {
	t.Parallel()
	packages := listPackages(t, moduleRoot(t))
	for name, faults := range map[string][]string{
		"every package is in the table":   checkTable(table(), packages),
		"imports point to a lower layer":  checkImports(table(), packages),
		"every package has a doc comment": checkDocs(packages),
		"no chain of imports is too long": checkChain(packages),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, fault := range faults {
				t.Error(fault)
			}
		})
	}
}

func TestModuleHasNoInitFunctions(t *testing.T) {
	t.Parallel()
	for _, path := range goFiles(t, moduleRoot(t)) {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		positions, err := initFunctions(path, source)
		if err != nil {
			t.Fatal(err)
		}
		for _, position := range positions {
			t.Errorf("%s: an init function: move the code to a constructor that the caller calls", position)
		}
	}
}

// moduleRoot returns the folder of go.mod.
func moduleRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatalf("the module's root has moved: %v", err)
	}
	return root
}
