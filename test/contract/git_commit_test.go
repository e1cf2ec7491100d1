package contract_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

func TestCommitWorkspace(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		one := m.workspace("one")
		m.describe(one, "ORDERS", "first")
		before := m.diff(one + "/diff")
		if !slices.ContainsFunc(before.Changes, isAdded("WORK.ORDERS")) {
			t.Errorf("before the first commit: %+v", before)
		}
		first := m.commit(one, "Add orders\n\nAll of them.")
		if first.AuthorEmail != apptest.AdminEmail || first.Message != "Add orders\n\nAll of them." || len(first.Parents) != 0 || len(first.Oid) != 40 {
			t.Errorf("the first commit: %+v", first)
		}
		if after := m.diff(one + "/diff"); len(after.Changes) != 0 || *after.From != first.Oid {
			t.Errorf("after the commit: %+v", after)
		}
		wantFault(t, m.Post(m.token, one+"/commit", object{"message": "again"}), http.StatusBadRequest, "nothing to commit")
		wantFault(t, m.Post(m.token, one+"/commit", object{"message": ""}), http.StatusBadRequest)
	})
}

func TestHistory(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		one := m.workspace("one")
		if list := m.history(""); len(list.Data) != 0 || !list.Next.IsNull() {
			t.Errorf("the history of nothing: %+v", list)
		}
		m.describe(one, "ORDERS", "first")
		first := m.commit(one, "Add")
		m.describe(one, "ORDERS", "second")
		second := m.commit(one, "Describe")
		list := m.history("?limit=1")
		if len(list.Data) != 1 || list.Data[0].Oid != second.Oid || list.Data[0].Parents[0] != first.Oid || list.Next.IsNull() {
			t.Fatalf("the history: %+v", list)
		}
		m.describe(one, "ORDERS", "third")
		m.commit(one, "Between the pages")
		rest := m.history("?limit=1&startingFrom=" + list.Next.MustGet())
		if len(rest.Data) != 1 || rest.Data[0].Oid != first.Oid || !rest.Next.IsNull() {
			t.Errorf("its second page: %+v", rest)
		}
		if list.Total != 2 || rest.Total != 2 || list.OrderByDirection != "desc" {
			t.Errorf("of the two commits there are %d, and %d on the second page, %s", list.Total, rest.Total, list.OrderByDirection)
		}
		m.history("?orderBy=history&orderByDirection=desc")
		wantFault(t, m.Get(m.token, m.project+"/commits?orderByDirection=asc"), http.StatusBadRequest, "oldest first")
		wantFault(t, m.Get(m.token, m.project+"/commits?branch=nothing"), http.StatusNotFound, "nothing")
		wantFault(t, m.Get(m.token, m.project+"/commits?startingFrom=nothing"), http.StatusBadRequest, "startingFrom")
	})
}

func isAdded(node string) func(api.FileChange) bool {
	return func(c api.FileChange) bool {
		return c.Change == "added" && c.Node != nil && *c.Node == node && c.NodeID != nil
	}
}

func TestDiffCommits(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	one := m.workspace("one")
	m.describe(one, "ORDERS", "first")
	first := m.commit(one, "Add")
	m.describe(one, "ORDERS", "second")
	m.commit(one, "Describe")
	diff := m.diff(m.project + "/diff?from=" + first.Oid + "&to=main").Changes
	if len(diff) != 1 || diff[0].Change != "changed" || *diff[0].Node != "WORK.ORDERS" || *diff[0].Kind != "node" ||
		!strings.Contains(*diff[0].Before, "first") || !strings.Contains(*diff[0].After, "second") {
		t.Errorf("the difference: %+v", diff)
	}
	wantFault(t, m.Get(m.token, m.project+"/diff?from=nothing&to=main"), http.StatusNotFound, "nothing")
}

// The author of a commit is the git account that the user linked to the project.
func TestCommitAuthorIsLinkedAccount(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	account := m.Post(m.token, gitAccountsPath, gitAccount("x")).Want(http.StatusCreated).Field("id")
	m.Put(m.token, m.project+"/gitAccounts/"+m.Me(m.token).User.ID, object{"gitAccountID": account}).Want(http.StatusNoContent)
	one := m.workspace("one")
	m.describe(one, "ORDERS", "first")
	if made := m.commit(one, "Add"); made.AuthorName != "Ada L." || made.AuthorEmail != "ada@lovelace.example" {
		t.Errorf("the commit: %+v", made)
	}
}

// If two users commit to a branch at the same time, one gets a conflict, pulls and commits.
func TestConcurrentCommits(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		first := m.workspace("first")
		m.describe(first, "BASE", "x")
		m.commit(first, "Begin")
		spaces := []string{m.workspace("a"), m.workspace("b")}
		for i, space := range spaces {
			m.describe(space, []string{"LEFT", "RIGHT"}[i], "new")
		}
		responses := make([]apptest.Response, len(spaces))
		var group sync.WaitGroup
		for i, space := range spaces {
			group.Go(func() { responses[i] = m.Post(m.token, space+"/commit", object{"message": "at once"}) })
		}
		group.Wait()
		loser := slices.IndexFunc(responses, func(r apptest.Response) bool { return r.Status != http.StatusCreated })
		if loser < 0 {
			t.Fatal("both were first")
		}
		responses[1-loser].Want(http.StatusCreated)
		wantFault(t, responses[loser], http.StatusConflict, "has commits that workspace", "pull")
		wantFault(t, m.Post(m.token, spaces[loser]+"/commit", object{"message": " "}), http.StatusBadRequest, "no message")
		if pulled := m.pull(spaces[loser], nil); !pulled.IsApplied || len(pulled.Changes) != 1 || len(pulled.Conflicts) != 0 {
			t.Errorf("the pull: %+v", pulled)
		}
		m.commit(spaces[loser], "second")
		if list := m.history(""); len(list.Data) != 3 {
			t.Errorf("the history: %+v", list)
		}
		got := slices.Sorted(maps.Keys(m.descriptions(spaces[loser])))
		wantSame(t, "nodes", got, []string{"BASE", "LEFT", "RIGHT"})
	})
}

