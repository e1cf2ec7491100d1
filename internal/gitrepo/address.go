package gitrepo

import (
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/millrace/millrace/internal/fault"
)

// Scheme is how a peer is reached.
type Scheme string

// The schemes. A folder is on the machine of the server.
const (
	HTTPS  Scheme = "https"
	SSH    Scheme = "ssh"
	Folder Scheme = "folder"
)

// Address is where a peer is. It never contains a credential.
type Address struct {
	Scheme Scheme
	User   string // ssh: the user; empty means the account's
	Host   string // with the port, if one is named; empty for a folder
	Path   string
}

// ParseAddress parses an address: https://host/path, ssh://user@host/path, user@host:path, or the absolute path of a
// folder. It rejects credentials in the address, and does not repeat them in the error.
func ParseAddress(text string) (Address, error) {
	switch {
	case text == "":
		return Address{}, badAddress("it is empty")
	case strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) || unicode.IsSpace(c) }):
		return Address{}, badAddress("it contains a space or a character that is not printable")
	case filepath.IsAbs(text):
		return Address{Scheme: Folder, Path: filepath.Clean(text)}, nil
	case !strings.Contains(text, "://"):
		return parseShort(text)
	}
	parsed, err := url.Parse(text)
	if err != nil {
		return Address{}, badAddress("it is not a URL") // the cause would repeat it
	}
	if _, has := parsed.User.Password(); has {
		return Address{}, credentialsInside()
	}
	if parsed.RawQuery != "" || parsed.Fragment != "" {
		return Address{}, badAddress("it has a query or a fragment")
	}
	return parseURL(parsed)
}

func parseURL(parsed *url.URL) (Address, error) {
	user := parsed.User.Username()
	switch strings.ToLower(parsed.Scheme) {
	case "https":
		if user != "" {
			return Address{}, credentialsInside()
		}
		return Address{Scheme: HTTPS, Host: strings.ToLower(parsed.Host), Path: parsed.Path}.checked()
	case "ssh":
		return Address{Scheme: SSH, User: user, Host: strings.ToLower(parsed.Host), Path: parsed.Path}.checked()
	case "file":
		if parsed.Host != "" {
			return Address{}, badAddress("a file: URL needs three slashes before the path")
		}
		return Address{Scheme: Folder, Path: filepath.Clean(parsed.Path)}, nil
	case "http":
		return Address{}, badAddress("http: would send everything unencrypted")
	default:
		return Address{}, badAddress("its scheme is unknown")
	}
}

// parseShort parses user@host:path.
func parseShort(text string) (Address, error) {
	user, rest, ok := strings.Cut(text, "@")
	host, path, hasPath := strings.Cut(rest, ":")
	if !ok || !hasPath || user == "" || strings.ContainsAny(user, ":/") || strings.ContainsAny(host, "/@") {
		return Address{}, badAddress("it is neither a URL nor an absolute path")
	}
	return Address{Scheme: SSH, User: user, Host: strings.ToLower(host), Path: path}.checked()
}

// checked rejects hosts and paths that another program could read as an option or a command.
func (a Address) checked() (Address, error) {
	host := a.hostname()
	switch {
	case host == "" || strings.HasPrefix(host, "-"):
		return Address{}, badAddress("it names no host")
	case isNeverAllowed(host):
		return Address{}, badAddress("no git host can have this address")
	case strings.Trim(a.Path, "/") == "" || strings.HasPrefix(a.Path, "-"):
		return Address{}, badAddress("it names no repository on the host")
	case strings.HasPrefix(a.User, "-"):
		return Address{}, badAddress("the user name is invalid")
	}
	return a, nil
}

// hostname returns the host without its port.
func (a Address) hostname() string {
	if host, _, err := net.SplitHostPort(a.Host); err == nil {
		return host
	}
	return strings.Trim(a.Host, "[]")
}

// Origin returns what credentials are bound to: the scheme and the host. It is empty for a folder.
func (a Address) Origin() string {
	if a.Scheme == Folder {
		return ""
	}
	return string(a.Scheme) + "://" + a.Host
}

// String formats the address for messages.
func (a Address) String() string {
	switch {
	case a.Scheme == Folder:
		return a.Path
	case a.User != "":
		return string(a.Scheme) + "://" + a.User + "@" + a.Host + "/" + strings.TrimPrefix(a.Path, "/")
	default:
		return string(a.Scheme) + "://" + a.Host + "/" + strings.TrimPrefix(a.Path, "/")
	}
}

func badAddress(reason string) error {
	return fault.New(fault.Invalid, "invalid address of the repository: %s", reason).
		WithHint("Use https://host/path.git, ssh://git@host/path.git, git@host:path.git, or the absolute path of a folder that the operator has allowed.")
}

func credentialsInside() error {
	return fault.New(fault.Invalid, "the address of the repository contains credentials").
		WithHint("Remove them: create a git account with the token and link it to the project.")
}
