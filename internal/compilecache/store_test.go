package compilecache_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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

// changeInPlace replaces one letter of a file and restores its times, so that size and times of modification stay the same.
func changeInPlace(t *testing.T, file string) {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(content), "SELECT", "SELEKT", 1)
	if changed == string(content) {
		t.Fatalf("%s has no SELECT", file)
	}
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

// Times do not matter: neither those of the nodes nor those of the caches, whatever the clock says.
func TestTimesDoNotMatter(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	off := s
	off.IsOff = true
	before := text(s.Compile(compiler.Options{}))
	cache := filepath.Join(s.Project, ".millrace", "cache", caches(t, s)[0])
	nodes, err := filepath.Glob(filepath.Join(s.Project, "nodes", "*.sql"))
	if err != nil || len(nodes) < 3 {
		t.Fatal(nodes, err)
	}
	for i, at := range []time.Time{time.Now().Add(1000 * time.Hour), time.Unix(0, 0), time.Now()} {
		changeInPlace(t, nodes[i])
		if err := os.Chtimes(cache, at, at); err != nil {
			t.Fatal(err)
		}
		for _, read := range []func(compilecache.Store, compiler.Options) *compiler.Outline{compilecache.Store.Read, compilecache.Store.Compile} {
			got, want := text(read(s, compiler.Options{})), text(off.Compile(compiler.Options{}))
			if got != want || got == before {
				t.Errorf("got %s, want %s", got, want)
			}
			before = ""
		}
	}
}

// The cache that was just written is kept, even if all others are from the future.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for i := range int64(4) {
		s.Compile(compiler.Options{Parameters: map[string]any{"n": i}})
	}
	future := time.Now().Add(1000 * time.Hour)
	before := caches(t, s)
	for _, name := range before {
		if err := os.Chtimes(filepath.Join(s.Project, ".millrace", "cache", name), future, future); err != nil {
			t.Fatal(err)
		}
	}
	s.Compile(compiler.Options{})
	after := caches(t, s)
	if len(after) != 4 || !slices.ContainsFunc(after, func(name string) bool { return !slices.Contains(before, name) }) {
		t.Errorf("%v, then %v", before, after)
	}
}

// A cache that can be read and not replaced, as in a folder of another user, is used while it is right.
func TestReadOnlyCache(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	off := s
	off.IsOff = true
	s.Compile(compiler.Options{})
	folder := filepath.Join(s.Project, ".millrace", "cache")
	name := caches(t, s)[0]
	if err := os.Chmod(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o700) })
	nodes, err := filepath.Glob(filepath.Join(s.Project, "nodes", "*.sql"))
	if err != nil || len(nodes) == 0 {
		t.Fatal(err)
	}
	changeInPlace(t, nodes[0])
	for range 2 {
		if got, want := text(s.Compile(compiler.Options{})), text(off.Compile(compiler.Options{})); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if err := errors.Join(os.Chmod(folder, 0o700), os.Remove(filepath.Join(folder, name)), os.Mkdir(filepath.Join(folder, name), 0o700)); err != nil {
		t.Fatal(err)
	}
	if got, want := text(s.Compile(compiler.Options{})), text(off.Compile(compiler.Options{})); got != want {
		t.Errorf("with a folder in place of the cache: got %s, want %s", got, want)
	}
}

// Git ignores the cache, also in a data folder that has lost its file for git.
func TestGitIgnoresTheCache(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if err := os.Mkdir(filepath.Join(s.Project, ".millrace"), 0o700); err != nil {
		t.Fatal(err)
	}
	s.Compile(compiler.Options{})
	if ignored, err := os.ReadFile(filepath.Join(s.Project, ".millrace", ".gitignore")); err != nil || string(ignored) != "*\n" {
		t.Errorf("%q %v", ignored, err)
	}
}
