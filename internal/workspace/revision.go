package workspace

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Revision is a workspace at one revision. It does not change.
type Revision struct {
	Workspace   project.Workspace
	Folder      Folder
	Compilation *compiler.Compilation

	place compileTarget // that it is compiled for
}

// Version is the version of a file; 0 when there is none.
func (v *Revision) Version(path string) int64 { return v.Folder.Files[path].Version }

// openWorkspace is a workspace in memory. Whoever holds its turn may change it.
type openWorkspace struct {
	key     sheetKey
	turn    chan struct{} // holds one: whoever reads or brings it up to date
	editing chan struct{} // holds one: whoever plans and applies an edit
	weight  int           // on the shelf

	folder   Folder
	compiled *compiler.Compilation // nil until there is one
	place    compileTarget         // that it is compiled for
}

// Revision gives a workspace as it is now.
func (d *Service) View(ctx context.Context, organization ids.Organization, id ids.Workspace) (*Revision, error) {
	found, err := d.options.Workspaces.Find(ctx, organization, id)
	if err != nil {
		return nil, err
	}
	if found.Revision == 0 {
		if err := d.initialize(ctx, found); err != nil {
			return nil, err
		}
		found.Revision = 1 // at least
	}
	return d.view(ctx, found)
}

func (d *Service) view(ctx context.Context, w project.Workspace) (*Revision, error) {
	at, err := d.placeOf(ctx, w)
	if err != nil {
		return nil, err
	}
	s := d.sheets.get(sheetKey{w.Organization, w.ID})
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := d.update(ctx, s, w.Revision, at); err != nil {
		return nil, err
	}
	s.place.connection = at.connection // the SQL is the same whatever the connection is called
	d.sheets.weigh(s, 1+len(s.compiled.Nodes()))
	w.Revision, w.BaseCommit = s.folder.Revision, s.folder.BaseCommit
	return &Revision{Workspace: w, Folder: s.folder, Compilation: s.compiled, place: s.place}, nil
}

// update brings a sheet to a revision, or a later one, and to a place.
func (d *Service) update(ctx context.Context, s *openWorkspace, revision int64, at compileTarget) error {
	changed, err := d.fetch(ctx, s, revision)
	if err != nil {
		return err
	}
	switch {
	case s.compiled == nil || !s.place.equal(at) || changed.isWhole:
		return d.compile(ctx, s, at)
	case len(changed.paths) == 0:
		return nil
	}
	s.compiled = s.compiled.Edit(newTree(s.folder.Files), changed.paths...)
	return nil
}

// changed are the paths that differ from what is compiled.
type changed struct {
	paths   []string
	isWhole bool
}

// fetch brings the files of a sheet to a revision, or a later one.
func (d *Service) fetch(ctx context.Context, s *openWorkspace, revision int64) (changed, error) {
	if s.compiled != nil && s.folder.Revision >= revision {
		return changed{}, nil
	}
	if s.compiled == nil {
		folder, err := d.options.Store.Load(ctx, s.key.organization, s.key.id)
		s.folder = folder
		return changed{isWhole: true}, err
	}
	news, err := d.options.Store.Since(ctx, s.key.organization, s.key.id, s.folder.Revision)
	if err != nil {
		return changed{}, err
	}
	if news.IsWhole {
		s.folder = news.Folder
		return changed{isWhole: true}, nil
	}
	files := maps.Clone(s.folder.Files)
	maps.Copy(files, news.Files)
	for _, path := range news.Gone {
		delete(files, path)
	}
	paths := append(slices.Sorted(maps.Keys(news.Files)), news.Gone...)
	s.folder = news.Folder
	s.folder.Files = files
	return changed{paths: paths}, nil
}

// compile compiles all files of a sheet.
func (d *Service) compile(ctx context.Context, s *openWorkspace, at compileTarget) error {
	select {
	case d.turns <- struct{}{}:
		defer func() { <-d.turns }()
	case <-ctx.Done():
		return ctx.Err()
	}
	s.compiled, s.place = at.compile(s.folder.Files), at
	return nil
}
