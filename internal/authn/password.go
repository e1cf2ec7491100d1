package authn

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Cost is how much a new hash costs to compute. A stored hash contains its own cost.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
}

// DefaultCost returns the cost of a server's hashes.
func DefaultCost() Cost { return Cost{MemoryKiB: 19 * 1024, Passes: 2} }

const (
	lanes      = 1
	saltLength = 16
	keyLength  = 32
)

// Passwords hashes and checks passwords, at most one per processor at a time.
type Passwords struct {
	cost  Cost
	slots *slotQueue
	decoy string // a hash that no password matches, for unknown addresses
}

// NewPasswords creates the hasher.
func NewPasswords(cost Cost) *Passwords {
	p := &Passwords{cost: cost, slots: newSlotQueue(max(2, runtime.GOMAXPROCS(0)))}
	p.decoy = p.encode(make([]byte, saltLength), make([]byte, keyLength))
	return p
}

// Hash returns the text to store for a password. Its callers are signed in or have a valid link, so no sign-in goes ahead of them.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	release, err := p.slots.acquire(ctx, rankTrusted)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, saltLength)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("create a salt: %w", err)
	}
	return p.encode(salt, argon2.IDKey([]byte(password), salt, p.cost.Passes, p.cost.MemoryKiB, lanes, keyLength)), nil
}

// verify reports whether the password matches the hash. An empty hash takes the same time and matches nothing. The
// caller owns a slot.
func (p *Passwords) verify(password, hash string) bool {
	known := hash != ""
	if !known {
		hash = p.decoy
	}
	stored, ok := decode(hash)
	if !ok {
		return false
	}
	got := argon2.IDKey([]byte(password), stored.salt, stored.passes, stored.memoryKiB, stored.lanes, keyLength)
	return subtle.ConstantTimeCompare(got, stored.key) == 1 && known
}

func (p *Passwords) encode(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.cost.MemoryKiB, p.cost.Passes, lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}

// storedHash is a hash with its parameters.
type storedHash struct {
	memoryKiB, passes uint32
	lanes             uint8
	salt, key         []byte
}

// Limits of a stored hash. Larger parameters would be an error in the database and would block the server.
const (
	maxMemoryKiB = 1024 * 1024
	maxPasses    = 100
)

// decode parses a stored hash. It rejects parameters that argon2 does not support.
func decode(hash string) (storedHash, bool) {
	fields := strings.Split(hash, "$")
	if len(fields) != 6 || fields[0] != "" || fields[1] != "argon2id" || fields[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return storedHash{}, false
	}
	var stored storedHash
	_, err := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &stored.memoryKiB, &stored.passes, &stored.lanes)
	if err != nil || stored.memoryKiB > maxMemoryKiB || stored.passes < 1 || stored.passes > maxPasses || stored.lanes < 1 {
		return storedHash{}, false
	}
	if stored.salt, err = base64.RawStdEncoding.DecodeString(fields[4]); err != nil {
		return storedHash{}, false
	}
	stored.key, err = base64.RawStdEncoding.DecodeString(fields[5])
	return stored, err == nil && len(stored.key) == keyLength
}
