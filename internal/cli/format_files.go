package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// formatTarget is a file to format: the folder of its project and the path in it, which decides the kind of file.
type formatTarget struct{ folder, file string }

func (t formatTarget) path() string { return filepath.Join(t.folder, filepath.FromSlash(t.file)) }

// formatTargets returns the files that the arguments name: all files of a project folder, or single files.
func formatTargets(ctx context.Context, args []string) ([]formatTarget, error) {
	if len(args) == 0 {
		folder, err := findProject("")
		if err != nil {
			return nil, err
		}
		return projectTargets(ctx, folder)
	}
	var targets []formatTarget
	for _, arg := range args {
		found, err := targetsOf(ctx, arg)
		if err != nil {
			return nil, err
		}
		targets = append(targets, found...)
	}
	return targets, nil
}

func targetsOf(ctx context.Context, arg string) ([]formatTarget, error) {
	info, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fault.New(fault.Invalid, "file or folder %s does not exist", arg)
	case err != nil:
		return nil, fault.Wrap(err, fault.Conflict, "cannot read %s", arg)
	case info.IsDir():
		if err := checkProject(arg); err != nil {
			return nil, err
		}
		return projectTargets(ctx, arg)
	}
	return fileTarget(arg)
}

// fileTarget finds the project of a file.
func fileTarget(file string) ([]formatTarget, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot find the current folder")
	}
	for folder := filepath.Dir(absolute); ; folder = filepath.Dir(folder) {
		if isProject(folder) {
			inside, err := filepath.Rel(folder, absolute)
			return []formatTarget{{folder, filepath.ToSlash(inside)}}, err
		}
		if folder == filepath.Dir(folder) {
			return nil, fault.New(fault.Invalid, "%s is not in a project", file).WithHint("A project is a folder with %s.", manifest)
		}
	}
}

// projectTargets lists the files of a project, without hidden folders. It skips everything that is not a regular file,
// such as a link.
func projectTargets(ctx context.Context, folder string) ([]formatTarget, error) {
	var targets []formatTarget
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil:
			return cmp.Or(err, ctx.Err())
		case entry.IsDir() && path != folder && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		inside, err := filepath.Rel(folder, path)
		targets = append(targets, formatTarget{folder, filepath.ToSlash(inside)})
		return err
	})
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot read the folder %s", folder)
	}
	return targets, nil
}

// formatResult is the result of formatting; with --check of what it would do.
type formatResult struct {
	Changed  []string        `json:"changed"`
	Problems []formatProblem `json:"problems"`
}

// formatProblem is a file that was not changed, and the reason.
type formatProblem struct {
	File    string `json:"file"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// formatFiles formats files until the context ends. It continues after an error.
func formatFiles(ctx context.Context, targets []formatTarget, write bool) formatResult {
	result := formatResult{Changed: []string{}, Problems: []formatProblem{}}
	for _, target := range targets {
		if ctx.Err() != nil {
			break
		}
		changed, err := formatFile(target, write)
		if err != nil {
			f := fault.From(err)
			result.Problems = append(result.Problems, formatProblem{target.file, f.Error(), f.Hint})
		}
		if changed {
			result.Changed = append(result.Changed, target.file)
		}
	}
	slices.Sort(result.Changed)
	return result
}

func formatFile(target formatTarget, write bool) (changed bool, err error) {
	formatted, changed, err := projectfile.FormatFile(os.DirFS(target.folder), target.file, ids.New[transform.NodeID])
	if err != nil || !changed || !write {
		return changed, err
	}
	if err := replaceFile(target.path(), formatted); err != nil {
		return false, fault.Wrap(err, fault.Conflict, "cannot write the file")
	}
	return true, nil
}

// replaceFile replaces a file in one step and keeps its permissions.
func replaceFile(path string, content []byte) (err error) {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	next, err := os.CreateTemp(filepath.Dir(path), ".millrace-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(next.Name()))
		}
	}()
	_, err = next.Write(content)
	if err := errors.Join(err, next.Chmod(info.Mode().Perm()), next.Sync(), next.Close()); err != nil {
		return err
	}
	return os.Rename(next.Name(), path)
}
