package storetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/workspace"
)

func workspaceFileCases() cases {
	return cases{
		"a new workspace has no files":                        newWorkspaceIsEmpty,
		"stored files are returned":                           putIsThere,
		"an unchanged file keeps its version":                 sameFileKeepsVersion,
		"a removed file is not returned":                      removedIsGone,
		"changes since a revision are returned":               sinceTellsChanges,
		"an expectation that fails changes nothing":           staleEditChangesNothing,
		"one of many concurrent edits of a revision succeeds": oneEditWins,
		"a base commit is stored":                             baseIsKept,
		"a job number is used once":                           jobNumberIsGivenOnce,
		"invalid paths and large files are rejected":          oddFilesAreRefused,
		"many files in one edit":                              manyFilesAtOnce,
		"the files of one folder":                             filesOfOneFolder,
		"files are deleted with their workspace":              filesGoWithWorkspace,
		"another organization does not see them":              filesAreOfOneOrganization,
		"settings are stored":                                 workspaceSettingsAreKept,
		"a development run changes the status":                devRunMovesStatus,
	}
}

// workspaceFixture is a workspace to put files into.
type workspaceFixture struct {
	*tenant

	id ids.Workspace
}

func (w suiteContext) workspaceFixture(t *testing.T) workspaceFixture {
	t.Helper()
	o := w.tenant(t)
	return workspaceFixture{o, o.workspace(t, o.project(t).ID).ID}
}

func (b workspaceFixture) apply(ctx context.Context, edit workspace.Edit) (int64, error) {
	return b.db.WorkspaceFiles().Apply(ctx, b.admin.actor, b.id, edit)
}

func (b workspaceFixture) put(t *testing.T, files map[string]string) int64 {
	t.Helper()
	edit := workspace.Edit{Put: map[string][]byte{}}
	for path, content := range files {
		edit.Put[path] = []byte(content)
	}
	revision, err := b.apply(t.Context(), edit)
	ok(t, err)
	return revision
}

func (b workspaceFixture) load(t *testing.T) workspace.Folder {
	t.Helper()
	folder, err := b.db.WorkspaceFiles().Load(t.Context(), b.Organization.ID, b.id)
	ok(t, err)
	return folder
}

func file(content string, version int64) workspace.File {
	return workspace.File{Content: []byte(content), Version: version}
}

func newWorkspaceIsEmpty(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	equal(t, b.load(t), workspace.Folder{})
	_, err := b.db.WorkspaceFiles().Load(t.Context(), b.Organization.ID, 99)
	refused(t, err, fault.NotFound, "workspace 99")
	_, err = b.db.WorkspaceFiles().Apply(t.Context(), b.admin.actor, 99, workspace.Edit{})
	refused(t, err, fault.NotFound, "workspace 99")
}

func putIsThere(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	equal(t, b.put(t, map[string]string{"data.yml": "a: Ä\n", "nodes/A-B.sql": ""}), 1)
	equal(t, b.put(t, map[string]string{"nodes/A-B.sql": "SELECT\x00\xff"}), 2) // any bytes are stored
	equal(t, b.load(t), workspace.Folder{Revision: 2, Files: map[string]workspace.File{
		"data.yml": file("a: Ä\n", 1), "nodes/A-B.sql": file("SELECT\x00\xff", 2),
	}})
	found, err := b.db.Workspaces().Find(t.Context(), b.Organization.ID, b.id)
	ok(t, err)
	equal(t, found.Revision, 2)
}

func sameFileKeepsVersion(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1", "b": "1"})
	equal(t, b.put(t, map[string]string{"a": "1", "b": "1"}), 1) // nothing changed
	equal(t, b.put(t, map[string]string{"a": "1", "b": "2"}), 2)
	equal(t, b.load(t).Files, map[string]workspace.File{"a": file("1", 1), "b": file("2", 2)})
}

func removedIsGone(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1", "b": "1"})
	revision, err := b.apply(t.Context(), workspace.Edit{Remove: []string{"a", "a", "never"}})
	ok(t, err)
	equal(t, revision, 2)
	equal(t, b.load(t).Files, map[string]workspace.File{"b": file("1", 1)})
	revision, err = b.apply(t.Context(), workspace.Edit{Remove: []string{"a"}})
	ok(t, err)
	equal(t, revision, 2)
	equal(t, b.put(t, map[string]string{"a": "1"}), 3)
	equal(t, b.load(t).Files["a"], file("1", 3))
}

