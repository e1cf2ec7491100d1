package config

import (
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

func listenAddress() form[string] {
	return form[string]{
		shape: Text, expected: "host:port with a port from 0 to 65535, such as 127.0.0.1:8080 or :8080",
		read: func(text string) (string, bool) {
			host, port, err := net.SplitHostPort(text)
			return text, err == nil && isPort(port, 0) && (host == "" || isHost(host))
		},
	}
}

// baseURL removes a trailing slash, so that a path can be appended.
func baseURL() form[string] {
	return form[string]{
		shape: Text, expected: "an http or https URL without a path, such as https://millrace.example.com",
		read: readBaseURL, show: showWithoutUser,
	}
}

func readBaseURL(text string) (string, bool) {
	address, err := url.Parse(strings.TrimSuffix(text, "/"))
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") {
		return "", false
	}
	origin := address.Scheme + "://" + address.Host
	// Anything besides scheme and host makes the text longer: a user, a path, a query, a fragment, even an empty one.
	// The parser has lower-cased the scheme.
	if len(origin) != len(strings.TrimSuffix(text, "/")) || !isHost(address.Hostname()) {
		return "", false
	}
	if strings.HasSuffix(address.Host, ":") || (address.Port() != "" && !isPort(address.Port(), 1)) {
		return "", false
	}
	return strings.ToLower(origin), true
}

// domain is a host name with an optional port. An IP address is rejected, because it has no subdomains.
func domain() form[string] {
	return form[string]{
		shape: Text, expected: "a host name, with :port if it is not the usual one, such as eu.example.com",
		read: func(text string) (string, bool) {
			host, port, hasPort := strings.Cut(strings.ToLower(text), ":")
			return strings.ToLower(text), isHostName(host) && (!hasPort || isPort(port, 1))
		},
	}
}

func databaseURL() form[Secret] {
	return form[Secret]{
		shape: Text, expected: "a URL that begins with postgres:// or postgresql://", show: showScheme,
		read: func(text string) (Secret, bool) {
			address, err := url.Parse(text)
			known := strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
			return Secret(text), err == nil && known && address.Opaque == ""
		},
	}
}

// auditDestination is the URL of a syslog server or an HTTP endpoint. It is a secret, because its path or query may contain one.
func auditDestination() form[Secret] {
	return form[Secret]{
		shape: Text, show: showScheme,
		expected: "syslog+tcp://host:port, or syslog+tls or syslog+udp, or syslog+unix:///dev/log, or an http or https URL",
		read: func(text string) (Secret, bool) {
			address, err := url.Parse(text)
			if err != nil {
				return "", false
			}
			switch address.Scheme {
			case "syslog+unix":
				return Secret(text), address.Host == "" && len(address.Path) > 1
			case "syslog+tcp", "syslog+tls", "syslog+udp":
				return Secret(text), isHost(address.Hostname()) && isPort(address.Port(), 1) && strings.Trim(address.Path, "/") == ""
			case "http", "https":
				return Secret(text), isHost(address.Hostname())
			default:
				return "", false
			}
		},
	}
}

// mailServer is the URL of an SMTP server. It is a secret, because it may contain a password.
func mailServer() form[Secret] {
	return form[Secret]{
		shape: Text, show: showScheme,
		expected: "smtps://user@host:465, or smtp://user@host:587 with ?tls=none for no encryption",
		read: func(text string) (Secret, bool) {
			address, err := url.Parse(text)
			if err != nil || (address.Scheme != "smtp" && address.Scheme != "smtps") || !isHost(address.Hostname()) {
				return "", false
			}
			isPlain := address.RawQuery == "tls=none" && address.Scheme == "smtp"
			hasKnownQuery := address.RawQuery == "" || address.RawQuery == "tls=required" || isPlain
			return Secret(text), hasKnownQuery && strings.Trim(address.Path, "/") == "" && (address.Port() == "" || isPort(address.Port(), 1))
		},
	}
}

// sender is an e-mail address, with a name if it has one.
func sender() form[string] {
	return form[string]{
		shape: Text, expected: "an e-mail address such as millrace@example.com or Millrace <millrace@example.com>",
		read: func(text string) (string, bool) {
			_, err := mail.ParseAddress(text)
			return text, err == nil && !strings.ContainsAny(text, "\r\n")
		},
	}
}

// showWithoutUser hides a URL with a user, because it may also contain a password.
func showWithoutUser(text string) string {
	if strings.Contains(text, "@") {
		return showScheme(text)
	}
	return text
}

// showScheme shows only the beginning of a database URL. In an invalid URL the password can be anywhere.
func showScheme(text string) string {
	scheme, _, ok := strings.Cut(text, "://")
	if !ok || strings.ContainsFunc(scheme, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		return "…"
	}
	return scheme + "://…"
}

// networks are in CIDR notation. Bits after the mask are dropped.
func networks() form[[]netip.Prefix] {
	return form[[]netip.Prefix]{
		shape: List, expected: "networks in CIDR notation with commas between them, such as 10.0.0.0/8, fd00::/8",
		read: func(text string) ([]netip.Prefix, bool) {
			var all []netip.Prefix
			for part := range strings.SplitSeq(text, ",") {
				part = strings.TrimSpace(part)
				if part == "" {
					continue
				}
				network, err := netip.ParsePrefix(part)
				if err != nil || network.Addr().Is4In6() {
					return nil, false
				}
				all = append(all, network.Masked())
			}
			return all, true
		},
	}
}

func email() form[string] {
	return form[string]{shape: Text, expected: "an e-mail address", read: func(text string) (string, bool) {
		address, err := mail.ParseAddress(text)
		return text, err == nil && address.Address == text
	}}
}

func isPort(text string, least uint64) bool {
	port, err := strconv.ParseUint(text, 10, 16)
	return err == nil && port >= least
}

func isHost(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil || isHostName(text)
}

// isHostName reports whether the text consists of labels of letters, digits and inner hyphens, separated by points. The
// last label of a name is never a number; that of a mistyped address is.
func isHostName(text string) bool {
	const maxName, maxLabel = 253, 63
	labels := strings.Split(text, ".")
	for _, label := range labels {
		inner := strings.Trim(label, "-") == label && !strings.ContainsFunc(label, isNoHostRune)
		if !inner || len(label) == 0 || len(label) > maxLabel {
			return false
		}
	}
	_, err := strconv.Atoi(labels[len(labels)-1])
	return err != nil && len(text) <= maxName
}

func isNoHostRune(r rune) bool {
	return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}
