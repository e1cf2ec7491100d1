package secret

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// Active is what the database says about the keys.
type Active struct {
	// Fingerprint is that of the key that seals.
	Fingerprint string
	// TokenKey is the sealed key that hashes tokens. It is empty before the first rotation: then the key is derived from the
	// active one.
	TokenKey string
}

// tokenKeyContext is the context of the sealed key that hashes tokens.
const tokenKeyContext = "installation/tokenKey"

// Use makes a key the active one.
func (k *Keys) Use(active Active) error {
	r := *k.state.Load()
	at := slices.IndexFunc(r.keys, func(key *key) bool { return key.fingerprint == active.Fingerprint })
	if at < 0 {
		return fault.New(fault.Conflict, "the server key %s is missing", active.Fingerprint).
			WithHint("It was rotated. Copy server.key from the server where `millrace key rotate` ran, or set MILLRACE_KEY to the new key and the old one.")
	}
	r.active = r.keys[at]
	token := r.active.token()
	if active.TokenKey != "" {
		var err error
		if token, err = k.Open(active.TokenKey, tokenKeyContext); err != nil {
			return err
		}
	}
	if err := r.setToken(token); err != nil {
		return err
	}
	k.state.Store(&r)
	return nil
}

// Reload reads the key file again. The active key stays, also if the file no longer contains it.
func (k *Keys) Reload() error {
	keys, err := k.read()
	if err != nil {
		return err
	}
	r := *k.state.Load()
	if !slices.ContainsFunc(keys, func(key *key) bool { return key.fingerprint == r.active.fingerprint }) {
		keys = append(keys, r.active)
	}
	r.keys = keys
	k.state.Store(&r)
	return nil
}

// Rotation makes another key the active one, and returns what the database has to say then: the key that hashes tokens stays
// the same, sealed with the new key.
func (k *Keys) Rotation(before Active, fingerprint string) (Active, error) {
	token, err := k.tokenKey(before)
	if err != nil {
		return Active{}, err
	}
	after := Active{Fingerprint: fingerprint}
	if err := k.Use(after); err != nil {
		return Active{}, err
	}
	if after.TokenKey, err = k.Seal(token, tokenKeyContext); err != nil {
		return Active{}, err
	}
	return after, k.Use(after)
}

func (k *Keys) tokenKey(active Active) ([]byte, error) {
	if active.TokenKey != "" {
		return k.Open(active.TokenKey, tokenKeyContext)
	}
	for _, key := range k.state.Load().keys {
		if key.fingerprint == active.Fingerprint {
			return bytes.Clone(key.token()), nil
		}
	}
	return nil, fault.New(fault.Conflict, "the server key %s is missing", active.Fingerprint).WithHint("Restore server.key from a backup.")
}

// Add puts a new key in front of those in server.key and returns its fingerprint.
func Add(dir string) (string, error) {
	master := make([]byte, masterSize)
	_, _ = rand.Read(master) // never fails: it ends the process instead
	added, err := newKey(master)
	if err != nil {
		return "", err
	}
	text, err := keyFile(dir).text()
	if err != nil {
		return "", err
	}
	return added.fingerprint, keyFile(dir).replace(encodeMaster(master) + "\n" + strings.TrimSpace(text) + "\n")
}

// Keep removes all keys from server.key but those that keep reports.
func Keep(dir string, keep func(fingerprint string) bool) error {
	text, err := keyFile(dir).text()
	if err != nil {
		return err
	}
	var kept strings.Builder
	for line := range strings.FieldsSeq(text) {
		keys, ok := decodeMasters(line)
		if !ok || keep(keys[0].fingerprint) {
			kept.WriteString(line + "\n")
		}
	}
	if kept.Len() == 0 {
		return fault.New(fault.Internal, "no key would be left in %s", keyFile(dir).path())
	}
	return keyFile(dir).replace(kept.String())
}

// replace writes the file as a whole, so that no reader sees a part of it.
func (dir keyFile) replace(text string) error {
	draft, err := os.CreateTemp(string(dir), "."+FileName+".*") // mode 0600
	if err != nil {
		return dir.unwritable(err)
	}
	_, err = io.WriteString(draft, text)
	if err = errors.Join(err, draft.Sync(), draft.Close()); err == nil {
		err = os.Rename(draft.Name(), dir.path())
	}
	if err != nil {
		_ = os.Remove(draft.Name()) // only this user can read it
		return dir.unwritable(err)
	}
	return syncFolder(string(dir))
}

func (dir keyFile) unwritable(err error) error {
	return fault.Wrap(err, fault.Unavailable, "cannot write the server key to %s", dir.path()).
		WithHint("Run the command as the user of the server.")
}

// KeyOf returns the fingerprint of the key that sealed a text; empty if the text does not name it.
func KeyOf(sealed string) string {
	text, err := parseSealed(sealed)
	if err != nil {
		return ""
	}
	return text.fingerprint
}
