package secret

import (
	"encoding/base64"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// sealVersion is the prefix of every sealed text, so that a later format can coexist.
const sealVersion = "v1."

// Seal encrypts plain for one context, such as "connection 42 secret". Only the same context opens it: a value that is
// copied to another row does not open there.
func (k *Keys) Seal(plain []byte, context string) (string, error) {
	if context == "" {
		return "", fault.New(fault.Internal, "cannot seal a value without a context")
	}
	sealed := k.sealer().Seal(nil, nil, plain, boundTo(context))
	return sealVersion + base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open decrypts the result of Seal with the same key and context.
func (k *Keys) Open(sealed, context string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(sealed, sealVersion)
	if !ok {
		return nil, fault.New(fault.Unavailable, "a sealed value has an unknown format").
			WithHint("A newer version may have written it. Start that version, or enter the secret again.")
	}
	raw, err := base64.RawURLEncoding.DecodeString(encoded)
	// The decoder ignores line breaks and unused bits, but a sealed value has only one valid form.
	if err != nil || base64.RawURLEncoding.EncodeToString(raw) != encoded {
		return nil, unopened()
	}
	plain, err := k.sealer().Open(nil, nil, raw, boundTo(context))
	if err != nil {
		return nil, unopened()
	}
	return plain, nil
}

// boundTo returns the additional data of a sealed value. It contains the version, so that a later format cannot pass as
// this one.
func boundTo(context string) []byte { return []byte(sealVersion + context) }

// unopened does not distinguish a wrong key from a wrong context or a damaged value, because the cipher cannot.
func unopened() error {
	return fault.New(fault.Unavailable,
		"a sealed value cannot be opened: it was sealed with another server key or for another record, or it is damaged").
		WithHint("Start the server with the key that sealed it (server.key in its data folder, or MILLRACE_KEY), or enter the secret again.")
}
