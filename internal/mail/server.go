package mail

import (
	"net/url"
	"strconv"

	"github.com/millrace/millrace/internal/fault"
)

// server is where messages are sent.
type server struct {
	host           string
	port           int
	isTLS          bool // from the first byte
	isPlain        bool // never encrypted
	user, password string
}

const (
	portOfTLS      = 465
	portOfSTARTTLS = 587
)

// parseServer reads the URL of the setting smtp: smtps://user@host:465 or smtp://user@host:587.
func parseServer(text string) (server, error) {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Hostname() == "" || parsed.Opaque != "" || (parsed.Path != "" && parsed.Path != "/") {
		return server{}, badServer()
	}
	to := server{host: parsed.Hostname(), user: parsed.User.Username()}
	to.password, _ = parsed.User.Password()
	switch parsed.Scheme {
	case "smtps":
		to.port, to.isTLS = portOfTLS, true
	case "smtp":
		to.port = portOfSTARTTLS
	default:
		return server{}, badServer()
	}
	if err := to.setPort(parsed.Port()); err != nil {
		return server{}, err
	}
	if err := to.setEncryption(parsed.Query()); err != nil {
		return server{}, err
	}
	return to, nil
}

// setPort reads the port of the URL. Without one, the port of the scheme stays.
func (s *server) setPort(text string) error {
	if text == "" {
		return nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return badServer()
	}
	s.port = int(port)
	return nil
}

// setEncryption reads the query of the URL, which may contain tls and nothing else.
func (s *server) setEncryption(query url.Values) error {
	switch tls := query.Get("tls"); {
	case len(query) == 0, len(query) == 1 && tls == "required":
	case len(query) == 1 && tls == "none" && !s.isTLS:
		s.isPlain = true
	default:
		return badServer()
	}
	return nil
}

func badServer() error {
	return fault.New(fault.Invalid, "the URL of the mail server cannot be used").
		WithHint("Set smtp to smtps://user@host:465 or smtp://user@host:587; ?tls=none sends without encryption.")
}
