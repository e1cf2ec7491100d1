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

// files tracks the databases of a folder: which are attached, and which must be attached again.
type files struct {
	folder string
	mutex  contextMutex // serializes attaching and creating schemas

	mu       sync.Mutex
	attached map[string]string // names, by their folded form
	broken   map[string]bool   // databases that must be attached again, by their folded form
}

func newFiles(folder string) *files {
	return &files{folder: folder, mutex: make(contextMutex, 1), attached: map[string]string{}, broken: map[string]bool{}}
}

// attachAll attaches the existing files, so that every query finds them. It skips a file that cannot be attached;
// preparing that database returns the error.
func (f *files) attachAll(ctx context.Context, s *session) error {
	found, err := f.list()
	if err != nil {
		return err
	}
	for _, names := range found {
		if checkName(names[0]) == nil {
			_ = f.attach(ctx, s, names[0])
		}
	}
	return nil
}

// list returns the databases of the folder by the folded form of their names. Names with one form are one database.
func (f *files) list() (map[string][]string, error) {
	entries, err := os.ReadDir(f.folder)
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

// names returns the attached databases, sorted.
func (f *files) names() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Values(f.attached))
}

// has reports whether a database is attached.
func (f *files) has(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.attached[folded(name)] != ""
}

// attach attaches a database, and creates its file if it is missing. It ignores cancellation, because DuckDB would
// continue in the background.
func (f *files) attach(ctx context.Context, s *session, name string) error {
	if f.has(name) {
		return nil
	}
	found, err := f.list()
	if err != nil {
		return err
	}
	file := name
	switch same := found[folded(name)]; len(same) {
	case 0:
	case 1:
		file = same[0]
	default:
		return fault.New(fault.Invalid, "there are several files for database %q: %s", name, strings.Join(same, suffix+", ")+suffix).
			WithHint("Database names ignore case. Move all but one of these files out of the folder.")
	}
	path := filepath.Join(f.folder, file+suffix)
	statement := fmt.Sprintf("ATTACH %s AS %s (TYPE duckdb)", literal(path), quoted(name))
	if err := s.do(context.WithoutCancel(ctx), statement); err != nil {
		return damagedFile(err, file+suffix)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attached[folded(name)] = name
	return nil
}

// markBroken records that DuckDB invalidated a database until it is attached again.
func (f *files) markBroken(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if form := folded(name); f.attached[form] != "" {
		f.broken[form] = true
	}
}

// reattach attaches invalidated databases again. Transactions that still use such a database fail. Until they end it
// cannot be attached; the next session retries it.
func (f *files) reattach(ctx context.Context, s *session) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	defer f.mutex.unlock()
	for _, name := range f.takeBroken() {
		_ = s.do(context.WithoutCancel(ctx), "DETACH "+quoted(name)) // the error is the known one of the database
		if err := f.attach(ctx, s, name); err != nil {
			f.keepBroken(name)
		}
	}
	return nil
}

func (f *files) isBroken() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.broken) > 0
}

// takeBroken returns the broken databases and marks them as not attached.
func (f *files) takeBroken() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var names []string
	for form := range f.broken {
		names = append(names, f.attached[form])
		delete(f.attached, form)
	}
	clear(f.broken)
	return names
}

// keepBroken marks a database as broken again, after it could not be attached.
func (f *files) keepBroken(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attached[folded(name)] = name
	f.broken[folded(name)] = true
}
