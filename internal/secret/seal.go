package secret

import (
	"encoding/base64"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// sealVersion leads every sealed text, so that a later form can live beside this one.
const sealVersion = "v1."

// Seal encrypts plain for one context, such as "connection 42 secret". The same context opens it again; a value that
// is copied to another row does not open there.
func (k *Keys) Seal(plain []byte, context string) (string, error) {
	if context == "" {
		return "", fault.New(fault.Internal, "a value is to be sealed without a context")
	}
	sealed := k.sealer().Seal(nil, nil, plain, boundTo(context))
	return sealVersion + base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open decrypts what Seal made under the same key and for the same context.
func (k *Keys) Open(sealed, context string) ([]byte, error) {
	encoded, ok := strings.CutPrefix(sealed, sealVersion)
	if !ok {
		return nil, fault.New(fault.Unavailable, "a sealed value has a form that this version does not know").
			WithHint("A newer version may have written it; start that one, or enter the secret anew.")
	}
	raw, err := base64.RawURLEncoding.DecodeString(encoded)
	// The decoder passes over line breaks and unused bits; a sealed value has one form only.
	if err != nil || base64.RawURLEncoding.EncodeToString(raw) != encoded {
		return nil, unopened()
	}
	plain, err := k.sealer().Open(nil, nil, raw, boundTo(context))
	if err != nil {
		return nil, unopened()
	}
	return plain, nil
}

// boundTo is the additional data of a sealed value. With the version in it, no later form can be passed off as this.
func boundTo(context string) []byte { return []byte(sealVersion + context) }

// unopened does not tell a wrong key from a wrong context or a damaged value: the cipher cannot.
func unopened() error {
	return fault.New(fault.Unavailable,
		"a sealed value cannot be opened: it was sealed under another server key or for another place, or it is damaged").
		WithHint("Start the server with the key that sealed it (server.key in its data folder, or MILLRACE_KEY), or enter the secret anew.")
}
