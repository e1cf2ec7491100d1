package cli

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// tokenLimitFlags are the optional limits of a new token.
type tokenLimitFlags struct {
	scopes, addresses listFlag
	expires           string
}

func (f *tokenLimitFlags) register(command *cobra.Command) {
	set := command.Flags()
	set.Var(&f.scopes, "scope", "limit to read, edit, run, deploy or administer; may be repeated (default: everything that its owner can do)")
	set.Var(&f.addresses, "address", "limit to clients with this address or CIDR prefix; may be repeated (default: all)")
	set.StringVar(&f.expires, "expires", "", "when it expires: after 90d or 12h, or at a date-time (default: never)")
}

// body returns the request for a token with the limits.
func (f *tokenLimitFlags) body(now time.Time) (api.TokenCreate, error) {
	var body api.TokenCreate
	if f.scopes.isSet {
		body.Scopes = new(strings.Split(f.scopes.text, ","))
	}
	if f.addresses.isSet {
		body.Addresses = new(strings.Split(f.addresses.text, ","))
	}
	if f.expires == "" {
		return body, nil
	}
	at, err := parseExpiry(f.expires, now)
	body.ExpiresAt = new(at.UTC().Format(time.RFC3339))
	return body, err
}

// parseExpiry parses a number of days, a duration, a date or a date-time.
func parseExpiry(text string, now time.Time) (time.Time, error) {
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		if count, err := strconv.Atoi(days); err == nil {
			return now.AddDate(0, 0, count), nil
		}
	}
	if duration, err := time.ParseDuration(text); err == nil {
		return now.Add(duration), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fault.New(fault.Invalid, "--expires cannot be %q", text).WithHint("Pass 90d, 12h or 2027-01-31T12:00:00Z.")
}

// limitsOf describes the limits of a token in a list.
func limitsOf(token *api.Token) string {
	var limits []string
	for _, scope := range orZero(token.Scopes) {
		limits = append(limits, string(scope))
	}
	limits = append(limits, orZero(token.Addresses)...)
	if token.ExpiresAt != nil {
		limits = append(limits, "until "+moment(token.ExpiresAt))
	}
	return strings.Join(limits, " ")
}
