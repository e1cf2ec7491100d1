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

// argon2id parameters for new hashes: 19 MiB, two passes, one lane. A stored hash carries its own.
const (
	memoryKiB  = 19 * 1024
	passes     = 2
	lanes      = 1
	saltLength = 16
	keyLength  = 32
)

// Passwords hashes and checks passwords, as many at once as there are processors.
type Passwords struct {
	slots chan struct{}
	decoy string // a hash that no password opens, for addresses that nobody has
}

// NewPasswords makes the hasher.
func NewPasswords() *Passwords {
	p := &Passwords{slots: make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))}
	p.decoy = encode(make([]byte, saltLength), make([]byte, keyLength))
	return p
}

// Hash gives the text to store for a password.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	release, err := p.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	salt := make([]byte, saltLength)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("make a salt: %w", err)
	}
	return encode(salt, argon2.IDKey([]byte(password), salt, passes, memoryKiB, lanes, keyLength)), nil
}

func (p *Passwords) acquire(ctx context.Context) (release func(), err error) {
	select {
	case p.slots <- struct{}{}:
		return func() { <-p.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// verify reports whether the password opens the hash. An empty hash costs the same time and opens to nothing. The
// caller holds a slot.
func (p *Passwords) verify(password, hash string) bool {
	known := hash != ""
	if !known {
		hash = p.decoy
	}
	var memory uint32
	var time uint32
	var threads uint8
	fields := strings.Split(hash, "$")
	if len(fields) != 6 || fields[1] != "argon2id" {
		return false
	}
	if _, err := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &memory, &time, &threads); err != nil {
		return false
	}
	salt, err := base64.RawStdEncoding.DecodeString(fields[4])
	if err != nil {
		return false
	}
	want, err := base64.RawStdEncoding.DecodeString(fields[5])
	if err != nil || len(want) != keyLength {
		return false
	}
	got := argon2.IDKey([]byte(password), salt, time, memory, threads, keyLength)
	return subtle.ConstantTimeCompare(got, want) == 1 && known
}

func encode(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, passes, lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key))
}
