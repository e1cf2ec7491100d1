package repository_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/project"
)

// TestCommitWhileEditing: a workspace that is edited while it is committed stays in step, and nothing is lost.
func TestCommitWhileEditing(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.workspace("one")
	var group sync.WaitGroup
	group.Go(func() {
		for i := range 50 {
			o.put(id, "notes/"+strconv.Itoa(i), "x")
		}
	})
	for range 10 {
		if _, err := o.Commit(t.Context(), o.by, id, "Change"); err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("a commit: %v", err)
		}
	}
	group.Wait()
	if len(o.changes(id)) > 0 {
		o.commit(id)
	}
	files, _, err := o.CommitFiles(t.Context(), o.by.Organization, o.project.ID, "")
	if err != nil || len(files) != 52 { // two of the project itself
		t.Errorf("%d files, %v", len(files), err)
	}
}

// TestPullOfEqualFilesChangesNothing: another user has committed the same files. A pull records that and changes nothing.
func TestPullOfEqualFilesChangesNothing(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.workspace("one")
	o.put(id, "a", "1")
	first := o.commit(id)
	o.put(id, "a", "2")
	repo := gitrepo.Open(o.db.Repositories().Storage(o.by, o.project.ID), gitrepo.Limits{})
	committed, err := o.editing.Files(t.Context(), o.by.Organization, id)
	if err != nil {
		t.Fatal(err)
	}
	same, err := repo.Record(t.Context(), gitrepo.Draft{
		Branch: "main", Parents: []gitrepo.Hash{gitrepo.Hash(first.OID)}, Files: committed, Message: "the same", Author: gitrepo.Signature{When: noon()},
	})
	if err != nil {
		t.Fatal(err)
	}
	o.put(id, "b", "open")
	if _, err := o.Commit(t.Context(), o.by, id, "again"); !fault.Is(err, fault.Conflict) || !strings.Contains(fault.From(err).Hint, "pull") {
		t.Errorf("got %v, want a conflict that says to pull", err)
	}
	pulled, err := o.Pull(t.Context(), o.by, id, nil)
	if err != nil || !pulled.IsApplied || len(pulled.Changes) != 0 || pulled.Commit != string(same.Hash) {
		t.Errorf("the pull: %+v, %v", pulled, err)
	}
	if diff := cmp.Diff([]string{"b"}, o.changes(id)); diff != "" {
		t.Error(diff)
	}
	o.commit(id)
}

// TestLinkedTokenDoesNotMove: a token is not sent to where its owner has not agreed to send it.
func TestLinkedTokenDoesNotMove(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.workspace("one")
	account, err := o.Accounts.Create(t.Context(), o.by, project.GitAccountDraft{
		Name: "x", Username: "ada", AuthorName: "Ada", AuthorEmail: "a@example.com", Token: "geheim",
	})
	if err != nil {
		t.Fatal(err)
	}
	move := func(repo string) {
		t.Helper()
		if o.project, err = o.projects.Update(t.Context(), o.by, o.project.ID, project.ProjectPatch{GitRepo: project.Some(repo)}); err != nil {
			t.Fatal(err)
		}
	}
	link := func() {
		t.Helper()
		if err := o.Accounts.Link(t.Context(), o.by, o.project, o.by.User, account.ID); err != nil {
			t.Fatal(err)
		}
	}
	link()
	move("https://127.0.0.1:1/x.git")
	for range 2 {
		_, err := o.Pull(t.Context(), o.by, id, nil)
		if !fault.Is(err, fault.Conflict) || !strings.Contains(fault.From(err).Hint, "link the account again") {
			t.Errorf("moved after the link: got %v", err)
		}
		_, err = o.Push(t.Context(), o.by, o.project.ID, "")
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("a push: got %v", err)
		}
		link()
		if _, err := o.Pull(t.Context(), o.by, id, nil); !fault.Is(err, fault.Unavailable) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("linked again: got %v, want that no host answers", err)
		}
		move("ssh://git@127.0.0.1:1/x.git")
	}
}

// TestPullOfAnUnreachableRemoteChangesNothing: neither files nor branches.
func TestPullOfAnUnreachableRemoteChangesNothing(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	id := o.workspace("one")
	o.put(id, "a", "1")
	first := o.commit(id)
	other := o.workspace("two")
	o.put(id, "a", "2")
	o.commit(id)
	_, err := o.projects.Update(t.Context(), o.by, o.project.ID, project.ProjectPatch{GitRepo: project.Some("https://127.0.0.1:1/x.git")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Pull(t.Context(), o.by, other, nil); !fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v, want unavailable", err)
	}
	found, err := o.workspaces.Get(t.Context(), o.by.Organization, other)
	if err != nil || found.BaseCommit != first.OID {
		t.Errorf("the workspace is at %s, %v", found.BaseCommit, err)
	}
}

// TestHeadOfEmptyBranch: a project without commits has no files to start with.
func TestHeadOfEmptyBranch(t *testing.T) {
	t.Parallel()
	o := newFixture(t)
	for _, branch := range []string{"", "main", "nothing"} {
		got, base, err := o.Head(t.Context(), o.by.Organization, o.project.ID, branch)
		if err != nil || len(got) != 0 || base.Commit != "" {
			t.Errorf("%q: %v, %+v, %v", branch, got, base, err)
		}
	}
	if _, _, err := o.CommitFiles(t.Context(), o.by.Organization, o.project.ID, "main"); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v, want not found", err)
	}
	if _, _, err := o.CommitFiles(t.Context(), "another", o.project.ID, "main"); !fault.Is(err, fault.NotFound) {
		t.Errorf("another organization: got %v, want not found", err)
	}
}
