package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/workspace"
)

// WorkspaceFiles stores the files of workspaces.
type WorkspaceFiles struct{ db *DB }

// WorkspaceFiles returns the store of workspace files.
func (db *DB) WorkspaceFiles() *WorkspaceFiles { return &WorkspaceFiles{db} }

// keptRevisions is for how many revisions the rows of removed files are kept.
const keptRevisions = 1_000

// folderRow is what the row of a workspace says about its files.
type folderRow struct {
	workspace.Folder

	count, bytes int64
	project      ids.Project
	name         string
}

// object returns the workspace as the audit log names it.
func (f folderRow) object(id ids.Workspace) audit.Object {
	return workspaceObject(project.Workspace{ID: id, Project: f.project, Name: f.name})
}

func findFolder(ctx context.Context, q querier, organization ids.Organization, id ids.Workspace, lock string) (folderRow, error) {
	var f folderRow
	err := q.QueryRowContext(ctx, `SELECT revision, last_job, base_commit, file_count, file_bytes, project_id, name FROM workspaces
		WHERE organization_id = $1 AND id = $2`+lock, organization, id).Scan(&f.Revision, &f.LastJob, &f.BaseCommit, &f.count, &f.bytes,
		&f.project, &f.name)
	if errors.Is(err, sql.ErrNoRows) {
		return f, project.WorkspaceNotFound(ids.FormatNumber(id))
	}
	return f, err
}

// Load returns every file of a workspace.
func (s *WorkspaceFiles) Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (workspace.Folder, error) {
	changes, err := s.Since(ctx, organization, id, -1)
	return changes.Folder, err
}

// Since returns the files that have changed after a revision, and the paths of those that were removed.
func (s *WorkspaceFiles) Since(ctx context.Context, organization ids.Organization, id ids.Workspace, revision int64) (workspace.Changes, error) {
	var changes workspace.Changes
	err := s.db.read(ctx, func(q querier) error {
		folder, err := findFolder(ctx, q, organization, id, "")
		if err != nil {
			return err
		}
		changes = workspace.Changes{Folder: folder.Folder}
		changes.Files = map[string]workspace.File{}
		if revision < folder.Revision-keptRevisions || revision > folder.Revision {
			revision, changes.IsWhole = -1, true
		}
		changes.IsWhole = changes.IsWhole || revision < 0
		files, err := queryAll(ctx, q, scanFile, `SELECT path, version, is_gone, content FROM workspace_files
			WHERE organization_id = $1 AND workspace_id = $2 AND version > $3`, organization, id, revision)
		for _, f := range files {
			switch {
			case !f.isGone:
				changes.Files[f.path] = f.File
			case !changes.IsWhole:
				changes.Gone = append(changes.Gone, f.path)
			}
		}
		return err
	})
	return changes, err
}

// Below returns the files of one folder of a workspace.
func (s *WorkspaceFiles) Below(
	ctx context.Context, organization ids.Organization, id ids.Workspace, folder string,
) (map[string]workspace.File, error) {
	found, err := queryAll(ctx, s.db.reader, scanFile, `SELECT path, version, is_gone, content FROM workspace_files
		WHERE organization_id = $1 AND workspace_id = $2 AND path LIKE $3 AND NOT is_gone`, organization, id, folder+"/%")
	files := make(map[string]workspace.File, len(found))
	for _, f := range found {
		if strings.HasPrefix(f.path, folder+"/") { // LIKE in SQLite ignores the case of letters
			files[f.path] = f.File
		}
	}
	return files, translate(err)
}

// fileRow is a file of a workspace, or the row of a removed one.
type fileRow struct {
	workspace.File

	path   string
	isGone bool
	size   int64
}

func scanFile(scan scanner) (fileRow, error) {
	var f fileRow
	err := scan(&f.path, &f.Version, &f.isGone, &f.Content)
	return f, err
}
