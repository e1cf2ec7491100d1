package secret

import (
	"encoding/base64"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// masterSize is the length of the server key in bytes.
const masterSize = 32

// LoadOrCreate gives the keys of the server. A given key (base64 of 32 bytes) wins. Otherwise the key is the content
// of server.key in dir, which is made on the first call; servers that start at the same time get the same one.
func LoadOrCreate(dir, given string) (*Keys, error) {
	if given != "" {
		master, ok := decodeMaster(given)
		if !ok {
			return nil, fault.New(fault.Invalid, "the given server key is not base64 of %d bytes", masterSize).
				WithHint("Make one with: openssl rand -base64 %d", masterSize)
		}
		return newKeys(master)
	}
	master, err := keyFile(dir).loadOrCreate()
	if err != nil {
		return nil, err
	}
	return newKeys(master)
}

// decodeMaster takes the standard and the URL alphabet, with and without padding, since every tool writes another.
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
