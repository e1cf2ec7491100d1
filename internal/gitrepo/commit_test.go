package gitrepo_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

func sampleFiles() files {
	return files{
		"data.yml": "fileVersion: 3\n", "nodes/A-B.yml": "id: 1\n", "nodes/A-C.sql": "SELECT 1\n", "empty": "",
		"nodes.yml": "sorts between\n", "ü/Ж.txt": "é\x00\xff", "a/b/c/d/e": "deep",
	}
}

// TestCommitEqualsThatOfGit: the same files, person, time and message give the very same commit.
func TestCommitEqualsThatOfGit(t *testing.T) {
	t.Parallel()
	origin := newGit(t).repository("real", sampleFiles())
	d := newFixture(t)
	made := d.commit("main", sampleFiles())
	if want := origin.run("rev-parse", "HEAD"); string(made.Hash) != want {
		t.Errorf("the commit is %s, git makes %s", made.Hash, want)
	}
	got, err := d.Files(t.Context(), made.Hash)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sampleFiles(), texts(got)); diff != "" {
		t.Error(diff)
	}
}

func TestCommitIsDecoded(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", files{"a": "1"})
	second, err := d.Record(t.Context(), gitrepo.Draft{
		Branch: "main", Parents: []gitrepo.Hash{first.Hash}, Files: files{"a": "2"}.bytes(),
		Author:  gitrepo.Signature{Name: " É <b>\n", Email: "", When: noon().Add(1500 * 1e6)},
		Message: "Title\r\n\r\nBody é \n\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := d.Commit(t.Context(), second.Hash)
	if err != nil {
		t.Fatal(err)
	}
	want := gitrepo.Signature{Name: "É b", Email: "unknown", When: noon().Add(1e9)}
	if found.Author != want || found.Committer != want || found.Message != "Title\n\nBody é" || !cmp.Equal(found.Parents, []gitrepo.Hash{first.Hash}) {
		t.Errorf("got %+v", found)
	}
}

func TestInvalidCommitIsRejected(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", files{"a": "1"})
	second := d.commit("main", files{"a": "2"}, first.Hash)
	good := gitrepo.Draft{Branch: "main", Parents: []gitrepo.Hash{second.Hash}, Files: files{"a": "3"}.bytes(), Author: ada(), Message: "m"}
	for name, test := range map[string]struct {
		change func(*gitrepo.Draft)
		kind   fault.Kind
		text   string
	}{
		"nothing changed":        {func(d *gitrepo.Draft) { d.Files = files{"a": "2"}.bytes() }, fault.Invalid, "nothing to commit"},
		"the branch moved on":    {func(d *gitrepo.Draft) { d.Parents = []gitrepo.Hash{first.Hash} }, fault.Conflict, "moved on"},
		"the branch is there":    {func(d *gitrepo.Draft) { d.Parents = nil }, fault.Conflict, "moved on"},
		"no such parent":         {func(d *gitrepo.Draft) { d.Parents = []gitrepo.Hash{gitrepo.Hash(strings.Repeat("a", 40))} }, fault.NotFound, "no object"},
		"the parent is a file":   {func(d *gitrepo.Draft) { d.Parents = []gitrepo.Hash{gitrepo.NameOf([]byte("1"))} }, fault.NotFound, "no object"},
		"no message":             {func(d *gitrepo.Draft) { d.Message = " \n" }, fault.Invalid, "no message"},
		"a long message":         {func(d *gitrepo.Draft) { d.Message = strings.Repeat("x", 70_000) }, fault.Invalid, "too long"},
		"NUL in the message":     {func(d *gitrepo.Draft) { d.Message = "a\x00" }, fault.Invalid, "NUL"},
		"no branch":              {func(d *gitrepo.Draft) { d.Branch = "" }, fault.Invalid, "empty"},
		"a strange branch":       {func(d *gitrepo.Draft) { d.Branch = "a..b" }, fault.Invalid, ".."},
		"a file and a folder":    {func(d *gitrepo.Draft) { d.Files = files{"a": "", "a/b": ""}.bytes() }, fault.Invalid, "cannot be a folder"},
		"a file of git":          {func(d *gitrepo.Draft) { d.Files = files{".git/config": ""}.bytes() }, fault.Invalid, "belongs to git"},
		"a path that leads away": {func(d *gitrepo.Draft) { d.Files = files{"../a": ""}.bytes() }, fault.Invalid, "leads out of the folder"},
	} {
		draft := good
		test.change(&draft)
		_, err := d.Record(t.Context(), draft)
		if !fault.Is(err, test.kind) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: got %v, want %s with %q", name, err, test.kind, test.text)
		}
	}
	if head, err := d.Head(t.Context(), "main"); err != nil || head != second.Hash {
		t.Errorf("main is at %s, %v", head, err)
	}
	if _, err := d.Record(t.Context(), good); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

// TestOnlyChangedObjectsAreStored: a commit of a large project with one change is small.
func TestOnlyChangedObjectsAreStored(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	many := files{}
	for i := range 1000 {
		many["nodes/"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+strings.Repeat("y", i/26)] = strings.Repeat("text ", i)
	}
	first := d.commit("main", many)
	before := d.storage.puts
	many["nodes/new"] = "new"
	d.commit("main", many, first.Hash)
	if stored := d.storage.puts - before; stored != 4 { // the file, its folder, the root and the commit
		t.Errorf("%d objects were stored, want 4", stored)
	}
}

// TestEmptyProjectCanBeCommitted: everything may be deleted.
func TestEmptyProjectCanBeCommitted(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", files{"a": "1"})
	second := d.commit("main", files{}, first.Hash)
	got, err := d.Files(t.Context(), second.Hash)
	if err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}
