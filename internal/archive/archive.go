package archive

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// Limits bound the contents of an archive.
type Limits struct {
	Files int
	Bytes int64 // of all files together, uncompressed
}

// Read returns the files of an archive by path.
func Read(content []byte, limits Limits) (map[string][]byte, error) {
	r := reader{limits: limits, files: map[string][]byte{}}
	var err error
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")), bytes.HasPrefix(content, []byte("PK\x05\x06")):
		err = r.zip(content)
	case bytes.HasPrefix(content, []byte("\x1f\x8b")):
		err = r.zipped(content)
	case len(content) > 262 && string(content[257:262]) == "ustar":
		err = r.tar(bytes.NewReader(content))
	default:
		return nil, fault.New(fault.Invalid, "the body is neither a zip nor a tar archive").
			WithHint("Send the project's folder as zip, tar or tar.gz.")
	}
	var known *fault.Error
	if err != nil && !errors.As(err, &known) {
		return nil, fault.Wrap(err, fault.Invalid, "the archive cannot be read: %s", err.Error()).WithHint("Pack it again.")
	}
	if err != nil {
		return nil, err
	}
	return unwrap(r.files)
}

// reader extracts files from an archive.
type reader struct {
	limits Limits
	files  map[string][]byte
	seen   int // entries, including skipped ones
	size   int64
}

// count counts one more entry, even a skipped one, because each costs time.
func (r *reader) count() error {
	if r.seen++; r.seen > r.limits.Files {
		return fault.New(fault.Limit, "the archive has more than %d files", r.limits.Files).WithHint("Send only the project's folder.")
	}
	return nil
}

func (r *reader) zipped(content []byte) error {
	unzipped, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		return err
	}
	return r.tar(unzipped)
}

func (r *reader) tar(content io.Reader) error {
	archive := tar.NewReader(content)
	for {
		entry, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = r.count()
		}
		if err != nil {
			return err
		}
		if entry.Typeflag != tar.TypeReg {
			// Skipped entries are also uncompressed, so they count.
			if err := r.grow(entry.Size); err != nil {
				return err
			}
			continue
		}
		if err := r.add(entry.Name, archive); err != nil {
			return err
		}
	}
}

// add extracts one file if it belongs to the project.
func (r *reader) add(name string, content io.Reader) error {
	clean, err := check(name)
	if err != nil {
		return err
	}
	file, err := io.ReadAll(io.LimitReader(content, r.limits.Bytes-r.size+1))
	if err != nil {
		return err
	}
	if err := r.grow(int64(len(file))); err != nil || isHidden(clean) {
		return err
	}
	if err := r.once(clean); err != nil {
		return err
	}
	r.files[clean] = file
	return nil
}

// once rejects a second file with the same path.
func (r *reader) once(clean string) error {
	if _, twice := r.files[clean]; twice {
		return fault.New(fault.Invalid, "the archive has two files called %s", clean).WithHint("Pack it again.")
	}
	return nil
}

func (r *reader) grow(size int64) error {
	if r.size += size; r.size > r.limits.Bytes || size < 0 {
		return r.tooLarge()
	}
	return nil
}

func (r *reader) tooLarge() error {
	return fault.New(fault.Limit, "the archive unpacks to more than %d MB", r.limits.Bytes>>20).WithHint("Send only the project's folder.")
}

// check rejects a name that is not a path below the project's folder.
func check(name string) (string, error) {
	clean := strings.TrimPrefix(name, "./")
	isClean := clean != "" && utf8.ValidString(clean) && !strings.ContainsAny(clean, "\\\x00") && path.Clean(clean) == clean &&
		!path.IsAbs(clean) && clean != ".." && !strings.HasPrefix(clean, "../")
	if !isClean {
		return "", fault.New(fault.Invalid, "the archive has a file called %q", name).WithHint("Use relative paths with slashes that stay below the folder.")
	}
	return clean, nil
}

func isHidden(clean string) bool {
	return strings.HasPrefix(clean, ".") || strings.Contains(clean, "/.")
}

// manifest marks the root of a project.
const manifest = "data.yml"

// unwrap removes the folder around the project, if there is one.
func unwrap(files map[string][]byte) (map[string][]byte, error) {
	if _, ok := files[manifest]; ok {
		return files, nil
	}
	var folders []string
	for name := range files {
		above, base := path.Split(name)
		if base == manifest && strings.Count(above, "/") == 1 {
			folders = append(folders, above)
		}
	}
	slices.Sort(folders)
	switch len(folders) {
	case 0:
		return nil, fault.New(fault.Invalid, "the archive has no %s", manifest).
			WithHint("The file marks the root of a project. Pack the project's folder, or one folder around it.")
	case 1:
	default:
		return nil, fault.New(fault.Invalid, "the archive has several projects: %s", strings.Join(folders, ", ")).WithHint("Pack one of them.")
	}
	inside := make(map[string][]byte, len(files))
	for name, content := range files {
		if below, ok := strings.CutPrefix(name, folders[0]); ok {
			inside[below] = content
		}
	}
	return inside, nil
}
