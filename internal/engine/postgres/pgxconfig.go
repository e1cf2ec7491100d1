package postgres

import (
	"crypto/tls"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/millrace/millrace/internal/fault"
)

// neutral names every parameter that the driver would otherwise take from the environment or from files of the
// server's user. All of them are replaced below or are to stay as they are here.
const neutral = "host=localhost port=5432 user=nobody dbname=nothing password=nothing passfile='' sslmode=disable " +
	"sslrootcert='' sslcert='' sslkey='' sslnegotiation='' connect_timeout=0 target_session_attrs=any " +
	"min_protocol_version='' max_protocol_version='' channel_binding=prefer require_auth=''"

// pgxConfig puts the settings into the fields of the driver's configuration. They never become part of a connection
// string, where a blank in a name could start another parameter.
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
	return config, nil
}

// unusable is for the one thing that cannot be named away: a service file.
func unusable() error {
	return fault.New(fault.Internal, "the postgres driver cannot be set up").
		WithHint("Take PGSERVICE and PGSERVICEFILE out of the server's environment.")
}

// setTLS makes the attempts that the sslmode allows: one, or for prefer a second one without encryption.
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
		config.InsecureSkipVerify = true // that is what these modes mean
	case sslVerifyCA:
		config.InsecureSkipVerify = true // verifyChain looks at everything but the name
		config.VerifyConnection = verifyChain
	}
	return config
}
