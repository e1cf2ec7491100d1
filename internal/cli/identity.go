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

// identity is which server a command speaks to, and who is speaking.
type identity struct {
	server string
	token  string // empty when nobody said who
}

// identity puts together what flags, the environment and a profile say, in this order. A profile that is named on the
// command line is a flag, so it goes before the environment.
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
		if isSameServer(who.server, known.Server) { // a token is not shown to another server
			who.token = cmp.Or(who.token, known.Token)
		}
	}
	return who, who.check()
}

// profile reads the profile that counts. Only one that was asked for by its name must be there.
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

// profileName is the name of the profile that counts, whether there is one or not.
func (p Program) profileName(f *remoteFlags) string {
	return cmp.Or(f.profile, p.variable(profileVariable), profile.Default)
}

func noSuchProfile(name string, names []string) error {
	hint := "There are no profiles yet."
	if len(names) > 0 {
		hint = "The profiles are " + strings.Join(names, ", ") + "."
	}
	return fault.New(fault.Invalid, "there is no profile %s", name).WithHint("%s `millrace login --profile NAME` makes one.", hint)
}

// isSameServer compares two addresses of servers.
func isSameServer(a, b string) bool {
	return strings.EqualFold(strings.TrimRight(a, "/"), strings.TrimRight(b, "/"))
}

// check refuses what cannot be sent.
func (i identity) check() error {
	if err := checkServer(i.server); err != nil {
		return err
	}
	if strings.ContainsFunc(i.token, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return fault.New(fault.Invalid, "the access token has characters in it that no token has").
			WithHint("Look for spaces and line ends around it.")
	}
	return nil
}

// client speaks to the server as this identity.
func (i identity) client(limit time.Duration) (*client.Client, error) {
	return client.New(i.server, i.token, client.WithHTTPClient(&http.Client{Timeout: limit}))
}

// withoutPassword is an address to show to people.
func withoutPassword(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Redacted()
}
