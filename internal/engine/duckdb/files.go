package duckdb

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/fault"
)

// suffix is the extension of database files.
const suffix = ".duckdb"

// files tracks the databases of an instance: which are attached, and which must be attached again.
type files struct {
	folder string
	mutex  contextMutex // serializes attaching, detaching and creating schemas

	mu       sync.Mutex
	attached map[string]database // by the folded form of their names
	broken   map[string]bool     // databases that must be attached again, by the same
	schemas  knownSchemas
}

func newFiles(folder string) *files {
	return &files{folder: folder, mutex: make(contextMutex, 1), attached: map[string]database{}, broken: map[string]bool{}}
}

// listDatabases returns the databases of a folder by the folded form of their names. Names with one form are one
// database.
func listDatabases(folder string) (map[string][]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, unusable(err, "the folder of the duckdb connection cannot be read")
	}
	found := map[string][]string{}
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), suffix); ok && !entry.IsDir() {
			found[folded(name)] = append(found[folded(name)], name)
		}
	}
	return found, nil
}

// all returns the attached databases.
func (f *files) all() []database {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Collect(maps.Values(f.attached))
}

// has reports whether a database is attached.
func (f *files) has(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.attached[folded(name)]
	return ok
}

// hasAll reports whether all databases with these names are attached.
func (f *files) hasAll(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !f.has(name) })
}

// lacks reports whether the file of a database exists that is not attached.
func (f *files) lacks(databases []database) bool {
	return slices.ContainsFunc(databases, func(d database) bool { return !f.has(d.name) && f.exists(d) })
}

// exists reports whether the file of a database exists.
func (f *files) exists(d database) bool {
	_, err := os.Stat(filepath.Join(f.folder, d.file))
	return err == nil
}

// attach attaches a database, and creates its file if it is missing. It ignores cancellation, because DuckDB would
// continue in the background.
func (f *files) attach(ctx context.Context, s *session, d database) error {
	if f.has(d.name) {
		return nil
	}
	if d.same != "" {
		return fault.New(fault.Invalid, "there are several files for database %q: %s", d.name, d.same).
			WithHint("Database names ignore case. Move all but one of these files out of the folder.")
	}
	path := filepath.Join(f.folder, d.file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return unusable(err, "cannot create a folder in the folder of the duckdb connection")
	}
	mode := ""
	if d.readOnly {
		mode = ", READ_ONLY"
	}
	statement := fmt.Sprintf("ATTACH %s AS %s (TYPE duckdb%s)", literal(path), quoted(d.name), mode)
	if err := s.do(context.WithoutCancel(ctx), statement); err != nil {
		return damagedFile(heldFile(err, filepath.ToSlash(d.file)), filepath.ToSlash(d.file))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attached[folded(d.name)] = d
	return nil
}

// detach detaches databases, which closes their files.
func (f *files) detach(ctx context.Context, s *session, databases []database) error {
	for _, d := range databases {
		if !f.has(d.name) {
			continue
		}
		if err := s.do(ctx, "DETACH "+quoted(d.name)); err != nil {
			return err
		}
		f.mu.Lock()
		delete(f.attached, folded(d.name))
		delete(f.broken, folded(d.name))
		f.mu.Unlock()
		f.schemas.forget()
	}
	return nil
}

// markBroken records that DuckDB invalidated a database until it is attached again.
func (f *files) markBroken(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.attached[folded(name)]; ok {
		f.broken[folded(name)] = true
	}
}

// reattach attaches invalidated databases again. Transactions that still use such a database fail. Until they end it
// cannot be attached; the next session retries it.
func (f *files) reattach(ctx context.Context, s *session) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	defer f.mutex.unlock()
	f.reattachLocked(ctx, s)
	return nil
}

// reattachLocked does the same for a caller that has locked the files.
func (f *files) reattachLocked(ctx context.Context, s *session) {
	for _, d := range f.takeBroken() {
		_ = s.do(context.WithoutCancel(ctx), "DETACH "+quoted(d.name)) // the error is the known one of the database
		if err := f.attach(ctx, s, d); err != nil {
			f.keepBroken(d)
		}
	}
}

func (f *files) isBroken() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.broken) > 0
}

// takeBroken returns the broken databases and marks them as not attached.
func (f *files) takeBroken() []database {
	f.mu.Lock()
	defer f.mu.Unlock()
	var taken []database
	for form := range f.broken {
		taken = append(taken, f.attached[form])
		delete(f.attached, form)
	}
	clear(f.broken)
	f.schemas.forget()
	return taken
}

// keepBroken marks a database as broken again, after it could not be attached.
func (f *files) keepBroken(d database) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attached[folded(d.name)] = d
	f.broken[folded(d.name)] = true
}
