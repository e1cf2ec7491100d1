package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Store keeps the files of workspaces.
type Store interface {
	// Load gives every file.
	Load(ctx context.Context, organization ids.Organization, id ids.Workspace) (Folder, error)
	// Since gives what has changed after a revision. What is too long ago is answered with every file.
	Since(ctx context.Context, organization ids.Organization, id ids.Workspace, revision int64) (Changes, error)
	// Below gives the files of one folder, such as jobs.
	Below(ctx context.Context, organization ids.Organization, id ids.Workspace, folder string) (map[string]File, error)
	// Apply changes files in one transaction and gives the revision that follows. It is a conflict when something that the
	// edit expects is no longer so, and then nothing has changed. A file that is put as it is does not change.
	Apply(ctx context.Context, by account.Actor, id ids.Workspace, edit Edit) (int64, error)
}

// Folder is the files of a workspace at one revision.
type Folder struct {
	Revision   int64
	LastJob    int64 // the highest number that a job was given
	BaseCommit string
	Files      map[string]File // by path
}

// File is a file of a workspace. Its content is not to be changed.
type File struct {
	Content []byte
	Version int64 // the revision that changed it last
}

// Changes are what has happened since a revision.
type Changes struct {
	Folder

	IsWhole bool     // Files are all there are, not only those that changed
	Gone    []string // paths of files that are no longer there
}

// Edit is a change of files.
type Edit struct {
	Put    map[string][]byte
	Remove []string
	// Expect are the versions of files that must still be current; 0 is a file that must not be there.
	Expect map[string]int64
	// Revision must still be the current one of the workspace; nil is any.
	Revision *int64
	// Base is set when the files are now in step with a commit; nil leaves it.
	Base *Base
	// Job is the number of a new job, which none may have had before; 0 is no new job.
	Job int64
}

// Base is the commit that files are in step with.
type Base struct {
	Branch string // empty leaves the one that the workspace has
	Commit string
}

// The limits of a workspace are those of what can be deployed from it.
const (
	MostFiles     = 100_000
	MostBytes     = 256 << 20 // of all files together
	MostFileBytes = 2 << 20   // what a project's reader takes
	maxPathBytes  = 512
)
