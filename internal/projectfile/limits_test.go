package projectfile_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

const goodNode = "fileVersion: 1\nid: %s\nname: %s\noperation:\n  locationName: A\n  sqlType: Stage\n  type: sql\ntype: Node\n"

// smallProject returns a manifest and a number of valid nodes.
func smallProject(nodes int) fstest.MapFS {
	fsys := fstest.MapFS{"data.yml": {Data: []byte("fileVersion: 3\n")}}
	for i := range nodes {
		name := fmt.Sprintf("N%d", i)
		fsys["nodes/A-"+name+".yml"] = &fstest.MapFile{Data: fmt.Appendf(nil, goodNode, name, name)}
	}
	return fsys
}

// codes counts findings.
func codes(found []diagnostic.Diagnostic) map[diagnostic.Code]int {
	count := map[diagnostic.Code]int{}
	for _, d := range found {
		count[d.Code]++
	}
	return count
}

func TestOneBadFileDoesNotAffectOtherFiles(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 5000)
	for name, tt := range map[string]struct {
		content string
		want    diagnostic.Code
	}{
		"broken":        {"a: b: c\n", diagnostic.YAMLSyntax},
		"unclosed":      {"a: \"b\n", diagnostic.YAMLSyntax},
		"tabs":          {"a:\n\tb: 1\n", diagnostic.YAMLSyntax},
		"binary":        {"\x7fELF\x00\x01", diagnostic.FileUnreadable},
		"not UTF-8":     {"name: \xff\xfe\n", diagnostic.YAMLSyntax},
		"10 MB":         {strings.Repeat("# padding\n", 1<<20), diagnostic.FileTooLarge},
		"deep flow":     {"a: " + deep, diagnostic.YAMLSyntax},
		"deep block":    {strings.Repeat("- ", 5000) + "x\n", diagnostic.YAMLSyntax},
		"deep mapping":  {deepMapping(300), diagnostic.YAMLSyntax},
		"alias bomb":    {aliasBomb(), diagnostic.YAMLSyntax},
		"alias loop":    {"a: &a [*a]\n", diagnostic.YAMLSyntax},
		"a list":        {"- a\n", diagnostic.YAMLShape},
		"a text":        {"hello\n", diagnostic.YAMLShape},
		"empty":         {"", diagnostic.YAMLShape},
		"two documents": {"a: 1\n---\nb: 2\n", diagnostic.YAMLSyntax},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := smallProject(20)
			fsys["nodes/A-BAD.yml"] = &fstest.MapFile{Data: []byte(tt.content)}
			p, found := projectfile.Read(fsys, projectfile.Options{})
			if len(found) == 0 || found[0].Code != tt.want || found[0].File != "nodes/A-BAD.yml" {
				t.Fatalf("want %s, found:\n%s", tt.want, texts(found))
			}
			good := 0
			for _, n := range p.Nodes {
				if strings.HasPrefix(n.Name, "N") && n.Type == "Stage" {
					good++
				}
			}
			if good != 20 {
				t.Errorf("%d of 20 good nodes were read", good)
			}
		})
	}
}

func deepMapping(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func aliasBomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n")
	for i := range 20 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return b.String()
}

func TestPositionsWithLineEndsAndByteOrderMarks(t *testing.T) {
	t.Parallel()
	text := "fileVersion: 1\nid: a\nname: A\noperation:\n  locationName: é # ß\n  sqlType: Stage\n  type: sql\n  größe: 1\ntype: Node\n"
	for name, content := range map[string]string{
		"plain": text, "windows": strings.ReplaceAll(text, "\n", "\r\n"), "marked": "\ufeff" + text, "both": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		n, found := projectfile.ParseNode("nodes/-A.yml", content)
		if n.Location != "é" || n.Name != "A" {
			t.Errorf("%s: node %s", name, n.Ref())
		}
		checkFindings(t, found, []string{"8:3 unknown-key"})
	}
}

func TestLimitsOfAProject(t *testing.T) {
	t.Parallel()
	fsys := smallProject(30)
	p, found := projectfile.Read(fsys, projectfile.Options{MaxFiles: 12})
	if codes(found)[diagnostic.FileTooLarge] != 1 || len(p.Nodes) == 0 || len(p.Nodes) >= 30 {
		t.Errorf("%d nodes\n%s", len(p.Nodes), texts(found))
	}
	fsys = smallProject(1)
	fsys["nodes/"+strings.Repeat("deeper/", 12)+"A-X.yml"] = &fstest.MapFile{Data: []byte("a: 1\n")}
	if _, found = projectfile.Read(fsys, projectfile.Options{}); codes(found)[diagnostic.FileUnreadable] != 1 {
		t.Errorf("deep folders:\n%s", texts(found))
	}
	if _, found = projectfile.Read(fstest.MapFS{}, projectfile.Options{}); codes(found)[diagnostic.ProjectMissing] != 1 {
		t.Errorf("no project:\n%s", texts(found))
	}
}

// failingFS cannot open some files.
type failingFS struct{ fstest.MapFS }

func (f failingFS) Open(name string) (fs.File, error) {
	if strings.Contains(name, "SECRET") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.Open(name)
}

