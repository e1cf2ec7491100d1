package secret

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/millrace/millrace/internal/fault"
)

const (
	// FileName is the name of the key file in the data folder.
	FileName = "server.key"
	// maxKeyFile exceeds the size of some keys with any white space around them.
	maxKeyFile = 16 << 10
	// othersMayAccess are the permission bits that a key file must not have.
	othersMayAccess = 0o077
)

// keyFile is the folder that contains the key file.
type keyFile string

func (dir keyFile) path() string { return filepath.Join(string(dir), FileName) }

func (dir keyFile) loadOrCreate() ([]*key, error) {
	keys, err := dir.load()
	if !errors.Is(err, fs.ErrNotExist) {
		return keys, err
	}
	if err := dir.create(); err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "cannot write the server key to %s", dir.path()).
			WithHint("Let the server write to its data folder, or set the key in MILLRACE_KEY.")
	}
	// Another process may have been first: the content of the file counts.
	return dir.load()
}

// load reads the keys. It checks the mode of the open file, so that the file cannot be swapped in between.
func (dir keyFile) load() ([]*key, error) {
	text, err := dir.text()
	if err != nil {
		return nil, err
	}
	keys, ok := decodeMasters(text)
	if !ok {
		return nil, fault.New(fault.Invalid, "the key file %s does not contain base64 of %d bytes", dir.path(), masterSize).
			WithHint("Restore it from a backup. A new key cannot open what the old one sealed.")
	}
	return keys, nil
}

// text reads the file.
func (dir keyFile) text() (string, error) {
	file, err := os.Open(dir.path())
	if err != nil {
		return "", dir.unreadable(err)
	}
	defer func() { _ = file.Close() }() // nothing was written
	if err := dir.checkMode(file); err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(file, maxKeyFile))
	if err != nil {
		return "", dir.unreadable(err)
	}
	return string(text), nil
}

func (dir keyFile) checkMode(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return dir.unreadable(err)
	}
	if !info.Mode().IsRegular() {
		return fault.New(fault.Invalid, "the key file %s is not a regular file", dir.path()).
			WithHint("Remove it, and restore the file from a backup. A new key cannot open what the old one sealed.")
	}
	// Windows has no such bits; Go invents them there.
	if runtime.GOOS != "windows" && info.Mode().Perm()&othersMayAccess != 0 {
		return fault.New(fault.Invalid, "the key file %s is accessible to other users (mode %04o)", dir.path(), info.Mode().Perm()).
			WithHint("Run: chmod 600 %s", dir.path())
	}
	return nil
}

func (dir keyFile) unreadable(err error) error {
	return fault.Wrap(err, fault.Unavailable, "cannot read the key file %s", dir.path()).
		WithHint("Make it readable for the server's user only.")
}

// create writes a new key to a temporary file and links it to its path, which fails if the path exists. So the file
// never contains a partial key, and of two concurrent starts exactly one succeeds. The other one gets no error.
func (dir keyFile) create() error {
	if err := os.MkdirAll(string(dir), 0o700); err != nil {
		return err
	}
	draft, err := os.CreateTemp(string(dir), "."+FileName+".*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft.Name()) }() // a leftover draft is harmless: only this user can read it
	if err := writeNewKey(draft); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), dir.path()); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(string(dir))
}

// writeNewKey writes a random key and syncs it, because values sealed with a key that a power failure loses are lost.
func writeNewKey(draft *os.File) error {
	master := make([]byte, masterSize)
	_, _ = rand.Read(master) // never fails: it ends the process instead
	_, err := draft.WriteString(encodeMaster(master) + "\n")
	return errors.Join(err, draft.Sync(), draft.Close())
}

func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // folders cannot be synced there
	}
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Exists reports whether the folder contains a key file.
func Exists(dir string) bool {
	_, err := os.Stat(keyFile(dir).path())
	return err == nil
}