func sinceTellsChanges(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1", "b": "1", "c": "1"})
	b.put(t, map[string]string{"b": "2"})
	_, err := b.apply(t.Context(), workspace.Edit{Remove: []string{"c"}})
	ok(t, err)
	since := func(revision int64) workspace.Changes {
		changes, err := b.db.WorkspaceFiles().Since(t.Context(), b.Organization.ID, b.id, revision)
		ok(t, err)
		return changes
	}
	equal(t, since(1), workspace.Changes{
		Folder: workspace.Folder{Revision: 3, Files: map[string]workspace.File{"b": file("2", 2)}}, Gone: []string{"c"},
	})
	equal(t, since(3), workspace.Changes{Folder: workspace.Folder{Revision: 3}})
	whole := since(99) // of another database, such as a restored backup
	equal(t, whole.IsWhole, true)
	equal(t, slices.Sorted(maps.Keys(whole.Files)), []string{"a", "b"})
	equal(t, whole.Gone, nil)
}

func staleEditChangesNothing(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1", "gone": "1"})
	_, err := b.apply(t.Context(), workspace.Edit{Remove: []string{"gone"}})
	ok(t, err)
	before := b.load(t)
	put := map[string][]byte{"a": []byte("mine"), "new": []byte("mine")}
	old, now := int64(1), int64(2)
	for name, edit := range map[string]workspace.Edit{
		"another version":   {Put: put, Expect: map[string]int64{"a": 7}},
		"it is there":       {Put: put, Expect: map[string]int64{"a": 0}},
		"it is gone":        {Put: put, Expect: map[string]int64{"gone": 1}},
		"it never was":      {Put: put, Expect: map[string]int64{"never": 1}},
		"an older revision": {Put: put, Revision: &old},
	} {
		_, err := b.apply(t.Context(), edit)
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: got %v, want a conflict", name, err)
		}
	}
	equal(t, b.load(t), before)
	_, err = b.apply(t.Context(), workspace.Edit{Put: put, Revision: &now, Expect: map[string]int64{"a": 1, "gone": 0, "new": 0}})
	ok(t, err)
}

func oneEditWins(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1"})
	revision := int64(1)
	var won sync.Map
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			_, err := b.apply(context.WithoutCancel(t.Context()), workspace.Edit{
				Put: map[string][]byte{"a": fmt.Append(nil, "edit ", i)}, Revision: &revision,
			})
			switch {
			case err == nil:
				won.Store(i, true)
			case !fault.Is(err, fault.Conflict):
				t.Errorf("edit %d: %v", i, err)
			}
		})
	}
	all.Wait()
	folder := b.load(t)
	equal(t, folder.Revision, 2)
	winners := 0
	won.Range(func(i, _ any) bool {
		winners++
		equal(t, string(folder.Files["a"].Content), fmt.Sprint("edit ", i))
		return true
	})
	equal(t, winners, 1)
}

func baseIsKept(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1"})
	revision, err := b.apply(t.Context(), workspace.Edit{Base: &workspace.Base{Commit: "c0ffee"}})
	ok(t, err)
	equal(t, revision, 1)
	equal(t, b.load(t).BaseCommit, "c0ffee")
	_, err = b.apply(t.Context(), workspace.Edit{Base: &workspace.Base{Branch: "feature/Ж", Commit: "decaf"}})
	ok(t, err)
	b.put(t, map[string]string{"a": "2"})
	found, err := b.db.Workspaces().Find(t.Context(), b.Organization.ID, b.id)
	ok(t, err)
	equal(t, found.Settings.Branch, "feature/Ж")
	equal(t, found.BaseCommit, "decaf")
}

func jobNumberIsGivenOnce(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	_, err := b.apply(t.Context(), workspace.Edit{Put: map[string][]byte{"jobs/A-1.yml": nil}, Job: 1})
	ok(t, err)
	_, err = b.apply(t.Context(), workspace.Edit{Remove: []string{"jobs/A-1.yml"}})
	ok(t, err)
	_, err = b.apply(t.Context(), workspace.Edit{Put: map[string][]byte{"jobs/B-1.yml": nil}, Job: 1})
	refused(t, err, fault.Conflict, "job 1")
	_, err = b.apply(t.Context(), workspace.Edit{Put: map[string][]byte{"jobs/B-5.yml": nil}, Job: 5})
	ok(t, err)
	equal(t, b.load(t).LastJob, 5)
}

func oddFilesAreRefused(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	for _, path := range []string{
		"", ".", "..", "../a", "/a", "a/../b", "a//b", "a/", `a\b`, "C:a", "a\nb", "a\x00b", "a\xff", strings.Repeat("a", 513),
	} {
		_, err := b.apply(t.Context(), workspace.Edit{Put: map[string][]byte{path: []byte("1")}})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("a file called %q: %v", path, err)
		}
	}
	_, err := b.apply(t.Context(), workspace.Edit{Put: map[string][]byte{"large": make([]byte, workspace.MaxFileBytes+1)}})
	refused(t, err, fault.Invalid, "large")
	equal(t, b.load(t), workspace.Folder{})
}

