package gitrepo_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

// raw stores an object without looking at it.
func (d *fixture) raw(kind gitrepo.Kind, content []byte) gitrepo.Hash {
	d.t.Helper()
	made, err := gitrepo.NewObject(kind, content)
	if err != nil {
		d.t.Fatal(err)
	}
	if err := d.storage.Put(d.t.Context(), []gitrepo.Object{made}); err != nil {
		d.t.Fatal(err)
	}
	return made.Hash
}

// treeEntry writes an entry of a tree as git has it.
func treeEntry(mode, name string, hash gitrepo.Hash) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\x00", mode, name)
	for i := 0; i < len(hash); i += 2 {
		var c byte
		_, _ = fmt.Sscanf(string(hash[i:i+2]), "%02x", &c)
		b.WriteByte(c)
	}
	return b.Bytes()
}

// commitOf stores a commit of a tree.
func (d *fixture) commitOf(tree gitrepo.Hash) gitrepo.Hash {
	return d.raw(gitrepo.CommitKind, fmt.Appendf(nil, "tree %s\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nm\n", tree))
}

// TestHostileNameIsRejected checks that a crafted tree does not create files outside of the folder.
func TestHostileNameIsRejected(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"..", ".", ".git", ".GIT", ".Git", ".git ", ".git.", ".git . .", "git~1", "GIT~2", ".git::$INDEX_ALLOCATION", "a/b", `a\b`, "..\\a", "a\nb", "a\x7f",
		".g\u200bit", "\u202egpj", "\xff\xfe",
	} {
		d := newFixture(t)
		blob := d.raw(gitrepo.BlobKind, []byte("x"))
		tree := d.raw(gitrepo.TreeKind, treeEntry("100644", name, blob))
		for what, root := range map[string]gitrepo.Hash{
			"a file":         tree,
			"a folder":       d.raw(gitrepo.TreeKind, treeEntry("40000", name, d.raw(gitrepo.TreeKind, treeEntry("100644", "x", blob)))),
			"below a folder": d.raw(gitrepo.TreeKind, treeEntry("40000", "nodes", tree)),
			"a link":         d.raw(gitrepo.TreeKind, treeEntry("120000", name, blob)),
		} {
			if got, err := d.Files(t.Context(), d.commitOf(root)); !fault.Is(err, fault.Invalid) {
				t.Errorf("%s called %q: got %v, %v", what, name, got, err)
			}
		}
	}
}

func TestNamesThatOnlyLookHostile(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	want := files{".gitignore": "1", ".github/x": "2", "..a": "3", "a..b": "4", "git": "5", ".gitmodules": "6", "x.git": "7", "Ж é": "8"}
	made := d.commit("main", want)
	got, err := d.Files(t.Context(), made.Hash)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, texts(got)); diff != "" {
		t.Error(diff)
	}
}

// TestLinksAndSubmodulesStay: what is no file is not read, and is not lost when files are committed.
func TestLinksAndSubmodulesStay(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	blob := d.raw(gitrepo.BlobKind, []byte("x"))
	inner := d.raw(gitrepo.TreeKind, bytes.Join([][]byte{treeEntry("120000", "link", blob), treeEntry("100755", "run", blob)}, nil))
	root := d.raw(gitrepo.TreeKind, bytes.Join([][]byte{
		treeEntry("100644", "a", blob), treeEntry("40000", "dir", inner), treeEntry("160000", "sub", blob), treeEntry("120000", "taken", blob),
	}, nil))
	first := d.commitOf(root)
	if err := d.MoveBranch(t.Context(), "main", "", first); err != nil {
		t.Fatal(err)
	}
	got, err := d.Files(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files{"a": "x", "dir/run": "x"}, texts(got)); diff != "" {
		t.Error(diff)
	}
	second := d.commit("main", files{"a": "y", "dir/run": "z", "taken/b": "now a folder"}, first)
	changes, err := d.Diff(t.Context(), first, second.Hash)
	if err != nil || len(changes) != 3 {
		t.Errorf("got %v, %v", changes, err)
	}
	program := newGit(t)
	program.run("init", "--quiet", "x")
	program.in("x").load(d, second.Hash)
	want := "100644 a\n120000 dir/link\n100755 dir/run\n160000 sub\n100644 taken/b"
	if tree := program.in("x").run("ls-tree", "-r", "--format=%(objectmode) %(path)", string(second.Hash)); tree != want {
		t.Errorf("git sees\n%s\nwant\n%s", tree, want)
	}
}

// load gives git the objects of a commit.
func (g git) load(d *fixture, commit gitrepo.Hash) {
	g.t.Helper()
	pack, err := d.Pack(g.t.Context(), []gitrepo.Hash{commit}, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	g.write(files{".git/objects/pack/pack-x.pack": string(pack)})
	g.run("index-pack", ".git/objects/pack/pack-x.pack")
}

// TestTreeBombs: a tree that is small and becomes very much is refused in time.
func TestTreeBombs(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	wide := d.raw(gitrepo.BlobKind, []byte("x"))
	mode := "100644"
	for range 12 {
		var entries [][]byte
		for i := range 30 {
			entries = append(entries, treeEntry(mode, fmt.Sprintf("%02d", i), wide))
		}
		wide, mode = d.raw(gitrepo.TreeKind, bytes.Join(entries, nil)), "40000"
	}
	deep := d.raw(gitrepo.TreeKind, nil)
	for range 100 {
		deep = d.raw(gitrepo.TreeKind, treeEntry("40000", "d", deep))
	}
	big := d.raw(gitrepo.BlobKind, make([]byte, 20<<20))
	var copies [][]byte
	for i := range 20 {
		copies = append(copies, treeEntry("100644", fmt.Sprintf("%02d", i), big))
	}
	for name, root := range map[string]gitrepo.Hash{
		"wide": wide, "deep": deep, "large": d.raw(gitrepo.TreeKind, bytes.Join(copies, nil)),
	} {
		if _, err := d.Files(t.Context(), d.commitOf(root)); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "too large") {
			t.Errorf("%s: got %v, want that it is too large", name, err)
		}
	}
}

// TestDamagedRepositories: whatever is stored, there is an error and no panic.
func TestDamagedRepositories(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	blob := d.raw(gitrepo.BlobKind, []byte("x"))
	absent := gitrepo.Hash(strings.Repeat("b", 40))
	for name, commit := range map[string]gitrepo.Hash{
		"no tree":             d.commitOf(absent),
		"a file for a tree":   d.commitOf(blob),
		"a missing file":      d.commitOf(d.raw(gitrepo.TreeKind, treeEntry("100644", "a", absent))),
		"a missing folder":    d.commitOf(d.raw(gitrepo.TreeKind, treeEntry("40000", "a", absent))),
		"a tree cut off":      d.commitOf(d.raw(gitrepo.TreeKind, treeEntry("100644", "a", blob)[:10])),
		"no commit":           d.raw(gitrepo.CommitKind, nil),
		"nonsense":            d.raw(gitrepo.CommitKind, []byte("tree x\nparent y\n\x00\xff")),
		"a file for a commit": blob,
		"nothing":             absent,
	} {
		if got, err := d.Files(t.Context(), commit); err == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
