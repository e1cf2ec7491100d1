package httpapi

import (
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/account"
)

// secretInText matches a token or a session secret, complete or truncated.
var secretInText = regexp.MustCompile(`\b(` + account.TokenPrefix + `|` + account.SessionPrefix + `|` + account.SCIMPrefix + `)[0-9A-Za-z]+`)

// withoutSecrets returns a path for the log. Some clients put a token into a path by mistake.
func withoutSecrets(path string) string {
	if !strings.Contains(path, account.TokenPrefix) && !strings.Contains(path, account.SessionPrefix) && !strings.Contains(path, account.SCIMPrefix) {
		return path
	}
	return secretInText.ReplaceAllString(path, "$1…")
}