func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	fsys := smallProject(3)
	fsys["nodes/A-SECRET.yml"] = &fstest.MapFile{Data: []byte("x")}
	p, found := projectfile.Read(failingFS{fsys}, projectfile.Options{})
	if len(p.Nodes) != 3 || len(found) != 1 || found[0].Code != diagnostic.FileUnreadable || found[0].File != "nodes/A-SECRET.yml" {
		t.Errorf("%d nodes\n%s", len(p.Nodes), texts(found))
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside.yml")
	must(t, os.WriteFile(outside, fmt.Appendf(nil, goodNode, "x", "X"), 0o600))
	must(t, os.MkdirAll(filepath.Join(root, "nodes"), 0o700))
	must(t, os.WriteFile(filepath.Join(root, "data.yml"), []byte("fileVersion: 3\n"), 0o600))
	must(t, os.Symlink(outside, filepath.Join(root, "nodes", "A-X.yml")))
	must(t, os.Symlink("..", filepath.Join(root, "nodes", "loop")))
	must(t, os.Symlink("nodes", filepath.Join(root, "jobs")))
	p, found := projectfile.Read(os.DirFS(root), projectfile.Options{})
	if len(p.Nodes) != 0 || codes(found)[diagnostic.FileUnreadable] != 3 {
		t.Errorf("%d nodes\n%s", len(p.Nodes), texts(found))
	}
}

func TestSeedsAreNotLinks(t *testing.T) {
	t.Parallel()
	root, outside := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(outside, "a.csv"), []byte("A\n1\n"), 0o600))
	must(t, os.Symlink(outside, filepath.Join(root, "seeds")))
	must(t, os.Symlink(filepath.Join(outside, "a.csv"), filepath.Join(root, "b.csv")))
	for _, file := range []string{"seeds/a.csv", "b.csv"} {
		n := &transform.Node{Kind: transform.YAMLNode, Type: "Seed", Config: map[string]any{"file": file}, File: "nodes/A-S.yml"}
		if found := projectfile.ReadSeed(os.DirFS(root), n, projectfile.Options{}); len(found) != 1 || n.Seed != nil {
			t.Errorf("%s was read: %+v\n%s", file, n.Seed, texts(found))
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestResultDoesNotDependOnWorkers(t *testing.T) {
	t.Parallel()
	fsys := os.DirFS("testdata/odd")
	one, foundByOne := projectfile.Read(fsys, projectfile.Options{Workers: 1})
	many, foundByMany := projectfile.Read(fsys, projectfile.Options{Workers: 16})
	if diff := cmp.Diff(one, many); diff != "" {
		t.Errorf("the project differs:\n%s", diff)
	}
	if diff := cmp.Diff(foundByOne, foundByMany); diff != "" {
		t.Errorf("the findings differ:\n%s", diff)
	}
}

func TestSeeds(t *testing.T) {
	t.Parallel()
	seed := func(kind, file string) []byte {
		return fmt.Appendf(nil, "fileVersion: 1\nid: s\nname: S\noperation:\n  config:\n    file: %s\n  locationName: A\n  sqlType: %s\n  type: sql\ntype: Node\n", file, kind)
	}
	for name, tt := range map[string]struct {
		kind, file, csv string
		want            diagnostic.Code
	}{
		"good":            {"Seed", "seeds/a.csv", "A,B\n1,2\n", ""},
		"missing":         {"Seed", "seeds/b.csv", "", diagnostic.SeedUnreadable},
		"above":           {"Seed", "../a.csv", "", diagnostic.SeedUnreadable},
		"absolute":        {"Seed", "/etc/a.csv", "", diagnostic.SeedUnreadable},
		"not a CSV":       {"Seed", "data.yml", "", diagnostic.SeedUnreadable},
		"ragged":          {"Seed", "seeds/a.csv", "A,B\n1\n", diagnostic.SeedUnreadable},
		"open quote":      {"Seed", "seeds/a.csv", "A,B\n\"1,2\n", diagnostic.SeedUnreadable},
		"empty":           {"Seed", "seeds/a.csv", "", diagnostic.SeedUnreadable},
		"too many rows":   {"Seed", "seeds/a.csv", "A\n" + strings.Repeat("1\n", 10_001), diagnostic.SeedUnreadable},
		"not UTF-8":       {"Seed", "seeds/a.csv", "A\n\xff\n", diagnostic.SeedUnreadable},
		"another's file":  {"Loader", "incoming/x.csv", "", ""},
		"another's seeds": {"Loader", "seeds/a.csv", "A\n1\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fsys := fstest.MapFS{"data.yml": {Data: []byte("fileVersion: 3\n")}, "nodes/A-S.yml": {Data: seed(tt.kind, tt.file)}}
			if name != "missing" {
				fsys["seeds/a.csv"] = &fstest.MapFile{Data: []byte(tt.csv)}
			}
			p, found := projectfile.Read(fsys, projectfile.Options{})
			if tt.want == "" && len(found) > 0 || tt.want != "" && (len(found) != 1 || found[0].Code != tt.want) {
				t.Fatalf("want %q, found:\n%s", tt.want, texts(found))
			}
			if wantRows := tt.want == "" && tt.csv != ""; wantRows != (p.Nodes[0].Seed != nil) {
				t.Errorf("seed: %+v", p.Nodes[0].Seed)
			}
		})
	}
}

func TestSizeLimitIsExact(t *testing.T) {
	t.Parallel()
	fsys := smallProject(0)
	node := fmt.Appendf(nil, goodNode, "x", "X")
	padded := append(bytes.Clone(node), bytes.Repeat([]byte("#"), 1000-len(node)-1)...)
	padded = append(padded, '\n')
	fsys["nodes/A-X.yml"] = &fstest.MapFile{Data: padded}
	if _, found := projectfile.Read(fsys, projectfile.Options{MaxFileSize: 1000}); len(found) > 0 {
		t.Errorf("1000 bytes of 1000:\n%s", texts(found))
	}
	if _, found := projectfile.Read(fsys, projectfile.Options{MaxFileSize: 999}); codes(found)[diagnostic.FileTooLarge] != 1 {
		t.Errorf("1000 bytes of 999:\n%s", texts(found))
	}
}
