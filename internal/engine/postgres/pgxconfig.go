package postgres

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// neutral sets every parameter that the driver would otherwise read from the environment or from files of the server's
// user. They are replaced below or keep these values.
const neutral = "host=localhost port=5432 user=nobody dbname=nothing password=nothing passfile='' sslmode=disable " +
	"sslrootcert='' sslcert='' sslkey='' sslnegotiation='' connect_timeout=0 target_session_attrs=any " +
	"min_protocol_version='' max_protocol_version='' channel_binding=prefer require_auth=''"

// pgxConfig sets the fields of the driver's configuration. The settings never become part of a connection string, where
// a blank in a name could start another parameter.
func (s settings) pgxConfig() (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(neutral)
	if err != nil {
		return nil, unusable()
	}
	config.Host, config.Port = s.host, s.port
	config.Database, config.User, config.Password = s.database, s.user, s.password
	config.RuntimeParams = map[string]string{"application_name": "millrace"}
	config.KerberosSrvName, config.KerberosSpn = "", ""
	s.setTLS(config)
	config.DialFunc = s.dialer(net.Dialer{})
	return config, nil
}

// dialer returns a dialer that checks each address before it connects, also those of cancel requests.
func (s settings) dialer(dialer net.Dialer) pgconn.DialFunc {
	if s.checkDial != nil {
		dialer.ControlContext = network.Guard(func(ctx context.Context, address netip.AddrPort) error {
			return s.checkDial(ctx, address, s.database)
		})
	}
	return dialer.DialContext
}

// unusable returns the fault for a service file, the only source that no parameter disables.
func unusable() error {
	return fault.New(fault.Internal, "the postgres driver cannot be set up").
		WithHint("Remove PGSERVICE and PGSERVICEFILE from the server's environment.")
}

// setTLS configures the attempts that the sslmode allows: one, or for prefer a second one without encryption.
func (s settings) setTLS(config *pgx.ConnConfig) {
	config.TLSConfig, config.Fallbacks = s.tlsConfig(), nil
	if s.sslmode == sslPrefer {
		config.Fallbacks = []*pgconn.FallbackConfig{{Host: s.host, Port: s.port}}
	}
}

func (s settings) tlsConfig() *tls.Config {
	config := &tls.Config{ServerName: s.host, MinVersion: tls.VersionTLS12}
	switch s.sslmode {
	case sslDisable:
		return nil
	case sslPrefer, sslRequire:
		config.InsecureSkipVerify = true // these modes do not verify
	case sslVerifyCA:
		config.InsecureSkipVerify = true // verifyChain verifies everything but the name
		config.VerifyConnection = verifyChain
	}
	return config
}
