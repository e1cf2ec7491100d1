package engine

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"

	"github.com/millrace/millrace/internal/fault"
)

// connectionHash identifies a connection.
type connectionHash [sha256.Size]byte

// hasher hashes connections with a random key of the process, so that a secret cannot be guessed from its hash.
type hasher struct{ key []byte }

func newHasher() hasher {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	return hasher{key}
}

// of returns equal hashes for equal connections.
func (h hasher) of(c Connection) (connectionHash, error) {
	var hash connectionHash
	// JSON sorts maps by their keys.
	text, err := json.Marshal([]any{c.Kind, c.Folder, c.Folders, c.Databases, c.Settings, c.Secret})
	if err != nil {
		return hash, fault.New(fault.Invalid, "%s connection: a setting is not a JSON value", c.Kind)
	}
	mac := hmac.New(sha256.New, h.key)
	mac.Write(text)
	mac.Sum(hash[:0])
	return hash, nil
}
