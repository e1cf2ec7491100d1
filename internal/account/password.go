package account

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"github.com/millrace/millrace/internal/fault"
)

// CheckPassword rejects a new password that is too short or too long.
func CheckPassword(password string) error {
	const shortest, longest = 8, 1024
	if n := len([]rune(password)); n < shortest {
		return fault.New(fault.Invalid, "the password is too short: %d characters", n).WithHint("Use at least %d characters.", shortest)
	}
	if len(password) > longest {
		return fault.New(fault.Invalid, "the password is too long: %d bytes", len(password)).WithHint("Use at most %d bytes.", longest)
	}
	return nil
}

// CheckNewPassword rejects a password that the user must not choose: one that is too short, too long, or easy to guess.
func CheckNewPassword(password string, user User) error {
	if err := CheckPassword(password); err != nil {
		return err
	}
	return checkGuessable(password, user)
}

// commonPasswords are the most common passwords of at least eight characters, in lower case, one in a line. Its first lines, which
// begin with #, say where they come from.
//
//go:embed common-passwords.txt
var commonPasswords string

//nolint:gochecknoglobals // never changes: it is a parsed constant
var isCommon = sync.OnceValue(func() map[string]bool {
	lines := strings.Split(commonPasswords, "\n")
	common := make(map[string]bool, len(lines))
	for _, line := range lines {
		if line != "" && !strings.HasPrefix(line, "#") {
			common[line] = true
		}
	}
	return common
})

// IsCommonPassword reports whether a password is one of those that attackers try first.
func IsCommonPassword(password string) bool { return isCommon()[strings.ToLower(password)] }

// checkGuessable rejects a password that attackers try first: a common one, or a name of the user, of the address or of this
// program with nothing but digits and signs around it.
func checkGuessable(password string, user User) error {
	if IsCommonPassword(password) {
		return fault.New(fault.Invalid, "the password is one of the most common ones").
			WithHint("Use another one, for example four words that do not belong together.")
	}
	core := letters(password)
	local, domain, _ := strings.Cut(user.Email, "@")
	for _, name := range []string{"millrace", user.Email, local, domain, user.FirstName, user.LastName, user.FirstName + user.LastName} {
		if word := letters(name); word != "" && core == word {
			return fault.New(fault.Invalid, "the password is a name or an address with digits or signs").
				WithHint("Use another one, for example four words that do not belong together.")
		}
	}
	return nil
}

// letters returns the letters of a text in lower case.
func letters(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text))
}
