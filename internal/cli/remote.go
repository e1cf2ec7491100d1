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
	// defaultServer is where `millrace serve` listens unless it is told otherwise.
	defaultServer = "http://127.0.0.1:8080"
	// answerLimit is how long one answer of a server may take. Hardly any request of ours waits for work to be done.
	answerLimit = 60 * time.Second
)

// remoteFlags say which server a command speaks to, and who is speaking. A flag goes before the environment, and that
// before a profile.
type remoteFlags struct {
	server, token, profile string
	asJSON                 bool
}

func (f *remoteFlags) register(command *cobra.Command) {
	f.registerServer(command)
	command.Flags().StringVar(&f.token, "token", "",
		"access token ("+tokenVariable+", which other users of the machine cannot read as they can a command line)")
	command.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

func (f *remoteFlags) registerServer(command *cobra.Command) {
	command.Flags().StringVar(&f.server, "server", "", "address of the server, "+defaultServer+" if left out ("+serverVariable+")")
	command.Flags().StringVar(&f.profile, "profile", "", "profile that `millrace login` made ("+profileVariable+")")
}

// connect makes the client for a command.
func (p Program) connect(f *remoteFlags) (*client.Client, error) {
	return p.connectFor(f, answerLimit)
}

// connectFor makes a client for a command whose answers may take so long.
func (p Program) connectFor(f *remoteFlags, limit time.Duration) (*client.Client, error) {
	who, err := p.identity(f)
	if err != nil {
		return nil, err
	}
	if who.token == "" {
		return nil, fault.New(fault.Invalid, "there is no access token for %s", withoutPassword(who.server)).
			WithHint("Log in with `millrace login`, which keeps a token for each server in a profile. Or generate a token in the\n"+
				"    web application, on the tab Deploy, and put it into the environment variable %s.", tokenVariable)
	}
	return who.client(limit)
}

// checkServer refuses an address that the client could not use. It is not shown: it may hold a password.
func checkServer(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fault.New(fault.Invalid, "the address of the server is not a URL").
			WithHint("Write it like https://millrace.example.com, in --server or %s.", serverVariable)
	}
	return nil
}

// variable is the value of an environment variable; the last one of its name counts.
func (p Program) variable(name string) string {
	found := ""
	for _, variable := range p.Environ {
		if key, value, _ := strings.Cut(variable, "="); key == name {
			found = value
		}
	}
	return found
}

// required refuses a command line without a flag that has no default.
func required(command *cobra.Command, flag, value string) error {
	if value != "" {
		return nil
	}
	return &usageError{err: fault.New(fault.Invalid, "--%s is missing", flag), command: command.CommandPath()}
}

// exclusive refuses flags that each say the same in another way.
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
	return &usageError{err: fault.New(fault.Invalid, "%s do not go together", strings.Join(named, " and ")), command: command.CommandPath()}
}
