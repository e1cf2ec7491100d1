package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"sync/atomic"
)

// Keys are the keys of a server, derived from the master keys, which themselves are not kept. They are safe for concurrent
// use, and all copies of a value have the same keys.
//
// The derived keys are in closures, not in fields: fmt follows pointers and ignores the methods of an unexported field,
// but prints only the address of a function.
type Keys struct {
	state *atomic.Pointer[ring]
	read  func() ([]*key, error) // reads the key file again
}

// ring are the keys at one time. It does not change.
type ring struct {
	keys     []*key           // newest first
	active   *key             // seals
	tokenMAC func() hash.Hash // keyed, for HashToken
	auditMAC func() hash.Hash // keyed, for AuditMAC
}

// setToken sets what is derived from the key that hashes tokens, which a rotation does not change: the tokens and the chains of
// the audit log stay valid.
func (r *ring) setToken(token []byte) error {
	audit, err := derive(token, purposeAudit, sha256.Size)
	if err != nil {
		return err
	}
	r.tokenMAC, r.auditMAC = keyedMAC(token), keyedMAC(audit)
	return nil
}

// key is what is derived from one master key.
type key struct {
	fingerprint string
	sealer      func() cipher.AEAD // for Seal and Open
	token       func() []byte      // the key for HashToken
}

// The purposes are part of the derivation: changing one changes the key.
const (
	purposeToken       = "millrace token hash v1"
	purposeSeal        = "millrace seal v1"
	purposeFingerprint = "millrace key fingerprint v1"
	purposeAudit       = "millrace audit v1"
)

// fingerprintSize is long enough to avoid collisions and short enough to compare by eye.
const fingerprintSize = 8

func newKeys(read func() ([]*key, error)) (*Keys, error) {
	keys, err := read()
	if err != nil {
		return nil, err
	}
	k := &Keys{state: new(atomic.Pointer[ring]), read: read}
	r := &ring{keys: keys, active: keys[0]}
	if err := r.setToken(keys[0].token()); err != nil {
		return nil, err
	}
	k.state.Store(r)
	return k, nil
}

func newKey(master []byte) (*key, error) {
	token, err := derive(master, purposeToken, sha256.Size)
	if err != nil {
		return nil, err
	}
	sealKey, err := derive(master, purposeSeal, masterSize)
	if err != nil {
		return nil, err
	}
	fingerprint, err := derive(master, purposeFingerprint, fingerprintSize)
	if err != nil {
		return nil, err
	}
	sealer, err := newSealer(sealKey)
	if err != nil {
		return nil, err
	}
	return &key{
		fingerprint: hex.EncodeToString(fingerprint),
		sealer:      func() cipher.AEAD { return sealer },
		token:       func() []byte { return token },
	}, nil
}

func keyedMAC(key []byte) func() hash.Hash {
	return func() hash.Hash { return hmac.New(sha256.New, key) }
}

func derive(master []byte, purpose string, size int) ([]byte, error) {
	key, err := hkdf.Key(sha256.New, master, nil, purpose, size)
	if err != nil {
		return nil, fmt.Errorf("derive the key for %s: %w", purpose, err)
	}
	return key, nil
}

// newSealer creates AES-256-GCM with a random nonce for each value.
func newSealer(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("create the cipher: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// HashToken returns the stored form of an access token: HMAC-SHA-256 in hexadecimal.
func (k *Keys) HashToken(token string) string {
	mac := k.state.Load().tokenMAC()
	mac.Write([]byte(token))
	return hex.EncodeToString(mac.Sum(nil))
}

// AuditMAC returns the keyed hash that the entries of the audit log are chained with.
func (k *Keys) AuditMAC() hash.Hash { return k.state.Load().auditMAC() }

// Fingerprint identifies the active key, so that servers can check that they have the same one. It reveals nothing else.
func (k *Keys) Fingerprint() string { return k.state.Load().active.fingerprint }

// Fingerprints returns those of all keys, newest first.
func (k *Keys) Fingerprints() []string {
	var all []string
	for _, key := range k.state.Load().keys {
		all = append(all, key.fingerprint)
	}
	return all
}

// Has reports whether a key is among the keys.
func (k *Keys) Has(fingerprint string) bool { return slices.Contains(k.Fingerprints(), fingerprint) }
