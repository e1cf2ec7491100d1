package compilecache

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// BuildOf identifies this program: its version and the file of its executable, because builds of one version may differ while it is
// developed. It returns false if the executable cannot be found; then nothing can be cached.
func BuildOf(version string) (string, bool) {
	executable, err := os.Executable()
	if err != nil {
		return "", false
	}
	file, err := os.Open(executable)
	if err != nil {
		return "", false
	}
	defer file.Close() //nolint:errcheck // it is only read
	info, err := file.Stat()
	if err != nil {
		return "", false
	}
	// The beginning of an executable contains the id that the linker gave to its content.
	sum := sha256.New()
	if _, err := io.CopyN(sum, file, min(info.Size(), 64<<10)); err != nil {
		return "", false
	}
	return fmt.Sprintf("%s %s/%s %d %d %x", version, runtime.GOOS, runtime.GOARCH, info.Size(), info.ModTime().UnixNano(), sum.Sum(nil)), true
}

// place identifies the folder of the project. A cache that came with the files of a project is of another place, and so it cannot
// hide their errors.
func (s Store) place() string {
	absolute, err := filepath.Abs(s.Project)
	if err != nil {
		absolute = s.Project
	}
	info, err := os.Stat(absolute)
	if err != nil {
		return absolute
	}
	return fmt.Sprintf("\n%s %s", absolute, inode(info))
}