// conflictingWorkspaces creates two workspaces with different changes of one node; the first has committed.
func (m *gitFixture) conflictingWorkspaces() (one, two, head string) {
	m.t.Helper()
	one = m.workspace("one")
	m.describe(one, "ORDERS", "base")
	m.describe(one, "COSTS", "base")
	m.commit(one, "Begin")
	two = m.workspace("two")
	m.descriptions(two)
	m.describe(one, "ORDERS", "one")
	m.describe(one, "COSTS", "one")
	head = m.commit(one, "Change").Oid
	m.describe(two, "ORDERS", "two")
	return one, two, head
}

func TestPullReportsConflictsByNode(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		_, two, head := m.conflictingWorkspaces()
		pulled := m.pull(two, nil)
		if pulled.IsApplied || len(pulled.Conflicts) != 1 || len(pulled.Changes) != 0 || pulled.Commit != head {
			t.Fatalf("the pull: %+v", pulled)
		}
		conflict := pulled.Conflicts[0]
		if *conflict.Node != "WORK.ORDERS" || *conflict.NodeID == "" || !strings.Contains(*conflict.Base, "description: base") ||
			!strings.Contains(*conflict.Ours, "description: two") || !strings.Contains(*conflict.Theirs, "description: one") {
			t.Errorf("the conflict: %+v", conflict)
		}
		if now := m.descriptions(two); now["COSTS"] != "base" || now["ORDERS"] != "two" {
			t.Errorf("something was applied: %v", now)
		}
		wantFault(t, m.Post(m.token, two+"/pull", object{"resolve": object{conflict.Path: "both"}}), http.StatusBadRequest)
	})
}

func TestConflictsAreResolved(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		one, two, head := m.conflictingWorkspaces()
		path := m.pull(two, nil).Conflicts[0].Path
		resolved := m.pull(two, object{path: "ours"})
		if now := m.descriptions(two); !resolved.IsApplied || now["COSTS"] != "one" || now["ORDERS"] != "two" {
			t.Errorf("resolved for ours: %+v, %v", resolved, now)
		}
		if left := m.diff(two + "/diff"); len(left.Changes) != 1 || *left.From != head {
			t.Errorf("what is left to commit: %+v", left)
		}
		m.commit(two, "Mine")
		m.describe(one, "ORDERS", "three")
		if theirs := m.pull(one, object{path: "theirs"}); !theirs.IsApplied || m.descriptions(one)["ORDERS"] != "two" {
			t.Errorf("resolved for theirs: %+v", theirs)
		}
	})
}

func TestBranches(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		one := m.workspace("one")
		wantFault(t, m.Post(m.token, m.project+"/branches", object{"name": "dev"}), http.StatusBadRequest, "main")
		m.describe(one, "ORDERS", "base")
		first := m.commit(one, "Begin")
		made := m.Post(m.token, m.project+"/branches", object{"name": "dev"}).Want(http.StatusCreated)
		if made.Field("commit") != first.Oid {
			t.Errorf("the branch: %s", made.Body)
		}
		wantFault(t, m.Post(m.token, m.project+"/branches", object{"name": "dev"}), http.StatusConflict, "already")
		wantFault(t, m.Post(m.token, m.project+"/branches", object{"name": "dev/x"}), http.StatusConflict, "conflicts with branch")
		wantFault(t, m.Post(m.token, m.project+"/branches", object{"name": "a b"}), http.StatusBadRequest, "a b")
		wantFault(t, m.Post(m.token, m.project+"/branches", object{"name": "refs/heads/x"}), http.StatusBadRequest, "Remove refs/heads/")
		wantFault(t, m.Post(m.token, m.project+"/branches", object{"name": "x", "from": "nothing"}), http.StatusBadRequest, "nothing")
		m.describe(one, "ORDERS", "open")
		wantFault(t, m.Post(m.token, one+"/branch", object{"branch": "dev"}), http.StatusConflict, "uncommitted")
		wantFault(t, m.Post(m.token, one+"/branch", object{"branch": "nothing"}), http.StatusBadRequest, "nothing")
		var on api.Workspace
		m.Post(m.token, one+"/branch", object{"branch": "dev", "discard": true}).Want(http.StatusOK).JSON(&on)
		if now := m.descriptions(one); now["ORDERS"] != "base" {
			t.Errorf("after the switch: %v", now)
		}
		m.describe(one, "ORDERS", "dev")
		second := m.commit(one, "On dev")
		var list api.BranchList
		m.Get(m.token, m.project+"/branches").Want(http.StatusOK).JSON(&list)
		if len(list.Data) != 2 || list.Data[0].Name != "dev" || list.Data[0].Commit != second.Oid || list.Data[0].IsDefault ||
			list.Data[1].Commit != first.Oid || !list.Data[1].IsDefault {
			t.Errorf("the branches: %+v", list)
		}
		two := "/api/v1/workspaces/" + m.Post(m.token, "/api/v1/workspaces", object{"project": m.id, "name": "two", "branch": "dev"}).
			Want(http.StatusCreated).Field("id")
		if now := m.descriptions(two); now["ORDERS"] != "dev" {
			t.Errorf("a workspace on dev: %v", now)
		}
	})
}
