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
)

// Keys are the keys of a server, derived from the master key, which itself is not kept. They are safe for concurrent
// use.
//
// The derived keys are in closures, not in fields: fmt follows pointers and ignores the methods of an unexported field,
// but prints only the address of a function.
type Keys struct {
	tokenMAC    func() hash.Hash   // keyed, for HashToken
	sealer      func() cipher.AEAD // for Seal and Open
	auditMAC    func() hash.Hash   // keyed, for AuditMAC
	fingerprint string
}

// The purposes are part of the derivation: changing one changes the key.
const (
	purposeToken       = "millrace token hash v1"
	purposeSeal        = "millrace seal v1"
	purposeAudit       = "millrace audit v1"
	purposeFingerprint = "millrace key fingerprint v1"
)

// fingerprintSize is long enough to avoid collisions and short enough to compare by eye.
const fingerprintSize = 8

func newKeys(master []byte) (*Keys, error) {
	token, err := derive(master, purposeToken, sha256.Size)
	if err != nil {
		return nil, err
	}
	sealKey, err := derive(master, purposeSeal, masterSize)
	if err != nil {
		return nil, err
	}
	// The audit log must stay verifiable, so its key follows the key of tokens: like tokens, it outlives a change of the master.
	audit, err := derive(token, purposeAudit, sha256.Size)
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
	return &Keys{
		tokenMAC:    func() hash.Hash { return hmac.New(sha256.New, token) },
		sealer:      func() cipher.AEAD { return sealer },
		auditMAC:    func() hash.Hash { return hmac.New(sha256.New, audit) },
		fingerprint: hex.EncodeToString(fingerprint),
	}, nil
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
	mac := k.tokenMAC()
	mac.Write([]byte(token))
	return hex.EncodeToString(mac.Sum(nil))
}

// AuditMAC returns the keyed hash that the entries of the audit log are chained with.
func (k *Keys) AuditMAC() hash.Hash { return k.auditMAC() }

// Fingerprint identifies the key, so that servers can check that they have the same one. It reveals nothing else.
func (k *Keys) Fingerprint() string { return k.fingerprint }
