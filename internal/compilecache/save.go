package compilecache

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

const (
	// maxCaches is the number of caches of a project: one for each combination of options that was used last.
	maxCaches = 4
	// temporary is the beginning of the names of files that are being written.
	temporary = "new-"
	// maxWriting is the age from which on a temporary file was left by a process that ended early.
	maxWriting = time.Hour
)

// save stores a cache. Errors are ignored: the next compilation then takes longer, and nothing else.
func (s Store) save(name string, content []byte) {
	if len(content) > maxSize {
		return
	}
	root, err := os.OpenRoot(s.Project)
	if err != nil {
		return
	}
	defer root.Close() //nolint:errcheck // the files in it are closed
	if makeFolder(root) != nil {
		return
	}
	fresh := path.Join(folder, temporary+rand.Text())
	if root.WriteFile(fresh, content, 0o600) != nil || root.Rename(fresh, name) != nil {
		_ = root.Remove(fresh)
		return
	}
	prune(root, path.Base(name))
}

// makeFolder creates the folder of caches, in a folder that git ignores.
func makeFolder(root *os.Root) error {
	if err := root.Mkdir(dataFolder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	const ignored = dataFolder + "/.gitignore"
	if _, err := root.Lstat(ignored); errors.Is(err, fs.ErrNotExist) {
		if err := root.WriteFile(ignored, []byte("*\n"), 0o600); err != nil {
			return err
		}
	}
	if err := root.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// prune deletes all but the caches that were written last, and temporary files that no process writes any more. It keeps the
// cache of this process even if the clock was set back.
func prune(root *os.Root, own string) {
	entries, err := fs.ReadDir(root.FS(), folder)
	if err != nil {
		return
	}
	var caches []fs.FileInfo
	for _, entry := range entries {
		info, err := entry.Info()
		switch {
		case err != nil:
		case entry.Name() == own:
		case !strings.HasPrefix(entry.Name(), temporary):
			caches = append(caches, info)
		case time.Since(info.ModTime()) > maxWriting:
			_ = root.Remove(path.Join(folder, entry.Name()))
		}
	}
	slices.SortFunc(caches, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range caches[min(len(caches), maxCaches-1):] {
		_ = root.Remove(path.Join(folder, info.Name()))
	}
}
