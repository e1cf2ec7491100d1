package projectfile_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
)

// TestOlderFormatCausesOneFinding checks that an older file causes one finding and no node that could cause others.
func TestOlderFormatCausesOneFinding(t *testing.T) {
	t.Parallel()
	fsys := smallProject(1)
	fsys["nodes/A-OLD.yml"] = &fstest.MapFile{Data: []byte("fileVersion: 0\nsteps:\n  \"1\":\n    operation: {}\n")}
	p, found := projectfile.Read(fsys, projectfile.Options{})
	if len(p.Nodes) != 1 || len(found) != 1 || found[0].Code != diagnostic.FileVersion || found[0].Node != "A.OLD" {
		t.Errorf("%d nodes\n%s", len(p.Nodes), texts(found))
	}
	nodes, found := projectfile.ReadNodes(fsys, []string{"nodes/A-OLD.yml", "nodes/A-N0.yml"}, nodetype.NewCatalog(nil, ""))
	if len(nodes) != 1 || nodes[0].Name != "N0" || len(found) != 1 {
		t.Errorf("read alone: %d nodes\n%s", len(nodes), texts(found))
	}
}

// TestFirstFormOfNode reads a node in the first form, and writes it in the current one.
func TestFirstFormOfNode(t *testing.T) {
	t.Parallel()
	old := "steps:\n  ORDERS-7:\n    operation:\n      locationName: A\n      sqlType: Source\n      type: sourceInput\n      isDataVault: false\n"
	n, found := projectfile.ParseNode("nodes/A-ORDERS.yml", old)
	if len(found) > 0 || n.ID != "7" || n.Name != "ORDERS" || n.Location != "A" || !n.IsSource {
		t.Fatalf("node %+v\n%s", n, texts(found))
	}
	n.Description = "changed"
	written, err := projectfile.WriteNode(n, []byte(old))
	if err != nil {
		t.Fatal(err)
	}
	again, found := projectfile.ParseNode(n.File, string(written))
	if len(found) > 0 || again.ID != "7" || again.Description != "changed" || !strings.Contains(string(written), "isDataVault: false") ||
		strings.Contains(string(written), "steps") {
		t.Errorf("written\n%s\n%s", written, texts(found))
	}
}

func TestManifestWithoutVersion(t *testing.T) {
	t.Parallel()
	m, found := projectfile.ParseManifest("data.yml", "platformKind: duckdb\n")
	if m.Version != 3 || len(found) != 1 || found[0].Code != diagnostic.MissingKey || found[0].Severity != diagnostic.Warning {
		t.Errorf("manifest %+v\n%s", m, texts(found))
	}
}

func TestAllMacroFilesAreReadInOrder(t *testing.T) {
	t.Parallel()
	fsys := smallProject(0)
	for _, name := range []string{"macro-2", "macro-1", "extra"} {
		fsys["macros/"+name+".yml"] = &fstest.MapFile{Data: []byte("id: \"1\"\nmacroString: " + name + "\nname: macro\ntype: Macro\n")}
	}
	p, found := projectfile.Read(fsys, projectfile.Options{})
	var got []string
	for _, m := range p.Macros {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff([]string{"extra", "macro-1", "macro-2"}, got); diff != "" || len(found) > 0 {
		t.Errorf("macros (-want +got):\n%s\n%s", diff, texts(found))
	}
}

// TestHintsAreWrittenInOneStyle checks that hints have no initial capital, no full stop, and semicolons between
// sentences.
func TestHintsAreWrittenInOneStyle(t *testing.T) {
	t.Parallel()
	_, found := projectfile.Read(os.DirFS("testdata/odd"), projectfile.Options{})
	_, none := projectfile.Read(fstest.MapFS{}, projectfile.Options{})
	_, large := projectfile.Read(smallProject(1), projectfile.Options{MaxFileSize: 1})
	for _, d := range append(append(found, none...), large...) {
		first, _ := utf8.DecodeRuneInString(d.Hint)
		if unicode.IsUpper(first) || strings.HasSuffix(d.Hint, ".") || strings.Contains(d.Hint, ". ") {
			t.Errorf("the hint %q of\n%s", d.Hint, d)
		}
	}
}
