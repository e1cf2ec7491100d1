package secret

import (
	"encoding/base64"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// masterSize is the length of the server key in bytes.
const masterSize = 32

// LoadOrCreate returns the keys of the server. A configured key (base64 of 32 bytes) takes precedence. Otherwise the
// key is the content of server.key in dir, which the first call creates. Servers that start at the same time get the
// same key.
func LoadOrCreate(dir, given string) (*Keys, error) {
	if given != "" {
		master, ok := decodeMaster(given)
		if !ok {
			return nil, fault.New(fault.Invalid, "the configured server key is not base64 of %d bytes", masterSize).
				WithHint("Create one with: openssl rand -base64 %d", masterSize)
		}
		return newKeys(master)
	}
	master, err := keyFile(dir).loadOrCreate()
	if err != nil {
		return nil, err
	}
	return newKeys(master)
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
