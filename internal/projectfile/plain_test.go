package projectfile_test

import (
	"flag"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

var update = flag.Bool("update", false, "write the expected files") //nolint:gochecknoglobals // a flag of the test

// texts returns the lines that a terminal would show.
func texts(found []diagnostic.Diagnostic) string {
	var b strings.Builder
	for _, d := range found {
		b.WriteString(d.String() + "\n")
		if d.Hint != "" {
			b.WriteString("    " + d.Hint + "\n")
		}
	}
	return b.String()
}

// filesOf reads every file of a folder.
func filesOf(t *testing.T, fsys fs.FS) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[file], err = fs.ReadFile(fsys, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// written merges every part of a project into the file that it came from.
func written(t *testing.T, p *transform.Project, originals map[string][]byte) map[string][]byte {
	t.Helper()
	result := map[string][]byte{}
	put := func(file string, content []byte, err error) {
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		result[file] = content
	}
	write := func(file string, writer func(original []byte) ([]byte, error)) {
		content, err := writer(originals[file])
		put(file, content, err)
	}
	write("data.yml", func(o []byte) ([]byte, error) { return projectfile.WriteManifest(&p.Manifest, o) })
	write("locations.yml", func(o []byte) ([]byte, error) {
		l, _ := projectfile.ParseLocations("locations.yml", string(o))
		l.Names = p.Locations
		return projectfile.WriteLocations(&l, o)
	})
	var named []transform.Workspace
	for i := range p.Workspaces {
		if p.Workspaces[i].Name != "" {
			named = append(named, p.Workspaces[i])
			continue
		}
		write(p.Workspaces[i].File, func(o []byte) ([]byte, error) { return projectfile.WriteWorkspace(&p.Workspaces[i], o) })
	}
	if len(named) > 0 {
		write(named[0].File, func(o []byte) ([]byte, error) { return projectfile.WriteOldWorkspaces(named, o) })
	}
	for i := range p.Environments {
		write(p.Environments[i].File, func(o []byte) ([]byte, error) { return projectfile.WriteEnvironment(&p.Environments[i], o) })
	}
	for i := range p.Jobs {
		write(p.Jobs[i].File, func(o []byte) ([]byte, error) { return projectfile.WriteJob(&p.Jobs[i], o) })
	}
	for i := range p.Subgraphs {
		write(p.Subgraphs[i].File, func(o []byte) ([]byte, error) { return projectfile.WriteSubgraph(&p.Subgraphs[i], o) })
	}
	macros := p.Macros
	for i := range p.Packages {
		if p.Packages[i].File != "" {
			write(p.Packages[i].File, func(o []byte) ([]byte, error) { return projectfile.WritePackage(&p.Packages[i], o) })
		}
		macros = append(macros, p.Packages[i].Macros...)
	}
	for i := range macros {
		write(macros[i].File, func(o []byte) ([]byte, error) { return projectfile.WriteMacro(&macros[i], o) })
	}
	for i := range p.NodeTypes {
		write(p.NodeTypes[i].File, func(o []byte) ([]byte, error) { return projectfile.WriteNodeType(&p.NodeTypes[i], o) })
	}
	for _, n := range p.Nodes {
		write(n.File, func(o []byte) ([]byte, error) { return projectfile.WriteNode(n, o) })
	}
	return result
}

func TestPlainProjectReadsWithoutFindings(t *testing.T) {
	t.Parallel()
	_, found := projectfile.Read(os.DirFS("testdata/plain"), projectfile.Options{})
	if len(found) > 0 {
		t.Fatalf("findings:\n%s", texts(found))
	}
}

func TestPlainFilesStayByteForByte(t *testing.T) {
	t.Parallel()
	fsys := os.DirFS("testdata/plain")
	originals := filesOf(t, fsys)
	p, _ := projectfile.Read(fsys, projectfile.Options{})
	files := written(t, p, originals)
	for file, content := range files {
		if diff := cmp.Diff(string(originals[file]), string(content)); diff != "" {
			t.Errorf("%s changed (-was +is):\n%s", file, diff)
		}
	}
	for file := range originals {
		if path.Ext(file) == ".yml" && files[file] == nil {
			t.Errorf("%s was not read", file)
		}
	}
}

func TestPlainFilesAreFormatted(t *testing.T) {
	t.Parallel()
	for file, content := range filesOf(t, os.DirFS("testdata/plain")) {
		formatted, isChanged, err := projectfile.Format(file, content)
		if err != nil || isChanged {
			t.Errorf("%s: %v\n%s", file, err, cmp.Diff(string(content), string(formatted)))
		}
	}
}

// TestProjectFromValues writes a project without its old files.
func TestProjectFromValues(t *testing.T) {
	t.Parallel()
	fsys := os.DirFS("testdata/plain")
	want, _ := projectfile.Read(fsys, projectfile.Options{})
	fresh := fstest.MapFS{}
	for file, content := range projectfile.Files(want) {
		fresh[file] = &fstest.MapFile{Data: content}
	}
	got, found := projectfile.Read(fresh, projectfile.Options{})
	if len(found) > 0 {
		t.Fatalf("findings:\n%s", texts(found))
	}
	if diff := cmp.Diff(want, got, withoutPositions()); diff != "" {
		t.Fatalf("the project changed (-was +is):\n%s", diff)
	}
}

// withoutPositions ignores positions in a comparison of projects.
func withoutPositions() cmp.Option {
	return cmp.FilterPath(func(p cmp.Path) bool {
		return p.Last().Type().String() == "diagnostic.Position"
	}, cmp.Ignore())
}
