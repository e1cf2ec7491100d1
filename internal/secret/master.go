package secret

import (
	"encoding/base64"
	"strings"
	"unicode"

	"github.com/millrace/millrace/internal/fault"
)

// masterSize is the length of the server key in bytes.
const masterSize = 32

// LoadOrCreate returns the keys of the server. Configured keys (base64 of 32 bytes each, the newest first, separated by white
// space or commas) take precedence. Otherwise the keys are the lines of server.key in dir, which the first call creates. Servers
// that start at the same time get the same key. The newest key is active until Use says which one is.
func LoadOrCreate(dir, given string) (*Keys, error) {
	if given == "" {
		return newKeys(keyFile(dir).loadOrCreate)
	}
	return newKeys(func() ([]*key, error) {
		keys, ok := decodeMasters(given)
		if !ok {
			return nil, fault.New(fault.Invalid, "the configured server key is not base64 of %d bytes", masterSize).
				WithHint("Create one with: openssl rand -base64 %d", masterSize)
		}
		return keys, nil
	})
}

// decodeMasters reads one key or several.
func decodeMasters(text string) ([]*key, bool) {
	var keys []*key
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		master, ok := decodeMaster(one)
		if !ok {
			return nil, false
		}
		derived, err := newKey(master)
		if err != nil {
			return nil, false
		}
		keys = append(keys, derived)
	}
	return keys, len(keys) > 0
}

// decodeMaster accepts the standard and the URL alphabet, with and without padding, because tools differ.
func decodeMaster(text string) ([]byte, bool) {
	text = strings.TrimRight(strings.TrimSpace(text), "=")
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		master, err := encoding.DecodeString(text)
		if err == nil && len(master) == masterSize {
			return master, true
		}
	}
	return nil, false
}

func encodeMaster(master []byte) string { return base64.StdEncoding.EncodeToString(master) }
