package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/gitrepo"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// Repositories stores the git repositories of projects.
type Repositories struct{ db *DB }

// Repositories returns the store of repositories.
func (db *DB) Repositories() *Repositories { return &Repositories{db} }

// Storage returns the repository of a project of the actor's organization. The actor's credential guards its writes.
func (s *Repositories) Storage(by account.Actor, id ids.Project) gitrepo.Storage {
	return &gitStorage{db: s.db, by: by, project: id}
}

// Following returns the repository of a workspace's project. A branch that moves also moves the workspace in the same
// transaction, if the workspace was at the same commit.
func (s *Repositories) Following(by account.Actor, w project.Workspace) gitrepo.Storage {
	return &gitStorage{db: s.db, by: by, project: w.Project, follower: w.ID}
}

// Keys returns the recorded ssh host keys of a project.
func (s *Repositories) Keys(by account.Actor, id ids.Project) gitrepo.Keys {
	return &gitStorage{db: s.db, by: by, project: id}
}

// gitStorage is the repository of one project.
type gitStorage struct {
	db       *DB
	by       account.Actor
	project  ids.Project
	follower ids.Workspace // moves with its branch; 0 for none
}

func scanObject(scan scanner) (o gitrepo.Object, err error) {
	return o, scan(&o.Hash, &o.Kind, &o.Size, &o.Packed)
}

// Objects returns those of the objects that exist.
func (s *gitStorage) Objects(ctx context.Context, names []gitrepo.Hash) ([]gitrepo.Object, error) {
	args := []any{s.by.Organization, s.project}
	for _, name := range names {
		args = append(args, name)
	}
	if len(names) == 0 {
		return nil, nil
	}
	objects, err := queryAll(ctx, s.db.reader, scanObject, `SELECT hash, kind, size, content FROM git_objects
		WHERE organization_id = $1 AND project_id = $2 AND hash IN (`+placeholders(3, len(names))+`)`, args...)
	return objects, translate(err)
}

// Missing returns those of the names that no object has.
func (s *gitStorage) Missing(ctx context.Context, names []gitrepo.Hash) ([]gitrepo.Hash, error) {
	if len(names) == 0 {
		return nil, nil
	}
	args := []any{s.by.Organization, s.project}
	for _, name := range names {
		args = append(args, name)
	}
	there, err := queryAll(ctx, s.db.reader, func(scan scanner) (h gitrepo.Hash, err error) { return h, scan(&h) },
		`SELECT hash FROM git_objects WHERE organization_id = $1 AND project_id = $2 AND hash IN (`+placeholders(3, len(names))+`)`, args...)
	if err != nil {
		return nil, translate(err)
	}
	found := make(map[gitrepo.Hash]bool, len(there))
	for _, name := range there {
		found[name] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name gitrepo.Hash) bool { return found[name] }), nil
}

// Commits returns every commit.
func (s *gitStorage) Commits(ctx context.Context) ([]gitrepo.Object, error) {
	objects, err := queryAll(ctx, s.db.reader, scanObject, `SELECT hash, kind, size, content FROM git_objects
		WHERE organization_id = $1 AND project_id = $2 AND kind = 'commit'`, s.by.Organization, s.project)
	return objects, translate(err)
}

// objectsAtOnce is how many objects one statement stores.
const objectsAtOnce = 100

// Put stores objects. They are invisible until a reference leads to them, so it needs no credential.
func (s *gitStorage) Put(ctx context.Context, objects []gitrepo.Object) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		for some := range slices.Chunk(objects, objectsAtOnce) {
			if err := s.putSome(ctx, t, some); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *gitStorage) putSome(ctx context.Context, t *tx, objects []gitrepo.Object) error {
	var query strings.Builder
	query.WriteString(`INSERT INTO git_objects (organization_id, project_id, hash, kind, size, content) VALUES `)
	args := []any{s.by.Organization, s.project}
	for i, o := range objects {
		if i > 0 {
			query.WriteString(", ")
		}
		n := len(args)
		fmt.Fprintf(&query, "($1, $2, $%d, $%d, $%d, $%d)", n+1, n+2, n+3, n+4)
		args = append(args, o.Hash, o.Kind, o.Size, o.Packed)
	}
	query.WriteString(` ON CONFLICT (organization_id, project_id, hash) DO NOTHING`)
	_, err := t.ExecContext(ctx, query.String(), args...)
	if isDangling(err) {
		return project.ProjectNotFound(string(s.project))
	}
	return err
}

// References returns every reference, ordered by name.
func (s *gitStorage) References(ctx context.Context) ([]gitrepo.Reference, error) {
	references, err := queryAll(ctx, s.db.reader, func(scan scanner) (r gitrepo.Reference, err error) {
		return r, scan(&r.Name, &r.Target)
	}, `SELECT name, target FROM git_refs WHERE organization_id = $1 AND project_id = $2 ORDER BY name`, s.by.Organization, s.project)
	return references, translate(err)
}

// Move moves a reference, if its target is the expected one.
func (s *gitStorage) Move(ctx context.Context, move gitrepo.Move) error {
	return s.db.write(ctx, s.by, audit.On(audit.Move, audit.Branch, move.Name).In(s.project, 0), func(t *tx) error {
		t.auditChanges(audit.Fields{{Name: "commit", Value: move.From}}, audit.Fields{{Name: "commit", Value: move.To}})
		missed, err := affectedNone(s.move(ctx, t, move))
		switch {
		case isDangling(err):
			return project.ProjectNotFound(string(s.project))
		case missed:
			return fault.New(fault.Conflict, "%s has changed in the meantime", strings.TrimPrefix(move.Name, "refs/heads/")).
				WithHint("Another change came first. Pull, and try again.")
		case err != nil:
			return err
		default:
			return s.moveFollower(ctx, t, move)
		}
	})
}
