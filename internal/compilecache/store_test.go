package compilecache_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/compilecache"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

// newStore returns the store of a generated project in a folder of its own.
func newStore(t *testing.T) compilecache.Store {
	t.Helper()
	folder := t.TempDir()
	if err := projectgen.Generate(projectgen.Typical(1, 40)).Write(folder); err != nil {
		t.Fatal(err)
	}
	return compilecache.Store{Project: folder, Build: "a"}
}

// caches returns the names of the files in the cache, without those of git.
func caches(t *testing.T, s compilecache.Store) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.Project, ".millrace", "cache"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	return names
}

func text(o *compiler.Outline) string {
	var out strings.Builder
	for _, n := range o.Nodes() {
		out.WriteString(n.Ref().String() + " " + n.Fingerprint + "\n")
	}
	for _, d := range o.Diagnostics {
		out.WriteString(d.String() + "\n")
	}
	return out.String()
}

func TestCacheIsStoredOnce(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	first := text(s.Compile(compiler.Options{}))
	names := caches(t, s)
	if len(names) != 1 {
		t.Fatal(names)
	}
	file := filepath.Join(s.Project, ".millrace", "cache", names[0])
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []func(compilecache.Store, compiler.Options) *compiler.Outline{compilecache.Store.Compile, compilecache.Store.Read} {
		if again := text(read(s, compiler.Options{})); again != first {
			t.Errorf("from the cache:\n%s\nwant:\n%s", again, first)
		}
	}
	after, err := os.Stat(file)
	if err != nil || !os.SameFile(before, after) {
		t.Error("an unchanged project was stored again", err)
	}
	if ignored, err := os.ReadFile(filepath.Join(s.Project, ".millrace", ".gitignore")); err != nil || string(ignored) != "*\n" {
		t.Errorf("%q %v", ignored, err)
	}
}

func TestFewCachesAreKept(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for i := range int64(7) {
		s.Compile(compiler.Options{Parameters: map[string]any{"n": i}})
	}
	if names := caches(t, s); len(names) != 4 {
		t.Errorf("%d caches: %v", len(names), names)
	}
}

func TestNothingIsStored(t *testing.T) {
	t.Parallel()
	off, small := newStore(t), newStore(t)
	off.IsOff, small.MinNodes = true, 41
	for _, s := range []compilecache.Store{off, small} {
		s.Compile(compiler.Options{})
		if names := caches(t, s); len(names) > 0 {
			t.Error(names)
		}
	}
}

// A folder that cannot be written, or that is something else, is no error.
func TestFolderThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	readOnly, file, link := newStore(t), newStore(t), newStore(t)
	outside := t.TempDir()
	for _, err := range []error{
		os.Chmod(readOnly.Project, 0o500),
		os.WriteFile(filepath.Join(file.Project, ".millrace"), nil, 0o600),
		os.Symlink(outside, filepath.Join(link.Project, ".millrace")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(readOnly.Project, 0o700) })
	for _, s := range []compilecache.Store{readOnly, file, link} {
		if o := s.Compile(compiler.Options{}); len(o.Nodes()) != 40 {
			t.Errorf("%d nodes", len(o.Nodes()))
		}
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Error("a file was written outside of the project", entries, err)
	}
}

// A cache that is damaged, that another build wrote or that was copied from another folder is replaced.
func TestForeignCacheIsReplaced(t *testing.T) {
	t.Parallel()
	s, other := newStore(t), newStore(t)
	want := text(s.Compile(compiler.Options{}))
	file := filepath.Join(s.Project, ".millrace", "cache", caches(t, s)[0])
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other.Compile(compiler.Options{})
	copied, err := os.ReadFile(filepath.Join(other.Project, ".millrace", "cache", caches(t, other)[0]))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"empty": nil, "cut": sound[:len(sound)/2], "copied": copied, "text": []byte("x")} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := text(s.Compile(compiler.Options{})); got != want {
			t.Errorf("%s: %s", name, got)
		}
		if now, err := os.ReadFile(file); err != nil || !slices.Equal(now, sound) {
			t.Errorf("%s: not replaced", name)
		}
	}
	s.Build = "b"
	s.Compile(compiler.Options{})
	if now, err := os.ReadFile(file); err != nil || slices.Equal(now, sound) {
		t.Error("the cache of another build was not replaced", err)
	}
}

// Processes that share a folder see whole caches only.
func TestStoresShareAFolder(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	p := projectgen.Generate(projectgen.Typical(1, 40))
	edits := p.Edits(1, 8)
	want := text(s.Compile(compiler.Options{}))
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			own := s
			own.Build = []string{"a", "b"}[worker%2]
			for range 5 {
				if got := text(own.Compile(compiler.Options{})); got != want {
					t.Errorf("got %s", got)
				}
			}
		})
	}
	all.Wait()
	for _, edit := range edits {
		if err := os.WriteFile(filepath.Join(s.Project, filepath.FromSlash(edit.Path)), edit.Content, 0o600); err != nil {
			t.Fatal(err)
		}
		off := s
		off.IsOff = true
		if got, want := text(s.Compile(compiler.Options{})), text(off.Compile(compiler.Options{})); got != want {
			t.Errorf("%s: got %s, want %s", edit.Description, got, want)
		}
	}
	for _, name := range caches(t, s) {
		if strings.HasPrefix(name, "new-") {
			t.Errorf("%s is left", name)
		}
	}
}

func TestBuildIsThatOfTheExecutable(t *testing.T) {
	t.Parallel()
	first, ok := compilecache.BuildOf("1.0")
	other, _ := compilecache.BuildOf("1.1")
	if !ok || first == other || !strings.HasPrefix(first, "1.0 ") {
		t.Error(first, other)
	}
}
