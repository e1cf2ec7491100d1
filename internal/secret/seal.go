package secret

import (
	"encoding/base64"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// The prefixes of sealed texts. A text of the first format does not name its key. It is written while there is one key, so that
// servers of earlier versions read it.
const (
	sealVersion      = "v1."
	sealNamedVersion = "v2." // then the fingerprint of the key and a dot
)

// Seal encrypts plain for one context, such as "connection 42 secret". Only the same context opens it: a value that is
// copied to another row does not open there.
func (k *Keys) Seal(plain []byte, context string) (string, error) {
	if context == "" {
		return "", fault.New(fault.Internal, "cannot seal a value without a context")
	}
	r := k.state.Load()
	prefix := sealVersion
	if len(r.keys) > 1 {
		prefix = sealNamedVersion + r.active.fingerprint + "."
	}
	sealed := r.active.sealer().Seal(nil, nil, plain, boundTo(prefix, context))
	return prefix + base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open decrypts the result of Seal with the same key and context. If the key is unknown, it reads the key file again, because
// the key may have been rotated.
func (k *Keys) Open(sealed, context string) ([]byte, error) {
	text, err := parseSealed(sealed)
	if err != nil {
		return nil, err
	}
	if text.fingerprint != "" && !k.Has(text.fingerprint) {
		if err := k.Reload(); err != nil {
			return nil, err
		}
	}
	return k.state.Load().open(text, context)
}

// sealedText is a sealed text in its parts.
type sealedText struct {
	prefix      string
	fingerprint string // empty if the text does not name its key
	raw         []byte
}

func parseSealed(sealed string) (sealedText, error) {
	text := sealedText{prefix: sealVersion}
	encoded, isFirst := strings.CutPrefix(sealed, sealVersion)
	if !isFirst {
		rest, isNamed := strings.CutPrefix(sealed, sealNamedVersion)
		var hasKey bool
		text.fingerprint, encoded, hasKey = strings.Cut(rest, ".")
		if !isNamed || !hasKey {
			return text, fault.New(fault.Unavailable, "a sealed value has an unknown format").
				WithHint("A newer version may have written it. Start that version, or enter the secret again.")
		}
		text.prefix = sealNamedVersion + text.fingerprint + "."
	}
	raw, err := base64.RawURLEncoding.DecodeString(encoded)
	// The decoder ignores line breaks and unused bits, but a sealed value has only one valid form.
	if err != nil || base64.RawURLEncoding.EncodeToString(raw) != encoded {
		return text, unopened()
	}
	text.raw = raw
	return text, nil
}

// open tries the key that the text names, or all keys.
func (r *ring) open(text sealedText, context string) ([]byte, error) {
	for _, key := range r.keys {
		if text.fingerprint != "" && text.fingerprint != key.fingerprint {
			continue
		}
		if plain, err := key.sealer().Open(nil, nil, text.raw, boundTo(text.prefix, context)); err == nil {
			return plain, nil
		}
	}
	return nil, unopened()
}

// Reseal seals a value with the active key, if another key sealed it. It returns the same text if nothing is to be done.
func (k *Keys) Reseal(sealed, context string) (string, error) {
	text, err := parseSealed(sealed)
	if err != nil {
		return "", err
	}
	plain, err := k.Open(sealed, context)
	r := k.state.Load()
	if err != nil || text.fingerprint == r.active.fingerprint || text.fingerprint == "" && len(r.keys) == 1 {
		return sealed, err
	}
	return k.Seal(plain, context)
}

// boundTo returns the additional data of a sealed value. It contains the version, so that a later format cannot pass as
// this one.
func boundTo(prefix, context string) []byte { return []byte(prefix + context) }

// unopened does not distinguish a wrong key from a wrong context or a damaged value, because the cipher cannot.
func unopened() error {
	return fault.New(fault.Unavailable,
		"a sealed value cannot be opened: it was sealed with another server key or for another record, or it is damaged").
		WithHint("Start the server with the key that sealed it (server.key in its data folder, or MILLRACE_KEY), or enter the secret again.")
}
