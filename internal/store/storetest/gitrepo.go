package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func gitRepoCases() cases {
	return cases{
		"objects are found":                                 gitObjectsAreFound,
		"the first object stays":                            gitObjectStays,
		"many objects in one call":                          manyGitObjects,
		"a reference moves only from its current target":    gitReferenceMoves,
		"one of many concurrent moves succeeds":             gitMovesAtOnce,
		"a repository belongs to one project":               gitRepositoryIsOfOneProject,
		"a repository is deleted with its project":          gitRepositoryIsDeleted,
		"a revoked credential moves nothing":                revokedMovesNothing,
		"the first key of a host stays":                     firstHostKeyStays,
		"host keys are deleted when the repository changes": hostKeysAreDeleted,
		"a commit is written and read":                      gitCommitIsRead,
		"a workspace at the branch's commit moves with it":  workspaceFollowsBranch,
	}
}

func (o *tenant) repository(t *testing.T) gitrepo.Storage {
	t.Helper()
	return o.db.Repositories().Storage(o.admin.actor, o.project(t).ID)
}

func gitObject(n int, kind gitrepo.Kind) gitrepo.Object {
	name := fmt.Sprintf("%040x", n)
	return gitrepo.Object{Hash: gitrepo.Hash(name), Kind: kind, Size: int64(n), Packed: []byte("\x00\xff" + name)}
}

func gitObjectsAreFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	repo := o.repository(t)
	blob, commit := gitObject(1, gitrepo.BlobKind), gitObject(2, gitrepo.CommitKind)
	ok(t, repo.Put(t.Context(), []gitrepo.Object{blob, commit}))
	absent := gitObject(3, gitrepo.BlobKind).Hash
	found, err := repo.Objects(t.Context(), []gitrepo.Hash{commit.Hash, absent, blob.Hash})
	ok(t, err)
	slices.SortFunc(found, func(x, y gitrepo.Object) int { return strings.Compare(string(x.Hash), string(y.Hash)) })
	equal(t, found, []gitrepo.Object{blob, commit})
	missing, err := repo.Missing(t.Context(), []gitrepo.Hash{commit.Hash, absent, blob.Hash})
	ok(t, err)
	equal(t, missing, []gitrepo.Hash{absent})
	commits, err := repo.Commits(t.Context())
	ok(t, err)
	equal(t, commits, []gitrepo.Object{commit})
	for _, names := range [][]gitrepo.Hash{nil, {"x"}} {
		none, err := repo.Objects(t.Context(), names)
		ok(t, err)
		equal(t, len(none), 0)
	}
}

func gitObjectStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	repo := o.repository(t)
	first := gitObject(1, gitrepo.BlobKind)
	second := first
	second.Packed = []byte("other")
	for _, some := range [][]gitrepo.Object{{first}, {second}, {second, first}} {
		ok(t, repo.Put(t.Context(), some))
	}
	found, err := repo.Objects(t.Context(), []gitrepo.Hash{first.Hash})
	ok(t, err)
	equal(t, found, []gitrepo.Object{first})
}

func manyGitObjects(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	repo := gitrepo.Open(o.repository(t), gitrepo.Limits{})
	files := map[string][]byte{}
	for range 1500 {
		files["nodes/"+unique()] = []byte(unique())
	}
	made, err := repo.Record(t.Context(), gitrepo.Draft{Branch: "main", Files: files, Message: "many", Author: gitrepo.Signature{When: noon()}})
	ok(t, err)
	read, err := repo.Files(t.Context(), made.Hash)
	ok(t, err)
	equal(t, read, files)
}

