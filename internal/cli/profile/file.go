package profile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"github.com/millrace/millrace/internal/fault"
)

// maxBytes limits the size of the file, far above what profiles need.
const maxBytes = 1 << 20

// heading is a comment for readers of the file.
const heading = "# Servers and access tokens of `millrace login`. Anyone who can read the tokens can act as you.\n\n"

// File is the file with the profiles of a user.
type File struct {
	path     string
	profiles map[string]Profile
}

// Open reads the file at a path. A missing file has no profiles.
func Open(path string) (*File, error) {
	if path == "" {
		return nil, fault.New(fault.Conflict, "no folder for profiles").
			WithHint("Set the environment variable HOME or XDG_CONFIG_HOME.")
	}
	raw, err := readAtMost(path, maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return &File{path: path, profiles: map[string]Profile{}}, nil
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "cannot read the profiles")
	}
	profiles, err := decode(path, raw)
	if err != nil {
		return nil, err
	}
	return &File{path: path, profiles: profiles}, nil
}

func readAtMost(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // nothing was written
	return io.ReadAll(io.LimitReader(file, most))
}

// decode reports the position of an error, not the text there, which may be a token.
func decode(path string, raw []byte) (map[string]Profile, error) {
	profiles := map[string]Profile{}
	decoder := toml.NewDecoder(bytes.NewReader(raw)).DisallowUnknownFields()
	err := decoder.Decode(&profiles)
	if err == nil {
		return profiles, nil
	}
	position := ""
	if syntax, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := syntax.Position()
		position = fmt.Sprintf(" at line %d, column %d", line, column)
	}
	return nil, fault.New(fault.Invalid, "cannot parse the profiles in %s%s", path, position).
		WithHint("A profile is a table with server, token, email, organization and token_id. Fix the file, or remove it and log in again.")
}

// Path returns the path of the file.
func (f *File) Path() string { return f.path }

// Get returns a profile by its name.
func (f *File) Get(name string) (Profile, bool) {
	p, ok := f.profiles[name]
	return p, ok
}

// Names returns the names of the profiles, sorted.
func (f *File) Names() []string { return slices.Sorted(maps.Keys(f.profiles)) }

// Put sets a profile. Call Save to write it.
func (f *File) Put(name string, p Profile) { f.profiles[name] = p }

// Remove deletes a profile. Call Save to write the change.
func (f *File) Remove(name string) { delete(f.profiles, name) }

// Save writes a temporary file and renames it to the path. Only the user can read it.
func (f *File) Save() error {
	raw, err := toml.Marshal(f.profiles)
	if err != nil {
		return err
	}
	if err = replace(f.path, append([]byte(heading), raw...)); err != nil {
		return fault.Wrap(err, fault.Conflict, "cannot write the profiles")
	}
	return nil
}

func replace(path string, content []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, ".profiles-*") // CreateTemp uses mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // return the first error
	}
	return err
}

// IsPrivate reports whether no other user can read the file. A missing file is private.
func (f *File) IsPrivate() bool {
	info, err := os.Stat(f.path)
	return err != nil || info.Mode().Perm()&0o077 == 0
}
