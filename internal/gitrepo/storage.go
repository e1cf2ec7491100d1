package gitrepo

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// Storage stores one repository.
type Storage interface {
	// Objects returns the objects that exist, in any order.
	Objects(ctx context.Context, names []Hash) ([]Object, error)
	// Missing returns the hashes without an object.
	Missing(ctx context.Context, names []Hash) ([]Hash, error)
	// Commits returns every commit of the repository, in any order.
	Commits(ctx context.Context) ([]Object, error)
	// Put stores objects; an existing one stays.
	Put(ctx context.Context, objects []Object) error
	// References returns every reference.
	References(ctx context.Context) ([]Reference, error)
	// Move moves a reference. It is a conflict if the reference is not at the expected commit.
	Move(ctx context.Context, move Move) error
}

// Reference is a name that points at a commit.
type Reference struct {
	Name   string // full, such as refs/heads/main
	Target Hash
}

// Move is a change of one reference.
type Move struct {
	Name string
	From Hash // the expected commit; empty: it must not exist
	To   Hash // the new commit; empty deletes it
}

// Limits limits the size of a repository and what a peer may send. Zero means the default.
type Limits struct {
	Files       int   // of one commit
	FileBytes   int64 // of one object
	TotalBytes  int64 // of the files of one commit together
	PackBytes   int64 // that a peer sends at once
	PackObjects int   // in what a peer sends at once
	PackContent int64 // bytes of these objects together, unpacked
	Commits     int   // of a repository
}

func (l Limits) withDefaults() Limits {
	defaults := Limits{
		Files: 100_000, FileBytes: 32 << 20, TotalBytes: 256 << 20,
		PackBytes: 128 << 20, PackObjects: 500_000, PackContent: 2 << 30, Commits: 100_000,
	}
	setDefault(&l.Files, defaults.Files)
	setDefault(&l.FileBytes, defaults.FileBytes)
	setDefault(&l.TotalBytes, defaults.TotalBytes)
	setDefault(&l.PackBytes, defaults.PackBytes)
	setDefault(&l.PackObjects, defaults.PackObjects)
	setDefault(&l.PackContent, defaults.PackContent)
	setDefault(&l.Commits, defaults.Commits)
	return l
}

func setDefault[T int | int64](value *T, standard T) {
	if *value <= 0 {
		*value = standard
	}
}

// Repository is a repository in a storage.
type Repository struct {
	storage Storage
	limits  Limits
}

// Open opens the repository in a storage. An empty storage is an empty repository.
func Open(storage Storage, limits Limits) *Repository {
	return &Repository{storage: storage, limits: limits.withDefaults()}
}

// batch is the number of objects that are read or stored at once.
const batch = 500

// load returns objects by hash. All of them must exist.
func (r *Repository) load(ctx context.Context, names []Hash) (map[Hash]Object, error) {
	found := make(map[Hash]Object, len(names))
	for len(names) > 0 {
		n := min(batch, len(names))
		objects, err := r.storage.Objects(ctx, names[:n])
		if err != nil {
			return nil, err
		}
		for _, object := range objects {
			found[object.Hash] = object
		}
		for _, wanted := range names[:n] {
			if _, ok := found[wanted]; !ok {
				return nil, missing(wanted)
			}
		}
		names = names[n:]
	}
	return found, nil
}

func missing(wanted Hash) error {
	return fault.New(fault.NotFound, "the repository has no object %s", wanted).
		WithHint("Use the name of a branch or the full hash of a commit; GET …/commits lists them.")
}