func gitReferenceMoves(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	repo := o.repository(t)
	const name = "refs/heads/main"
	one, two := gitObject(1, gitrepo.CommitKind).Hash, gitObject(2, gitrepo.CommitKind).Hash
	for _, step := range []struct {
		move gitrepo.Move
		is   bool
	}{
		{gitrepo.Move{Name: name, From: one, To: two}, false}, // does not exist
		{gitrepo.Move{Name: name, To: one}, true},
		{gitrepo.Move{Name: name, To: two}, false}, // exists
		{gitrepo.Move{Name: name, From: two, To: one}, false},
		{gitrepo.Move{Name: name, From: one, To: two}, true},
		{gitrepo.Move{Name: name, From: one}, false},
		{gitrepo.Move{Name: name, From: two}, true},
		{gitrepo.Move{Name: name, To: one}, true},
	} {
		err := repo.Move(t.Context(), step.move)
		if step.is {
			ok(t, err)
		} else {
			refused(t, err, fault.Conflict, "main")
		}
	}
	references, err := repo.References(t.Context())
	ok(t, err)
	equal(t, references, []gitrepo.Reference{{Name: name, Target: one}})
}

func gitMovesAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	repo := o.repository(t)
	const name = "refs/heads/main"
	base := gitObject(0, gitrepo.CommitKind).Hash
	for _, from := range []gitrepo.Hash{"", base} { // a new reference, then an existing one
		to := base
		happened := 0
		for _, err := range together(10, func(i int) error {
			if from != "" {
				return repo.Move(t.Context(), gitrepo.Move{Name: name, From: from, To: gitObject(i%5+1, gitrepo.CommitKind).Hash})
			}
			return repo.Move(t.Context(), gitrepo.Move{Name: name, To: to})
		}) {
			if err == nil {
				happened++
				continue
			}
			refused(t, err, fault.Conflict)
		}
		equal(t, happened, 1)
	}
}

func gitRepositoryIsOfOneProject(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	p := o.project(t)
	mine := o.db.Repositories().Storage(o.admin.actor, p.ID)
	blob := gitObject(1, gitrepo.BlobKind)
	ok(t, mine.Put(t.Context(), []gitrepo.Object{blob}))
	ok(t, mine.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", To: blob.Hash}))
	for name, repo := range map[string]gitrepo.Storage{
		"another project":      o.repository(t),
		"another organization": o.db.Repositories().Storage(other.admin.actor, p.ID),
	} {
		found, err := repo.Objects(t.Context(), []gitrepo.Hash{blob.Hash})
		ok(t, err)
		references, err := repo.References(t.Context())
		ok(t, err)
		if len(found)+len(references) > 0 {
			t.Errorf("%s sees %v, %v", name, found, references)
		}
	}
	stranger := o.db.Repositories().Storage(other.admin.actor, p.ID)
	refused(t, stranger.Put(t.Context(), []gitrepo.Object{gitObject(2, gitrepo.BlobKind)}), fault.NotFound, "project")
	refused(t, stranger.Move(t.Context(), gitrepo.Move{Name: "refs/heads/x", To: blob.Hash}), fault.NotFound, "project")
}

func gitRepositoryIsDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	repo := o.db.Repositories().Storage(o.admin.actor, p.ID)
	blob := gitObject(1, gitrepo.BlobKind)
	ok(t, repo.Put(t.Context(), []gitrepo.Object{blob}))
	ok(t, repo.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", To: blob.Hash}))
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, p.ID))
	found, err := repo.Objects(t.Context(), []gitrepo.Hash{blob.Hash})
	ok(t, err)
	equal(t, len(found), 0)
}

func revokedMovesNothing(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p, member := o.project(t), o.member(t)
	ok(t, o.change(t.Context(), member.ID, disable))
	repo := o.db.Repositories().Storage(member.actor, p.ID)
	refused(t, repo.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", To: gitObject(1, gitrepo.CommitKind).Hash}), fault.Unauthenticated)
	_, err := o.db.Repositories().Keys(member.actor, p.ID).TrustOnFirstUse(t.Context(), "host:22", "SHA256:x")
	refused(t, err, fault.Unauthenticated)
	references, err := repo.References(t.Context())
	ok(t, err)
	equal(t, len(references), 0)
}

func firstHostKeyStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	keys := o.db.Repositories().Keys(o.admin.actor, p.ID)
	for _, fingerprint := range []string{"SHA256:first", "SHA256:second"} {
		known, err := keys.TrustOnFirstUse(t.Context(), "host:22", fingerprint)
		ok(t, err)
		equal(t, known, "SHA256:first")
	}
	known, err := keys.TrustOnFirstUse(t.Context(), "other:22", "SHA256:second")
	ok(t, err)
	equal(t, known, "SHA256:second")
	known, err = o.db.Repositories().Keys(o.admin.actor, o.project(t).ID).TrustOnFirstUse(t.Context(), "host:22", "SHA256:third")
	ok(t, err)
	equal(t, known, "SHA256:third")
}

func hostKeysAreDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	keys := o.db.Repositories().Keys(o.admin.actor, p.ID)
	for _, step := range []struct{ repo, want string }{
		{p.GitRepo, "SHA256:first"}, {"", "SHA256:second"}, {p.GitRepo, "SHA256:second"}, {"https://elsewhere.example/x", "SHA256:third"},
	} {
		_, err := keys.TrustOnFirstUse(t.Context(), "host:22", "SHA256:first")
		ok(t, err)
		_, err = o.db.Projects().Change(t.Context(), o.admin.actor, p.ID, func(stored *project.Project) error {
			stored.GitRepo = step.repo
			return nil
		})
		ok(t, err)
		known, err := keys.TrustOnFirstUse(t.Context(), "host:22", step.want)
		ok(t, err)
		equal(t, known, step.want)
	}
}

func workspaceFollowsBranch(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	p := o.project(t)
	follower, beside := o.workspace(t, p.ID), o.workspace(t, p.ID)
	repo := o.db.Repositories().Following(o.admin.actor, follower)
	one, two := gitObject(1, gitrepo.CommitKind).Hash, gitObject(2, gitrepo.CommitKind).Hash
	at := func(id ids.Workspace) string {
		t.Helper()
		found, err := o.db.Workspaces().Find(t.Context(), o.Organization.ID, id)
		ok(t, err)
		return found.Settings.Branch + " " + found.BaseCommit
	}
	ok(t, repo.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", To: one}))
	equal(t, at(follower.ID), "main "+string(one))
	refused(t, repo.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", From: two, To: one}), fault.Conflict)
	ok(t, repo.Move(t.Context(), gitrepo.Move{Name: "refs/remotes/origin/main", To: two}))
	equal(t, at(follower.ID), "main "+string(one))
	ok(t, o.db.Repositories().Storage(o.admin.actor, p.ID).Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", From: one, To: two}))
	equal(t, at(follower.ID), "main "+string(one)) // a move by another user
	ok(t, repo.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", From: two, To: one}))
	equal(t, at(follower.ID), "main "+string(one)) // was at another commit
	equal(t, at(beside.ID), "main ")
	stranger := other.db.Repositories().Following(other.admin.actor, follower)
	refused(t, stranger.Move(t.Context(), gitrepo.Move{Name: "refs/heads/main", To: two}), fault.NotFound)
}

func gitCommitIsRead(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	repo := gitrepo.Open(o.db.Repositories().Storage(account.Actor{Organization: o.Organization.ID}, p.ID), gitrepo.Limits{})
	draft := gitrepo.Draft{Branch: "main", Files: map[string][]byte{"a/b": []byte("é\x00")}, Message: "m", Author: gitrepo.Signature{Name: "Ж", When: noon()}}
	first, err := repo.Record(t.Context(), draft)
	ok(t, err)
	draft.Files, draft.Parents = map[string][]byte{"a/c": {}}, []gitrepo.Hash{first.Hash}
	second, err := repo.Record(t.Context(), draft)
	ok(t, err)
	log, err := repo.Log(t.Context(), second.Hash, 10)
	ok(t, err)
	equal(t, len(log), 2)
	files, err := repo.Files(t.Context(), second.Hash)
	ok(t, err)
	equal(t, files, draft.Files)
	_, err = repo.Record(t.Context(), gitrepo.Draft{Branch: "main", Files: draft.Files, Message: "m"})
	refused(t, err, fault.Conflict, "main")
}
