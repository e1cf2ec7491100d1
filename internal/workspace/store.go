package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Store stores the files of workspaces.
type Store interface {
	// Load returns every file.
	Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (Folder, error)
	// Since returns the changes after a revision. If the revision is too old it returns every file.
	Since(ctx context.Context, organization ids.Organization, id ids.Workspace, revision int64) (Changes, error)
	// Below returns the files of one folder, such as jobs.
	Below(ctx context.Context, organization ids.Organization, id ids.Workspace, folder string) (map[string]File, error)
	// Apply changes files in one transaction and returns the new revision. If an expectation of the edit fails, it
	// returns a conflict and changes nothing. A file that is written with its current content does not change.
	Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit Edit) (int64, error)
}

// Folder contains the files of a workspace at one revision.
type Folder struct {
	Revision   int64
	LastJob    int64 // the highest number of a job so far
	BaseCommit string
	Files      map[string]File // by path
}

// File is a file of a workspace. Its content must not be changed.
type File struct {
	Content []byte
	Version int64 // the revision that changed it last
}

// Changes are the changes since a revision.
type Changes struct {
	Folder

	IsWhole bool     // Files contains all files, not only the changed ones
	Gone    []string // paths of deleted files
}

// Edit is a change of files.
type Edit struct {
	Put    map[string][]byte
	Remove []string
	// Expect are the versions that files must still have; 0 means that the file must not exist.
	Expect map[string]int64
	// Revision must still be the workspace's current one; nil skips the check.
	Revision *int64
	// Base is set if the files now equal a commit; nil leaves it.
	Base *Base
	// Job is the number of a new job, which no job may have had before; 0 if there is none.
	Job int64
}

// Base is the commit that files equal.
type Base struct {
	Branch string // empty keeps that of the workspace
	Commit string
}

// The limits of a workspace are those of a deployment.
const (
	MaxFiles     = 100_000
	MaxBytes     = 256 << 20 // of all files together
	MaxFileBytes = 2 << 20   // the limit of the project reader
	maxPathBytes = 512
)
