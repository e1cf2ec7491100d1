package profile

import (
	"regexp"

	"github.com/millrace/millrace/internal/fault"
)

// Default is the name of the profile that is used if none is named.
const Default = "default"

// Profile is a server and a token.
type Profile struct {
	Server       string `toml:"server"`
	Organization string `toml:"organization,omitempty"` // its name, for output
	Email        string `toml:"email,omitempty"`
	Token        string `toml:"token,omitempty"`
	// TokenID is set if login created the token, so that logout can revoke it.
	TokenID string `toml:"token_id,omitempty"`
}

// CheckName rejects a name that would need quotes in the file or on a command line.
func CheckName(name string) error {
	if regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`).MatchString(name) {
		return nil
	}
	return fault.New(fault.Invalid, "%q is not a valid profile name", name).
		WithHint("Use up to 64 letters, digits, - and _, starting with a letter or a digit.")
}
