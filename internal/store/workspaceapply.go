package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/workspace"
)

// Apply changes files of a workspace. It locks the row of the workspace, so that edits of one workspace run one after
// the other.
func (s *WorkspaceFiles) Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit workspace.Edit) (int64, error) {
	if err := edit.Check(); err != nil {
		return 0, err
	}
	var revision int64
	err := s.db.write(ctx, by, audit.On(audit.Edit, audit.Workspace, ids.FormatNumber(id)), func(t *tx) (err error) {
		folder, err := findFolder(ctx, t, by.Organization, id, t.dialect.forUpdate)
		if err != nil {
			return err
		}
		a := &application{tx: t, organization: by.Organization, id: id, folder: folder, edit: edit}
		t.auditObject(folder.object(id))
		t.auditChanges(nil, editFields(edit))
		if revision, err = a.apply(ctx); err == nil && revision == folder.Revision && edit.Base == nil {
			t.unchanged()
		}
		return err
	})
	return revision, err
}

// application is an edit that is being stored.
type application struct {
	*tx

	organization ids.Organization
	id           ids.Workspace
	folder       folderRow
	edit         workspace.Edit
	existing     map[string]fileRow // the files that the edit names, without their contents
}

func (a *application) apply(ctx context.Context) (int64, error) {
	var err error
	if a.existing, err = a.find(ctx); err != nil {
		return 0, err
	}
	if err := a.checkExpectations(); err != nil {
		return 0, err
	}
	put, err := a.put(ctx)
	if err != nil {
		return 0, err
	}
	removed, err := a.remove(ctx)
	if err != nil {
		return 0, err
	}
	if put+removed > 0 {
		a.folder.Revision++
		if err := a.deleteOldRemovals(ctx); err != nil {
			return 0, err
		}
	}
	if err := workspace.CheckSize(a.folder.count, a.folder.bytes); err != nil {
		return 0, err
	}
	return a.folder.Revision, a.update(ctx)
}

// checkExpectations checks that the workspace is in the state that the edit expects.
func (a *application) checkExpectations() error {
	if a.edit.Revision != nil && *a.edit.Revision != a.folder.Revision {
		return workspace.StaleRevision()
	}
	for path, version := range a.edit.Expect {
		f, exists := a.existing[path]
		if exists = exists && !f.isGone; exists != (version != 0) || exists && f.Version != version {
			return workspace.StaleFile(path)
		}
	}
	if a.edit.Job != 0 && a.edit.Job <= a.folder.LastJob {
		return fault.New(fault.Conflict, "job %d has just been created by another request", a.edit.Job).WithHint("Try again.")
	}
	return nil
}

// filesAtOnce is how many files one statement reads or writes.
const filesAtOnce = 100

// find reads the versions and sizes of the files that the edit names.
func (a *application) find(ctx context.Context) (map[string]fileRow, error) {
	paths := slices.Concat(a.edit.Remove, slices.Collect(maps.Keys(a.edit.Put)), slices.Collect(maps.Keys(a.edit.Expect)))
	slices.Sort(paths)
	there := make(map[string]fileRow, len(paths))
	for some := range slices.Chunk(slices.Compact(paths), filesAtOnce) {
		args := []any{a.organization, a.id}
		for _, path := range some {
			args = append(args, path)
		}
		found, err := queryAll(ctx, a, func(scan scanner) (f fileRow, err error) {
			return f, scan(&f.path, &f.Version, &f.isGone, &f.size)
		}, `SELECT path, version, is_gone, size FROM workspace_files
			WHERE organization_id = $1 AND workspace_id = $2 AND path IN (`+placeholders(3, len(some))+`)`, args...)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			there[f.path] = f
		}
	}
	return there, nil
}

// placeholders returns count placeholders, numbered from from.
func placeholders(from, count int) string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf("$%d", from+i)
	}
	return strings.Join(list, ", ")
}

// put writes the files whose contents differ.
func (a *application) put(ctx context.Context) (changed int64, err error) {
	for some := range slices.Chunk(slices.Sorted(maps.Keys(a.edit.Put)), filesAtOnce) {
		n, err := a.putSome(ctx, some)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	for path, content := range a.edit.Put {
		before, exists := a.existing[path]
		if !exists || before.isGone {
			a.folder.count++
			before.size = 0
		}
		a.folder.bytes += int64(len(content)) - before.size
	}
	return changed, nil
}

func (a *application) putSome(ctx context.Context, paths []string) (int64, error) {
	var query strings.Builder
	query.WriteString(`INSERT INTO workspace_files (organization_id, workspace_id, version, path, size, content) VALUES `)
	args := []any{a.organization, a.id, a.folder.Revision + 1}
	for i, path := range paths {
		if i > 0 {
			query.WriteString(", ")
		}
		n := len(args)
		fmt.Fprintf(&query, "($1, $2, $3, $%d, $%d, $%d)", n+1, n+2, n+3)
		args = append(args, path, len(a.edit.Put[path]), notNil(a.edit.Put[path]))
	}
	query.WriteString(` ON CONFLICT (organization_id, workspace_id, path) DO UPDATE SET version = excluded.version,
		is_gone = false, size = excluded.size, content = excluded.content
		WHERE workspace_files.is_gone OR workspace_files.content <> excluded.content`)
	result, err := a.ExecContext(ctx, query.String(), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// notNil returns bytes that a database driver does not store as NULL.
func notNil(content []byte) []byte {
	if content == nil {
		return []byte{}
	}
	return content
}

// remove marks the rows of removed files as gone and empties their contents.
func (a *application) remove(ctx context.Context) (int64, error) {
	var removed int64
	for _, path := range a.edit.Remove {
		before, exists := a.existing[path]
		if !exists || before.isGone {
			continue
		}
		_, err := a.ExecContext(ctx, `UPDATE workspace_files SET is_gone = true, version = $1, size = 0, content = $2
			WHERE organization_id = $3 AND workspace_id = $4 AND path = $5`, a.folder.Revision+1, []byte{}, a.organization, a.id, path)
		if err != nil {
			return 0, err
		}
		a.existing[path] = fileRow{isGone: true} // the edit may name it twice
		a.folder.count--
		a.folder.bytes -= before.size
		removed++
	}
	return removed, nil
}

// deleteOldRemovals deletes the rows of files that were removed long ago.
func (a *application) deleteOldRemovals(ctx context.Context) error {
	_, err := a.ExecContext(ctx, `DELETE FROM workspace_files WHERE organization_id = $1 AND workspace_id = $2 AND is_gone AND version < $3`,
		a.organization, a.id, a.folder.Revision-keptRevisions)
	return err
}

func (a *application) update(ctx context.Context) error {
	branch, commit := "", a.folder.BaseCommit
	if a.edit.Base != nil {
		branch, commit = a.edit.Base.Branch, a.edit.Base.Commit
	}
	_, err := a.ExecContext(ctx, `UPDATE workspaces SET revision = $1, last_job = $2, file_count = $3, file_bytes = $4, base_commit = $5,
		branch = CASE WHEN $6 = '' THEN branch ELSE $6 END WHERE organization_id = $7 AND id = $8`,
		a.folder.Revision, max(a.folder.LastJob, a.edit.Job), a.folder.count, a.folder.bytes, commit, branch, a.organization, a.id)
	return err
}
