package httpapi

import (
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/account"
)

// secretInText finds what looks like a token or a session's secret, whole or cut off.
var secretInText = regexp.MustCompile(`\b(` + account.TokenPrefix + `|` + account.SessionPrefix + `)[0-9A-Za-z]+`)

// withoutSecrets is a path for the log. Nobody is asked to put a token into a path, but somebody will.
func withoutSecrets(path string) string {
	if !strings.Contains(path, account.TokenPrefix) && !strings.Contains(path, account.SessionPrefix) {
		return path
	}
	return secretInText.ReplaceAllString(path, "$1…")
}
