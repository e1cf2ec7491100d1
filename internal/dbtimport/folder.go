package dbtimport

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// The limits of a dbt project. They stop a hostile project, not a large one.
const (
	maxFiles      = 100_000
	maxDepth      = 20
	maxText       = 2 << 20  // of a model, a macro file or a YAML file
	maxSeed       = 2 << 20  // of a CSV; the limit of a seed in a project
	maxCatalog    = 64 << 20 // of target/catalog.json
	maxTotalTexts = 512 << 20
)

// folder is the folder of a dbt project or of an installed package.
type folder struct {
	fsys   fs.FS
	prefix string // in paths of the report; "" or "dbt_packages/name/"
	report *Report
	count  *int
	total  *int64
}

// shown returns the path of a file in the report.
func (f folder) shown(file string) string { return f.prefix + file }

// find returns the files below a folder of the project, in order, as paths from the root. It follows no symbolic links.
func (f folder) find(root string) ([]string, error) {
	root = path.Clean(root)
	if !fs.ValidPath(root) {
		f.report.add(Entry{
			File: f.shown("dbt_project.yml"), Action: Left, Message: fmt.Sprintf("the path %q leads out of the project", root),
			Hint: "Move the files into the project.",
		})
		return nil, nil
	}
	if isLink, err := f.isLinked(root); err != nil || isLink {
		return nil, err
	}
	var files []string
	err := fs.WalkDir(f.fsys, root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && file == root:
			return fs.SkipAll
		case err != nil:
			return fault.Wrap(err, fault.Unavailable, "cannot read %s", f.shown(file))
		}
		return f.visit(file, entry, &files)
	})
	slices.Sort(files)
	return files, err
}

// isLinked reports whether a part of a path is a symbolic link.
func (f folder) isLinked(file string) (bool, error) {
	parts := strings.Split(file, "/")
	for i := range parts {
		part := strings.Join(parts[:i+1], "/")
		info, err := fs.Lstat(f.fsys, part)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, fault.Wrap(err, fault.Unavailable, "cannot read %s", f.shown(part))
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			f.leftLink(part)
			return true, nil
		}
	}
	return false, nil
}

func (f folder) leftLink(file string) {
	f.report.add(Entry{
		File: f.shown(file), Action: Left, Message: "it is a symbolic link, and these are not followed",
		Hint: "Copy the files into the project.",
	})
}

// visit adds a file, and stops at limits.
func (f folder) visit(file string, entry fs.DirEntry, files *[]string) error {
	if *f.count++; *f.count > maxFiles {
		return fault.New(fault.Limit, "the dbt project has more than %d files", maxFiles).WithHint("Import a smaller part of it.")
	}
	switch {
	case entry.Type()&fs.ModeSymlink != 0:
		f.leftLink(file)
	case entry.IsDir():
		if strings.Count(file, "/") >= maxDepth {
			return fault.New(fault.Limit, "folders are nested more than %d levels deep: %s", maxDepth, f.shown(file))
		}
		if strings.HasPrefix(entry.Name(), ".") && file != "." {
			return fs.SkipDir
		}
	case !entry.Type().IsRegular():
		f.report.add(Entry{File: f.shown(file), Action: Left, Message: "it is not a file"})
	default:
		*files = append(*files, file)
	}
	return nil
}

// read returns a file. If it is too large or is not UTF-8, it is left with an entry, and ok is false.
func (f folder) read(file string, limit int64) (content []byte, ok bool, err error) {
	if isLink, err := f.isLinked(file); err != nil || isLink {
		return nil, false, err
	}
	opened, err := f.fsys.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fault.Wrap(err, fault.Unavailable, "cannot read %s", f.shown(file))
	}
	defer opened.Close() //nolint:errcheck // it is only read
	info, err := opened.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, false, err
	}
	content, err = io.ReadAll(io.LimitReader(opened, limit+1))
	if err != nil {
		return nil, false, fault.Wrap(err, fault.Unavailable, "cannot read %s", f.shown(file))
	}
	if int64(len(content)) > limit {
		f.report.add(Entry{
			File: f.shown(file), Action: Left, Message: fmt.Sprintf("it is larger than %d MB", limit>>20), Hint: "Divide the file, or leave it out.",
		})
		return nil, false, nil
	}
	if *f.total += int64(len(content)); *f.total > maxTotalTexts {
		return nil, false, fault.New(fault.Limit, "the files of the dbt project are larger than %d MB", maxTotalTexts>>20)
	}
	return content, true, nil
}
