package duckdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/fault"
)

// suffix is that of a database file.
const suffix = ".duckdb"

// files are the databases of a folder: which are attached, and which have to be attached anew.
type files struct {
	folder string
	turn   contextMutex // one at a time attaches or makes schemas

	mu       sync.Mutex
	attached map[string]string // names, by their folded form
	broken   map[string]bool   // those that have to be attached anew, by their folded form
}

func newFiles(folder string) *files {
	return &files{folder: folder, turn: make(contextMutex, 1), attached: map[string]string{}, broken: map[string]bool{}}
}

// attachAll attaches the files that there are, so that every query finds them. One that cannot be used is left out, and
// whoever prepares it is told why.
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

// list gives the databases of the folder by the folded form of their names. Names with one form are one database.
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

// has reports whether a database is attached.
func (f *files) has(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.attached[folded(name)] != ""
}

// attach attaches a database, and makes its file if there is none. It is not interrupted, since DuckDB would go on with it
// in the background.
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
			WithHint("Names of databases ignore case. Move all but one of the files out of the folder.")
	}
	path := filepath.Join(f.folder, file+suffix)
	statement := fmt.Sprintf("ATTACH %s AS %s (TYPE duckdb)", literal(path), quoted(name))
	if err := s.do(context.WithoutCancel(ctx), statement); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attached[folded(name)] = name
	return nil
}

// breakDown notes that DuckDB gave up a database until it is attached anew.
func (f *files) breakDown(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if form := folded(name); f.attached[form] != "" {
		f.broken[form] = true
	}
}

// mend attaches anew what DuckDB gave up. Transactions that still hold such a database fail; until they are over it cannot
// be attached, and is tried again for the next session.
func (f *files) mend(ctx context.Context, s *session) error {
	if err := f.turn.take(ctx); err != nil {
		return err
	}
	defer f.turn.give()
	for _, name := range f.takeBroken() {
		_ = s.do(context.WithoutCancel(ctx), "DETACH "+quoted(name)) // it says again what is wrong with the database
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

// takeBroken gives the databases that are broken, and forgets that they are attached.
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

// keepBroken is for one that could not be attached anew.
func (f *files) keepBroken(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attached[folded(name)] = name
	f.broken[folded(name)] = true
}
