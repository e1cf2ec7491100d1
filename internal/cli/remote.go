package cli

import (
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

const (
	serverVariable  = "MILLRACE_SERVER"
	tokenVariable   = "MILLRACE_TOKEN"
	profileVariable = "MILLRACE_PROFILE"
	// defaultServer is the default address of `millrace serve`.
	defaultServer = "http://127.0.0.1:8080"
	// responseTimeout is the default timeout of a request. Hardly any request waits for a run.
	responseTimeout = 60 * time.Second
)

// remoteFlags select the server and the token. A flag takes precedence over the environment, and that over a profile.
type remoteFlags struct {
	server, token, profile string
	asJSON                 bool
}

func (f *remoteFlags) register(command *cobra.Command) {
	f.registerServer(command)
	command.Flags().StringVar(&f.token, "token", "",
		"access token ("+tokenVariable+"; safer than a flag, because other users can read command lines)")
	command.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

func (f *remoteFlags) registerServer(command *cobra.Command) {
	command.Flags().StringVar(&f.server, "server", "", "address of the server (default "+defaultServer+") ("+serverVariable+")")
	command.Flags().StringVar(&f.profile, "profile", "", "profile from `millrace login` ("+profileVariable+")")
}

// connect returns the client for a command.
func (p Program) connect(f *remoteFlags) (*client.Client, error) {
	return p.connectFor(f, responseTimeout)
}

// connectFor returns a client with another timeout.
func (p Program) connectFor(f *remoteFlags, limit time.Duration) (*client.Client, error) {
	who, err := p.identity(f)
	if err != nil {
		return nil, err
	}
	if who.token == "" {
		return nil, fault.New(fault.Invalid, "no access token for %s", withoutPassword(who.server)).
			WithHint("Run `millrace login`, which stores a token for each server in a profile. Or generate a token in the\n"+
				"    web application, on the Deploy tab, and set the environment variable %s.", tokenVariable)
	}
	return who.client(limit)
}

// checkServer rejects an address that the client cannot use. The error does not show the address, because it may
// contain a password.
func checkServer(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fault.New(fault.Invalid, "the address of the server is not a URL").
			WithHint("Write it like https://millrace.example.com, in --server or %s.", serverVariable)
	}
	return nil
}

// variable returns the value of an environment variable; the last one of its name counts.
func (p Program) variable(name string) string {
	found := ""
	for _, variable := range p.Environ {
		if key, value, _ := strings.Cut(variable, "="); key == name {
			found = value
		}
	}
	return found
}

// required returns an error for a missing flag that has no default.
func required(command *cobra.Command, flag, value string) error {
	if value != "" {
		return nil
	}
	return &usageError{err: fault.New(fault.Invalid, "--%s is missing", flag), command: command.CommandPath()}
}

// exclusive rejects flags that contradict each other.
func exclusive(command *cobra.Command, flags ...string) error {
	var named []string
	for _, flag := range flags {
		if command.Flags().Changed(flag) {
			named = append(named, "--"+flag)
		}
	}
	if len(named) < 2 {
		return nil
	}
	return &usageError{err: fault.New(fault.Invalid, "%s cannot be used together", strings.Join(named, " and ")), command: command.CommandPath()}
}
