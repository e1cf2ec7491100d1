package main

import (
	"debug/buildinfo"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSBOMNamesEveryModule writes the bill of materials of the running test, whose modules Go knows.
func TestSBOMNamesEveryModule(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	output := filepath.Join(t.TempDir(), "go.cdx.json")
	if err := write(program, output); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	var got document
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.BOMFormat != "CycloneDX" || got.SpecVersion != "1.6" || got.Metadata.Component.Name != "github.com/millrace/millrace" {
		t.Errorf("the head is %+v", got)
	}
	listed := versionsOf(t, got)
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range info.Deps {
		if listed[module.Path] != module.Version {
			t.Errorf("%s %s is listed as %q", module.Path, module.Version, listed[module.Path])
		}
	}
	if listed["github.com/google/uuid"] == "" || !strings.HasPrefix(listed["std"], "1.") {
		t.Errorf("listed are %v", listed)
	}
}

// versionsOf checks each component, and returns the versions by name.
func versionsOf(t *testing.T, d document) map[string]string {
	t.Helper()
	listed := map[string]string{}
	for _, c := range d.Components {
		if listed[c.Name] != "" || c.Version == "" || c.PackageURL != "pkg:golang/"+c.Name+"@"+c.Version || c.Ref != c.PackageURL {
			t.Errorf("component %+v", c)
		}
		listed[c.Name] = c.Version
	}
	return listed
}

func TestSBOMNeedsAProgram(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"", text, text + ".missing"} {
		if err := write(program, text+".json"); err == nil {
			t.Errorf("%q was described", program)
		}
	}
}
