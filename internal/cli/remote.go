package cli

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

const (
	serverVariable = "MILLRACE_SERVER"
	tokenVariable  = "MILLRACE_TOKEN"
	// defaultServer is where `millrace serve` listens unless it is told otherwise.
	defaultServer = "http://127.0.0.1:8080"
	// answerLimit is how long one answer of a server may take. No request of ours waits for work to be done.
	answerLimit = 60 * time.Second
)

// remoteFlags say which server a command speaks to, and who is speaking. A flag goes before the environment.
type remoteFlags struct {
	server, token string
	asJSON        bool
}

func (f *remoteFlags) register(command *cobra.Command) {
	command.Flags().StringVar(&f.server, "server", "", "address of the server, "+defaultServer+" if left out ("+serverVariable+")")
	command.Flags().StringVar(&f.token, "token", "",
		"access token ("+tokenVariable+", which other users of the machine cannot read as they can a command line)")
	command.Flags().BoolVar(&f.asJSON, "json", false, "print JSON")
}

// connect makes the client for a command.
func (p Program) connect(f *remoteFlags) (*client.ClientWithResponses, error) {
	server := cmp.Or(f.server, p.variable(serverVariable), defaultServer)
	token := cmp.Or(f.token, p.variable(tokenVariable))
	if err := checkServer(server); err != nil {
		return nil, err
	}
	if token == "" {
		return nil, fault.New(fault.Invalid, "there is no access token").
			WithHint("Generate one in the web application, on the tab Deploy, and put it into the environment variable %s.", tokenVariable)
	}
	if strings.ContainsFunc(token, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return nil, fault.New(fault.Invalid, "the access token has characters in it that no token has").
			WithHint("Look for spaces and line ends around it.")
	}
	return client.New(server, token, client.WithHTTPClient(&http.Client{Timeout: answerLimit}))
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
