package gitrepo

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/storer"
	"github.com/go-git/go-git/v5/storage"
	"github.com/go-git/go-git/v5/storage/filesystem"

	"github.com/millrace/millrace/internal/fault"
)

// folderStorage is the storage of a repository in a folder of this machine.
type folderStorage struct {
	*filesystem.Storage

	compressor compressor
	expander   expander
	isBare     bool
	limits     Limits
}

// openFolder opens the repository in a folder, if an operator has allowed it. It resolves links before that check, and
// rejects a repository with objects elsewhere.
func (p Peers) openFolder(address Address, limits Limits) (*folderStorage, error) {
	actual, err := filepath.EvalSymlinks(address.Path)
	if err != nil || !p.isAllowed(actual) {
		// The same error as for a missing folder, so that a user cannot learn what is on the machine.
		return nil, fault.New(fault.Forbidden, "this server may not use the folder %s", address.Path).
			WithHint("Use a repository in one of the folders that the operator lists in the setting git_folders.")
	}
	inner, isBare := filepath.Join(actual, ".git"), false
	if info, err := os.Lstat(inner); err != nil || !info.IsDir() {
		inner, isBare = actual, true
	}
	if _, err := os.Stat(filepath.Join(inner, "HEAD")); err != nil {
		return nil, notGit(address, err)
	}
	if _, err := os.Lstat(filepath.Join(inner, "objects", "info", "alternates")); err == nil {
		return nil, fault.New(fault.Invalid, "%s stores objects in another repository", address).
			WithHint("Make it complete: git repack -a -d, then remove objects/info/alternates.")
	}
	files := osfs.New(inner, osfs.WithBoundOS())
	return &folderStorage{Storage: filesystem.NewStorage(files, cache.NewObjectLRUDefault()), isBare: isBare, limits: limits}, nil
}

func (p Peers) isAllowed(actual string) bool {
	for _, allowed := range p.Folders {
		root, err := filepath.EvalSymlinks(allowed)
		if err != nil {
			continue
		}
		if inside, err := filepath.Rel(root, actual); err == nil && filepath.IsLocal(inside) {
			return true
		}
	}
	return false
}

// Objects returns the objects that exist.
func (s *folderStorage) Objects(ctx context.Context, names []Hash) ([]Object, error) {
	var found []Object
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		encoded, err := s.EncodedObject(plumbing.AnyObject, name.plumbing())
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		o, err := s.read(encoded)
		if err != nil {
			return nil, err
		}
		found = append(found, o)
	}
	return found, nil
}

func (s *folderStorage) read(encoded plumbing.EncodedObject) (Object, error) {
	if encoded.Size() > s.limits.FileBytes {
		return Object{}, tooMuchSent(s.limits)
	}
	r, err := encoded.Reader()
	if err != nil {
		return Object{}, err
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, s.limits.FileBytes+1))
	if err != nil {
		return Object{}, err
	}
	return s.compressor.object(Kind(encoded.Type().String()), content)
}

// Missing returns the hashes without an object.
func (s *folderStorage) Missing(_ context.Context, names []Hash) ([]Hash, error) {
	var absent []Hash
	for _, name := range names {
		if s.HasEncodedObject(name.plumbing()) != nil {
			absent = append(absent, name)
		}
	}
	return absent, nil
}

// Commits returns all commits.
func (s *folderStorage) Commits(ctx context.Context) ([]Object, error) {
	all, err := s.IterEncodedObjects(plumbing.CommitObject)
	if err != nil {
		return nil, err
	}
	var found []Object
	err = all.ForEach(func(encoded plumbing.EncodedObject) error {
		if len(found) > s.limits.Commits {
			return storer.ErrStop
		}
		o, err := s.read(encoded)
		found = append(found, o)
		return errors.Join(err, ctx.Err())
	})
	return found, err
}

// Put stores objects.
func (s *folderStorage) Put(ctx context.Context, objects []Object) error {
	for _, o := range objects {
		encoded, err := s.expander.encoded(o)
		if err != nil {
			return err
		}
		if _, err := s.SetEncodedObject(encoded); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// References returns the branches.
func (s *folderStorage) References(context.Context) ([]Reference, error) {
	all, err := s.IterReferences()
	if err != nil {
		return nil, err
	}
	var found []Reference
	err = all.ForEach(func(r *plumbing.Reference) error {
		if r.Type() == plumbing.HashReference && r.Name().IsBranch() {
			found = append(found, Reference{Name: r.Name().String(), Target: hashOf(r.Hash())})
		}
		return nil
	})
	return found, err
}

// Move moves a reference, if it is at the expected commit.
func (s *folderStorage) Move(_ context.Context, move Move) error {
	name := plumbing.ReferenceName(move.Name)
	var before *plumbing.Reference
	if move.From != "" {
		before = plumbing.NewHashReference(name, move.From.plumbing())
	}
	err := s.CheckAndSetReference(plumbing.NewHashReference(name, move.To.plumbing()), before)
	if errors.Is(err, storage.ErrReferenceHasChanged) {
		return fault.Wrap(err, fault.Conflict, "the remote branch has new commits").WithHint("Pull, and push again.")
	}
	return err
}

// head returns the current branch of the repository.
func (s *folderStorage) head() string {
	head, err := s.Reference(plumbing.HEAD)
	if err != nil {
		return "main"
	}
	return strings.TrimPrefix(head.Target().String(), branchPrefix)
}
