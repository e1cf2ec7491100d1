package gitrepo_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
)

func TestFetchAndPushInAFolder(t *testing.T) {
	t.Parallel()
	program := newGit(t)
	origin := program.repository("shop", sampleFiles())
	origin.run("gc", "--quiet")
	peers := gitrepo.Peers{Folders: []string{program.folder}}
	peer := gitrepo.Peer{Address: address(t, origin.folder)}
	d := newFixture(t)
	for range 2 {
		fetched, err := d.Fetch(t.Context(), peers, peer, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Files(t.Context(), fetched.Head)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(origin.read(), texts(got)); diff != "" {
			t.Error(diff)
		}
		origin.write(files{"nodes/new": "new"})
		origin.run("add", "--all")
		origin.run("commit", "--quiet", "--allow-empty", "--message=more")
	}
	head, err := d.RemoteHead(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.MoveBranch(t.Context(), "main", "", head); err != nil {
		t.Fatal(err)
	}
	made := d.commit("main", files{"a": "1"}, head)
	if _, err := d.Push(t.Context(), peers, peer, "main"); !fault.Is(err, fault.Conflict) {
		t.Errorf("a branch that is checked out: got %v, want a conflict", err)
	}
	program.run("clone", "--quiet", "--bare", origin.folder, "bare.git")
	bare := gitrepo.Peer{Address: address(t, filepath.Join(program.folder, "bare.git"))}
	if _, err := d.Push(t.Context(), peers, bare, "main"); !fault.Is(err, fault.Conflict) {
		t.Errorf("commits that are not here: got %v, want a conflict", err)
	}
	program.in("bare.git").run("update-ref", "refs/heads/main", string(head))
	if pushed, err := d.Push(t.Context(), peers, bare, "main"); err != nil || !pushed.IsNew {
		t.Fatalf("got %+v, %v", pushed, err)
	}
	if at := program.in("bare.git").run("rev-parse", "main"); at != string(made.Hash) {
		t.Errorf("the folder is at %s", at)
	}
	program.in("bare.git").run("fsck", "--strict")
}

// TestFoldersAreAllowedByTheOperator: nothing else of the machine is looked at, whatever way leads there.
func TestFoldersAreAllowedByTheOperator(t *testing.T) {
	t.Parallel()
	program := newGit(t)
	program.repository("secret", files{"a": "1"})
	allowed := filepath.Join(program.folder, "allowed")
	if err := os.Mkdir(allowed, 0o755); err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(program.folder, "secret")
	if err := os.Symlink(secret, filepath.Join(allowed, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(program.folder, "allowed-not"), 0o755); err != nil {
		t.Fatal(err)
	}
	program.run("clone", "--quiet", "--bare", "--shared", secret, "allowed/borrowed")
	worktree := filepath.Join(allowed, "worktree")
	program.in("secret").run("worktree", "add", "--quiet", worktree)
	peers := gitrepo.Peers{Folders: []string{allowed, "/nowhere/at/all"}}
	for path, kind := range map[string]fault.Kind{
		secret: fault.Forbidden, filepath.Join(allowed, "link"): fault.Forbidden, allowed + "/../secret": fault.Forbidden,
		filepath.Join(program.folder, "allowed-not"): fault.Forbidden, filepath.Join(allowed, "nothing"): fault.Forbidden, "/": fault.Forbidden,
		allowed: fault.Invalid, filepath.Join(allowed, "borrowed"): fault.Invalid, worktree: fault.Invalid,
	} {
		_, err := newFixture(t).Fetch(t.Context(), peers, gitrepo.Peer{Address: address(t, path)}, "")
		if !fault.Is(err, kind) {
			t.Errorf("%s: got %v, want %s", path, err, kind)
		}
	}
	if _, err := newFixture(t).Fetch(t.Context(), gitrepo.Peers{}, gitrepo.Peer{Address: address(t, secret)}, ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("none allowed: got %v, want forbidden", err)
	}
	if _, err := newFixture(t).Fetch(t.Context(), gitrepo.Peers{Folders: []string{secret}}, gitrepo.Peer{Address: address(t, secret)}, ""); err != nil {
		t.Errorf("the folder itself: %v", err)
	}
}
