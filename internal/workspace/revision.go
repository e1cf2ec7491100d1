package workspace

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Revision is a workspace at one revision. It is immutable.
type Revision struct {
	Workspace   project.Workspace
	Folder      Folder
	Compilation *compiler.Compilation

	target compileTarget // what it is compiled for
}

// Version returns the version of a file; 0 if it does not exist.
func (v *Revision) Version(path string) int64 { return v.Folder.Files[path].Version }

// openWorkspace is a workspace in memory. Hold its lock to change it.
type openWorkspace struct {
	key      workspaceKey
	readLock chan struct{} // contains one value while a request reads or updates it
	editLock chan struct{} // contains one value while a request plans and applies an edit
	nodes    int           // nodes counted in the cache

	folder   Folder
	compiled *compiler.Compilation // nil before the first compilation
	target   compileTarget         // what it is compiled for
}

// CurrentRevision returns the current revision of a workspace.
func (s *Service) CurrentRevision(ctx context.Context, organization ids.Organization, id ids.Workspace) (*Revision, error) {
	found, err := s.options.Workspaces.Find(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	if found.Revision == 0 {
		if err := s.initialize(ctx, found); err != nil {
			return nil, err
		}
		found.Revision = 1 // at least
	}
	return s.currentRevision(ctx, found)
}

func (s *Service) currentRevision(ctx context.Context, w project.Workspace) (*Revision, error) {
	target, err := s.compileTargetOf(ctx, w)
	if err != nil {
		return nil, err
	}
	open := s.cache.get(workspaceKey{w.Organization, w.ID})
	select {
	case open.readLock <- struct{}{}:
		defer func() { <-open.readLock }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := s.update(ctx, open, w.Revision, target); err != nil {
		return nil, err
	}
	open.target.connection = target.connection // the SQL does not depend on the id of the connection
	s.cache.setSize(open, 1+len(open.compiled.Nodes()))
	w.Revision, w.BaseCommit = open.folder.Revision, open.folder.BaseCommit
	return &Revision{Workspace: w, Folder: open.folder, Compilation: open.compiled, target: open.target}, nil
}

// update brings a workspace to a revision, or a later one, and to a compile target.
func (s *Service) update(ctx context.Context, open *openWorkspace, revision int64, target compileTarget) error {
	changed, err := s.fetch(ctx, open, revision)
	if err != nil {
		return err
	}
	switch {
	case open.compiled == nil || !open.target.equal(target) || changed.isWhole:
		return s.compile(ctx, open, target)
	case len(changed.paths) == 0:
		return nil
	}
	open.compiled = open.compiled.Edit(newTree(open.folder.Files), changed.paths...)
	return nil
}

// changed are the paths that differ from the compilation.
type changed struct {
	paths   []string
	isWhole bool
}

// fetch brings the files of a workspace to a revision, or a later one.
func (s *Service) fetch(ctx context.Context, open *openWorkspace, revision int64) (changed, error) {
	if open.compiled != nil && open.folder.Revision >= revision {
		return changed{}, nil
	}
	if open.compiled == nil {
		folder, err := s.options.Store.Load(ctx, open.key.organization, open.key.id)
		open.folder = folder
		return changed{isWhole: true}, err
	}
	news, err := s.options.Store.Since(ctx, open.key.organization, open.key.id, open.folder.Revision)
	if err != nil {
		return changed{}, err
	}
	if news.IsWhole {
		open.folder = news.Folder
		return changed{isWhole: true}, nil
	}
	files := maps.Clone(open.folder.Files)
	maps.Copy(files, news.Files)
	for _, path := range news.Gone {
		delete(files, path)
	}
	paths := append(slices.Sorted(maps.Keys(news.Files)), news.Gone...)
	open.folder = news.Folder
	open.folder.Files = files
	return changed{paths: paths}, nil
}

// compile compiles all files of a workspace.
func (s *Service) compile(ctx context.Context, open *openWorkspace, target compileTarget) error {
	select {
	case s.compileSlots <- struct{}{}:
		defer func() { <-s.compileSlots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	open.compiled, open.target = target.compile(open.folder.Files), target
	return nil
}