func manyFilesAtOnce(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	edit := workspace.Edit{Put: map[string][]byte{}}
	for i := range 1_234 {
		edit.Put[fmt.Sprintf("nodes/A-%d.sql", i)] = fmt.Append(nil, "SELECT ", i)
	}
	_, err := b.apply(t.Context(), edit)
	ok(t, err)
	folder := b.load(t)
	equal(t, len(folder.Files), 1_234)
	equal(t, folder.Files["nodes/A-777.sql"], file("SELECT 777", 1))
	_, err = b.apply(t.Context(), workspace.Edit{Remove: slices.Collect(maps.Keys(edit.Put))[:1_000]})
	ok(t, err)
	equal(t, len(b.load(t).Files), 234)
}

func filesOfOneFolder(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"jobs/A-1.yml": "a", "jobs/B-2.yml": "b", "JOBS/C-3.yml": "c", "jobs.yml": "d", "nodes/jobs/x": "e"})
	_, err := b.apply(t.Context(), workspace.Edit{Remove: []string{"jobs/B-2.yml"}})
	ok(t, err)
	found, err := b.db.WorkspaceFiles().Below(t.Context(), b.Organization.ID, b.id, "jobs")
	ok(t, err)
	equal(t, found, map[string]workspace.File{"jobs/A-1.yml": file("a", 1)})
}

func filesGoWithWorkspace(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	b.put(t, map[string]string{"a": "1"})
	ok(t, b.db.Workspaces().Delete(t.Context(), b.admin.actor, b.id))
	_, err := b.db.WorkspaceFiles().Load(t.Context(), b.Organization.ID, b.id)
	refused(t, err, fault.NotFound)
}

func filesAreOfOneOrganization(t *testing.T, w suiteContext) {
	b, other := w.workspaceFixture(t), w.tenant(t)
	b.put(t, map[string]string{"a": "1"})
	_, err := b.db.WorkspaceFiles().Load(t.Context(), other.Organization.ID, b.id)
	refused(t, err, fault.NotFound)
	_, err = b.db.WorkspaceFiles().Apply(t.Context(), other.admin.actor, b.id, workspace.Edit{Put: map[string][]byte{"a": []byte("2")}})
	refused(t, err, fault.NotFound)
	equal(t, b.load(t).Files["a"], file("1", 1))
}

func workspaceSettingsAreKept(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	connectionA := b.connection(t)
	settings := project.WorkspaceSettings{
		Branch: "main", Connection: connectionA.ID, Mappings: map[string]project.Mapping{"STG": {Database: "db", Schema: "Ж"}},
		Parameters: []byte(`{"day": 12345678901234567890}`),
	}
	change := func(s project.WorkspaceSettings) (project.Workspace, error) {
		return b.db.Workspaces().Change(t.Context(), b.admin.actor, b.id, func(w *project.Workspace) error {
			w.Name, w.Settings = "Other", s
			return nil
		})
	}
	changed, err := change(settings)
	ok(t, err)
	equal(t, changed.Settings, settings)
	found, err := b.db.Workspaces().Find(t.Context(), b.Organization.ID, b.id)
	ok(t, err)
	equal(t, found, changed)
	settings.Connection = ids.New[ids.Connection]()
	_, err = change(settings)
	refused(t, err, fault.Invalid, string(settings.Connection))
	_, err = change(project.WorkspaceSettings{Branch: "main"})
	ok(t, err)
}

func devRunMovesStatus(t *testing.T, w suiteContext) {
	b := w.workspaceFixture(t)
	target := ids.Environment(b.id)
	is := func(want project.Status) {
		t.Helper()
		found, err := b.db.Workspaces().Find(t.Context(), b.Organization.ID, b.id)
		ok(t, err)
		equal(t, found.Status, want)
	}
	first, second := b.refresh(t, target, "a"), b.refresh(t, target, "b")
	is(project.Waiting)
	one, two := b.claimRun(t, first.ID), b.claimRun(t, second.ID)
	is(project.RunningDevRun)
	refused(t, b.db.Workspaces().Delete(t.Context(), b.admin.actor, b.id), fault.Conflict, "2 runs")
	b.finish(t, one, run.Failed)
	is(project.RunningDevRun)
	b.finish(t, two, run.Completed)
	is(project.FailedDevRun)
	b.finish(t, b.claimRun(t, b.refresh(t, target, "a").ID), run.Completed)
	is(project.Waiting)
	b.finish(t, b.claimRun(t, b.refresh(t, target, "a").ID), run.Canceled)
	is(project.Waiting)
}

func (s *writeFixture) workspaceWrites() map[string]write {
	return map[string]write{
		"Workspaces.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Workspaces().Change(ctx, by, s.workspaceFixture.ID, func(w *project.Workspace) error {
				w.Name = "Other"
				return nil
			})
			return err
		},
		"WorkspaceFiles.Apply": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.WorkspaceFiles().Apply(ctx, by, s.workspaceFixture.ID, workspace.Edit{Put: map[string][]byte{"data.yml": []byte(unique())}})
			return err
		},
	}
}
