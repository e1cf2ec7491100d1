package profile

import (
	"regexp"

	"github.com/millrace/millrace/internal/fault"
)

// Default is the profile that is meant when none is named.
const Default = "default"

// Profile is a server and who speaks to it.
type Profile struct {
	Server       string `toml:"server"`
	Organization string `toml:"organization,omitempty"` // its name, for people
	Email        string `toml:"email,omitempty"`
	Token        string `toml:"token,omitempty"`
	// TokenID is there when the token was made for this profile, so that it can go with it.
	TokenID string `toml:"token_id,omitempty"`
}

// CheckName refuses a name that would be awkward to write, in the file or on a command line.
func CheckName(name string) error {
	if regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`).MatchString(name) {
		return nil
	}
	return fault.New(fault.Invalid, "%q cannot be the name of a profile", name).
		WithHint("Use up to 64 letters, digits, - and _, beginning with a letter or a digit.")
}
