package gitrepo_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

func TestBranches(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", files{"a": "1"})
	second := d.commit("main", files{"a": "2"}, first.Hash)
	if err := d.MoveBranch(t.Context(), "dev/x", "", first.Hash); err != nil {
		t.Fatal(err)
	}
	for name, move := range map[string]struct {
		branch string
		from   gitrepo.Hash
		to     gitrepo.Hash
		kind   fault.Kind
	}{
		"is there":          {"main", "", first.Hash, fault.Conflict},
		"moved on":          {"main", first.Hash, first.Hash, fault.Conflict},
		"a folder of one":   {"dev", "", first.Hash, fault.Conflict},
		"in one":            {"main/x", "", first.Hash, fault.Conflict},
		"no such commit":    {"new", "", gitrepo.NameOf([]byte("?")), fault.NotFound},
		"not a commit":      {"new", "", gitrepo.NameOf([]byte("1")), fault.NotFound},
		"not a branch name": {"a b", "", first.Hash, fault.Invalid},
	} {
		if err := d.MoveBranch(t.Context(), move.branch, move.from, move.to); !fault.Is(err, move.kind) {
			t.Errorf("%s: got %v, want %s", name, err, move.kind)
		}
	}
	got, err := d.Branches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]gitrepo.Branch{{Name: "dev/x", Head: first.Hash}, {Name: "main", Head: second.Hash}}, got); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{"main", string(second.Hash)} {
		if found, err := d.Resolve(t.Context(), text); err != nil || found.Hash != second.Hash {
			t.Errorf("%s: got %v, %v", text, found, err)
		}
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	first := d.commit("main", files{"a": "1", "b/c": "2", "d": "3", "same": "x"})
	second := d.commit("main", files{"a": "1", "b/c": "changed", "e/f": "new", "same": "x"}, first.Hash)
	got, err := d.Diff(t.Context(), first.Hash, second.Hash)
	if err != nil {
		t.Fatal(err)
	}
	want := []gitrepo.Change{
		{Path: "b/c", From: gitrepo.NameOf([]byte("2")), To: gitrepo.NameOf([]byte("changed"))},
		{Path: "d", From: gitrepo.NameOf([]byte("3"))},
		{Path: "e/f", To: gitrepo.NameOf([]byte("new"))},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	all, err := d.Diff(t.Context(), "", second.Hash)
	if err != nil || len(all) != 4 {
		t.Errorf("since nothing: %v, %v", all, err)
	}
	contents, err := d.Contents(t.Context(), []gitrepo.Hash{want[0].From, want[0].To, ""})
	if err != nil || len(contents) != 2 || string(contents[want[0].To]) != "changed" {
		t.Errorf("contents: %v, %v", contents, err)
	}
}
