package cli

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/fault"
)

// identity is a server and the token to use there.
type identity struct {
	server string
	token  string // empty for no token
}

// identity combines flags, environment and profile, in this order of precedence. A profile that is named on the command
// line counts as a flag, so it takes precedence over the environment.
func (p Program) identity(f *remoteFlags) (identity, error) {
	variable := p.variable
	if f.profile != "" {
		variable = func(string) string { return "" }
	}
	who := identity{server: cmp.Or(f.server, variable(serverVariable)), token: cmp.Or(f.token, variable(tokenVariable))}
	if who.server == "" || who.token == "" {
		known, err := p.profile(f)
		if err != nil {
			return identity{}, err
		}
		who.server = cmp.Or(who.server, known.Server, defaultServer)
		if isSameServer(who.server, known.Server) { // never send a token to another server
			who.token = cmp.Or(who.token, known.Token)
		}
	}
	return who, who.check()
}

// profile reads the selected profile. A missing profile is an error only if it was named.
func (p Program) profile(f *remoteFlags) (profile.Profile, error) {
	name := p.profileName(f)
	path := profile.Path(p.variable)
	if path == "" && f.profile == "" {
		return profile.Profile{}, nil
	}
	file, err := profile.Open(path)
	if err != nil {
		return profile.Profile{}, err
	}
	found, ok := file.Get(name)
	if !ok && name != profile.Default {
		return profile.Profile{}, noSuchProfile(name, file.Names())
	}
	return found, nil
}

// profileName returns the name of the selected profile, whether it exists or not.
func (p Program) profileName(f *remoteFlags) string {
	return cmp.Or(f.profile, p.variable(profileVariable), profile.Default)
}

func noSuchProfile(name string, names []string) error {
	hint := "There are no profiles."
	if len(names) > 0 {
		hint = "The profiles are " + strings.Join(names, ", ") + "."
	}
	return fault.New(fault.Invalid, "profile %s does not exist", name).WithHint("%s Create one with `millrace login --profile NAME`.", hint)
}

// isSameServer reports whether two server addresses are equal.
func isSameServer(a, b string) bool {
	return strings.EqualFold(strings.TrimRight(a, "/"), strings.TrimRight(b, "/"))
}

// check rejects an address or a token that cannot be sent.
func (i identity) check() error {
	if err := checkServer(i.server); err != nil {
		return err
	}
	if strings.ContainsFunc(i.token, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return fault.New(fault.Invalid, "the access token contains invalid characters").
			WithHint("Remove spaces and line ends around it.")
	}
	return nil
}

// client returns a client for the server with the token.
func (i identity) client(limit time.Duration) (*client.Client, error) {
	return client.New(i.server, i.token, client.WithHTTPClient(&http.Client{Timeout: limit}))
}

// withoutPassword returns an address without its password, for output.
func withoutPassword(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Redacted()
}
