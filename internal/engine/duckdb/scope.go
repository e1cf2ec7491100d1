package duckdb

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// database is a database file under the name that SQL uses for it.
type database struct {
	name     string
	file     string // relative to the folder, with its extension
	readOnly bool
	same     string // the files with this name, if there are several; such a database cannot be attached
}

// key identifies the file among all instances of the folder.
func (d database) key() string { return folded(d.file) }

// scope is what an instance may use. It is fixed while the instance runs, because DuckDB locks the list of files that it
// may open.
type scope struct {
	isWhole   bool       // all files of the folder; then the rest is empty
	databases []database // sorted by key
	data      dataFiles
}

// isEqual reports whether two scopes allow the same.
func (s scope) isEqual(other scope) bool {
	return s.isWhole == other.isWhole && slices.Equal(s.databases, other.databases) && slices.Equal(s.data.paths, other.data.paths)
}

// covers reports whether the scope contains databases, at least for what they are wanted for.
func (s scope) covers(wanted []database) bool {
	return !slices.ContainsFunc(wanted, func(w database) bool {
		return !slices.ContainsFunc(s.databases, func(d database) bool {
			return d.name == w.name && d.file == w.file && (w.readOnly || !d.readOnly)
		})
	})
}

// lookup returns the database with a name.
func (s scope) lookup(name string) (database, bool) {
	at := slices.IndexFunc(s.databases, func(d database) bool { return folded(d.name) == folded(name) })
	if at < 0 {
		return database{}, false
	}
	return s.databases[at], true
}

// newScope returns the scope for the databases of engines, which have the same own file.
func newScope(folder string, wanted []*engine.Databases) (scope, error) {
	databases, err := resolve(folder, wanted)
	if err != nil {
		return scope{}, err
	}
	data, err := listDataFiles(folder)
	return scope{databases: databases, data: data}, err
}

// resolve finds the files of databases. One that several engines want is read-only if all of them only read it.
func resolve(folder string, wanted []*engine.Databases) ([]database, error) {
	found, err := listDatabases(folder)
	if err != nil {
		return nil, err
	}
	byName := map[string]database{}
	for _, w := range wanted {
		own := findDatabase(found, defaultDatabase())
		if w.Own != "" {
			own = database{name: defaultDatabase(), file: filepath.FromSlash(w.Own) + suffix}
		}
		byName[folded(own.name)] = own
		for _, mapped := range w.Mapped {
			d := findDatabase(found, mapped.Name)
			earlier, isKnown := byName[folded(mapped.Name)]
			d.readOnly = mapped.ReadOnly && (!isKnown || earlier.readOnly)
			byName[folded(mapped.Name)] = d
		}
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b database) int { return cmp.Compare(a.key(), b.key()) }), nil
}

// findDatabase returns the database with a name, given the names that exist in the folder.
func findDatabase(found map[string][]string, name string) database {
	d := database{name: name, file: name + suffix}
	switch same := found[folded(name)]; len(same) {
	case 0:
	case 1:
		d.file = same[0] + suffix
	default:
		d.same = strings.Join(same, suffix+", ") + suffix
	}
	return d
}

// checkDatabases rejects names that are not files of the folder.
func checkDatabases(d *engine.Databases) error {
	if d == nil {
		return nil
	}
	if d.Own != "" {
		kind, name, _ := strings.Cut(d.Own, "/")
		if kind != engine.EnvironmentFiles && kind != engine.WorkspaceFiles || checkName(name) != nil {
			return fault.New(fault.Invalid, "%q is not a file of an environment or workspace", shortened(d.Own)).
				WithHint("Use a name such as environments/12.")
		}
	}
	for _, mapped := range d.Mapped {
		if err := checkName(mapped.Name); err != nil {
			return err
		}
		if folded(mapped.Name) == folded(defaultDatabase()) {
			return fault.New(fault.Invalid, "the default database %q is mapped as another database", mapped.Name).
				WithHint("Leave the database out of the mapping.")
		}
	}
	return nil
}
