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

// Limits bound what an archive may hold.
type Limits struct {
	Files int
	Bytes int64 // of all files together, unpacked
}

// Read gives the files of an archive by their paths.
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

// reader takes files out of an archive.
type reader struct {
	limits Limits
	files  map[string][]byte
	seen   int // entries, also those that are passed over
	size   int64
}

// count takes notice of one more entry, whatever it is: each costs time.
func (r *reader) count() error {
	if r.seen++; r.seen > r.limits.Files {
		return fault.New(fault.Limit, "the archive has more than %d files", r.limits.Files).WithHint("Send the project's folder alone.")
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
			// What is passed over is unpacked all the same, so it counts.
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

// add takes one file, if it is of the project.
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

// once makes sure that no other file has the path.
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
	return fault.New(fault.Limit, "the archive unpacks to more than %d MB", r.limits.Bytes>>20).WithHint("Send the project's folder alone.")
}

// check makes sure that a name is a path below the project's folder.
func check(name string) (string, error) {
	clean := strings.TrimPrefix(name, "./")
	isClean := clean != "" && utf8.ValidString(clean) && !strings.ContainsAny(clean, "\\\x00") && path.Clean(clean) == clean &&
		!path.IsAbs(clean) && clean != ".." && !strings.HasPrefix(clean, "../")
	if !isClean {
		return "", fault.New(fault.Invalid, "the archive has a file called %q", name).WithHint("Paths are relative, with slashes, and stay below the folder.")
	}
	return clean, nil
}

func isHidden(clean string) bool {
	return strings.HasPrefix(clean, ".") || strings.Contains(clean, "/.")
}

// manifest marks the root of a project.
const manifest = "data.yml"

// unwrap takes off the folder around the project, if there is one.
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
			WithHint("It marks the root of a project. Pack the project's folder, or one folder around it.")
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
