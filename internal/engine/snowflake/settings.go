package snowflake

import (
	"cmp"
	"context"
	"crypto/rsa"
	"net"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// maxTimeout limits the setting statementTimeout, as the server does.
const maxTimeout = 7 * 24 * time.Hour

// maxParameters limits the number of session parameters.
const maxParameters = 100

type settings struct {
	account    string
	host       string
	port       uint16
	protocol   string
	user       string
	role       string
	warehouse  string
	database   string
	schema     string
	tag        string
	parameters map[string]string // by name in upper case
	timeout    time.Duration     // of a statement; 0 is the account's

	password string
	key      *rsa.PrivateKey // nil signs in with the password

	checkDial func(ctx context.Context, address netip.AddrPort, database string) error // nil allows every address
}

func readSettings(c engine.Connection) (settings, error) {
	r := engine.NewReader(c)
	s := settings{
		account:  r.RequiredText("account"),
		host:     strings.TrimSuffix(strings.ToLower(r.Text("host", "")), "."),
		port:     r.Port("port", 0),
		protocol: r.OneOf("protocol", "https", "http"),
		user:     r.RequiredText("user"),
		role:     r.Text("role", ""), warehouse: r.Text("warehouse", ""),
		database: r.RequiredText("database"), schema: r.Text("schema", ""),
		tag:       r.Text("queryTag", "millrace"),
		checkDial: c.CheckDial,
	}
	s.parameters = readParameters(r)
	s.timeout = r.Duration("statementTimeout", maxTimeout)
	s.readSecret(r)
	s.check(r)
	s.host = cmp.Or(s.host, hostOf(s.account))
	s.port = cmp.Or(s.port, map[string]uint16{"https": 443, "http": 80}[s.protocol])
	return s, r.Err()
}

// readParameters reads the session parameters, whose names have no case.
func readParameters(r *engine.Reader) map[string]string {
	parameters := map[string]string{}
	for name, value := range r.Texts("sessionParameters", maxParameters) {
		name = strings.ToUpper(name)
		switch {
		case !parameterName.MatchString(name):
			r.Wrong("sessionParameters", "has a name that is not the name of a parameter")
		case slices.Contains(ownParameters(), name):
			r.Wrong("sessionParameters", "contains "+name+", which Millrace sets itself")
		}
		parameters[name] = value
	}
	return parameters
}

// ownParameters returns the parameters on which the engine depends, and those that have a setting of their own.
func ownParameters() []string {
	return []string{
		"QUERY_TAG", "STATEMENT_TIMEOUT_IN_SECONDS", "AUTOCOMMIT", "MULTI_STATEMENT_COUNT", "ROWS_PER_RESULTSET", "TIMEZONE",
		"QUOTED_IDENTIFIERS_IGNORE_CASE", "CLIENT_TELEMETRY_ENABLED", "CLIENT_SESSION_KEEP_ALIVE", "TRANSACTION_ABORT_ON_ERROR",
	}
}

func (s *settings) readSecret(r *engine.Reader) {
	s.password = r.Secret("password")
	text, passphrase := r.Secret("privateKey"), r.Secret("privateKeyPassphrase")
	switch {
	case text != "" && s.password != "":
		r.Wrong("user", "signs in with a password or with a private key, not with both")
	case text != "":
		key, err := parsePrivateKey(text, passphrase)
		if err != nil {
			r.Wrong("privateKey", "of the secret "+err.Error())
		}
		s.key = key
	case passphrase != "":
		r.Wrong("privateKeyPassphrase", "of the secret has no privateKey")
	}
}

var (
	// accountName is organization-account or locator.region.cloud.
	accountName   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$`)
	hostName      = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$`)
	parameterName = regexp.MustCompile(`^[A-Z_][A-Z0-9_]{0,254}$`)
)

// maxTag limits the query tag of the settings. The server limits it together with the label to 2000 characters.
const maxTag = 200

func (s *settings) check(r *engine.Reader) {
	switch {
	case s.account == "":
	case strings.Contains(s.account, "/") || strings.HasSuffix(strings.ToLower(s.account), ".snowflakecomputing.com"):
		r.Wrong("account", "is a URL or a host; give the identifier of the account, such as myorganization-myaccount")
	case !accountName.MatchString(s.account) || len(s.account) > 255:
		r.Wrong("account", "is not the identifier of an account, such as myorganization-myaccount")
	}
	if _, notAddress := netip.ParseAddr(s.host); s.host != "" && notAddress != nil && (len(s.host) > 253 || !hostName.MatchString(s.host)) {
		r.Wrong("host", "is not a host name; give it without protocol, port and path")
	}
	if s.protocol == "http" && !isThisMachine(s.host) {
		r.Wrong("protocol", "is http, which is only for servers on this machine: a secret is sent over https only")
	}
	if len(s.tag) > maxTag || strings.ContainsFunc(s.tag, func(r rune) bool { return r < ' ' }) {
		r.Wrong("queryTag", "has more than "+strconv.Itoa(maxTag)+" bytes or control characters")
	}
}

func isThisMachine(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// hostOf returns the host of an account. Host names have no underscores, and accounts in China have another domain.
func hostOf(account string) string {
	host := strings.ReplaceAll(strings.ToLower(account), "_", "-")
	if _, region, hasRegion := strings.Cut(host, "."); hasRegion && strings.HasPrefix(region, "cn-") {
		return host + ".snowflakecomputing.cn"
	}
	return host + ".snowflakecomputing.com"
}

// address returns host:port for messages.
func (s *settings) address() string {
	return net.JoinHostPort(s.host, strconv.Itoa(int(s.port)))
}
