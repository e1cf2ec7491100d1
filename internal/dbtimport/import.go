package dbtimport

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Request says what to import.
type Request struct {
	From     string // folder of the dbt project
	To       string // folder of the new project; "" is the name of the dbt project with -millrace, in the current folder
	Platform string // platformKind of the new project; "" is duckdb
	// Update allows To to contain an earlier import. Files that were edited since are kept.
	Update bool
	// Overwrite replaces edited files too.
	Overwrite bool
}

// Import reads a dbt project and writes a new project. It writes all files or none; an update replaces files one by one
// after all of them are ready.
func Import(ctx context.Context, q Request) (*Report, error) {
	if q.Platform == "" {
		q.Platform = enginekind.DuckDB
	}
	if !slices.Contains(enginekind.Names(), q.Platform) {
		return nil, fault.New(fault.Invalid, "there is no platform %q", q.Platform).WithHint("The platforms are %s.", strings.Join(enginekind.Names(), ", "))
	}
	root, err := os.OpenRoot(q.From)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "cannot open the dbt project in %s", q.From).WithHint("Name the folder that contains dbt_project.yml.")
	}
	defer root.Close() //nolint:errcheck // it is only read
	report := &Report{Files: []string{}}
	x, err := convert(root.FS(), q.Platform, report)
	if err != nil {
		return nil, err
	}
	if q.To == "" {
		q.To = identifier(report.Project) + "-millrace"
	}
	report.Folder = q.To
	if err := x.writeTo(ctx, q); err != nil {
		return nil, err
	}
	report.finish()
	return report, nil
}

// writeTo writes the project to a new folder beside its target, checks it there, and moves it.
func (x *conversion) writeTo(ctx context.Context, q Request) (err error) {
	before, err := checkTarget(q)
	if err != nil {
		return err
	}
	parent := filepath.Dir(filepath.Clean(q.To))
	if err := os.MkdirAll(parent, 0o755); err != nil { //nolint:gosec // other users may read a project
		return fault.Wrap(err, fault.Unavailable, "cannot create %s", parent)
	}
	temporary, err := os.MkdirTemp(parent, ".dbt-import-*")
	if err != nil {
		return fault.Wrap(err, fault.Unavailable, "cannot write to %s", parent)
	}
	defer func() {
		err = errors.Join(err, os.RemoveAll(temporary))
	}()
	if err := writeFiles(temporary, x.files); err != nil {
		return err
	}
	if err := x.verify(ctx, temporary); err != nil {
		return err
	}
	x.files[recordFile] = newRecord(x.report.Project, x.files)
	if before != nil {
		return x.update(q, before)
	}
	if err := writeFiles(temporary, x.files); err != nil {
		return err
	}
	x.report.Files = sortedKeys(x.files)
	if err := os.Chmod(temporary, 0o755); err != nil { //nolint:gosec // other users may read a project
		return fault.Wrap(err, fault.Unavailable, "cannot write to %s", parent)
	}
	if err := os.Rename(temporary, q.To); err != nil {
		return fault.Wrap(err, fault.Unavailable, "cannot write to %s", q.To).WithHint("Name a new folder with --to.")
	}
	return nil
}

// checkTarget returns the record of an earlier import, or nil for a new or empty folder.
func checkTarget(q Request) (*record, error) {
	entries, err := os.ReadDir(q.To)
	switch {
	case errors.Is(err, os.ErrNotExist), err == nil && len(entries) == 0:
		return nil, nil //nolint:nilnil // there is no earlier import
	case err != nil:
		return nil, fault.Wrap(err, fault.Invalid, "%s is not a folder", q.To).WithHint("Name a new folder.")
	}
	if !q.Update {
		return nil, fault.New(fault.Conflict, "%s is not empty; nothing was written", q.To).
			WithHint("Name a new folder with --to, or update an earlier import with --update.")
	}
	before, err := readRecord(q.To)
	if err != nil {
		return nil, err
	}
	return before, nil
}

// writeFiles writes files into a folder.
func writeFiles(folder string, files map[string][]byte) error {
	for _, file := range sortedKeys(files) {
		if err := writeFile(filepath.Join(folder, filepath.FromSlash(file)), files[file]); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // other users may read a project
		return fault.Wrap(err, fault.Unavailable, "cannot create the folder of %s", path)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil { //nolint:gosec // other users may read a project
		return fault.Wrap(err, fault.Unavailable, "cannot write %s", path)
	}
	return nil
}
