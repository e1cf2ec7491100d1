package engine

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"

	"github.com/millrace/millrace/internal/fault"
)

// connectionHash stands for a connection.
type connectionHash [sha256.Size]byte

// hasher turns connections into hashes that tell nothing about them: it has a key that nobody else knows and that ends
// with the process, so that a secret cannot be guessed from its hash.
type hasher struct{ key []byte }

func newHasher() hasher {
	key := make([]byte, sha256.Size)
	_, _ = rand.Read(key) // never fails
	return hasher{key}
}

// of is the same for connections that are the same.
func (h hasher) of(c Connection) (connectionHash, error) {
	var hash connectionHash
	// JSON writes maps in the order of their keys.
	text, err := json.Marshal([]any{c.Kind, c.Folder, c.Settings, c.Secret})
	if err != nil {
		return hash, fault.New(fault.Invalid, "%s connection: a setting is nothing that JSON can hold", c.Kind)
	}
	mac := hmac.New(sha256.New, h.key)
	mac.Write(text)
	mac.Sum(hash[:0])
	return hash, nil
}
