package config

import (
	"net/netip"
	"time"
)

// Settings are the settings of a server, checked for form.
type Settings struct {
	Listen         string         // host:port; port 0 lets the system choose
	Data           string         // folder for everything that is not in a PostgreSQL
	Database       Secret         // URL of a PostgreSQL; empty: SQLite in Data
	BaseURL        string         // scheme and host, no slash at the end; empty: made from the listen address
	AppDomain      string         // lower case, with a port if it has one; empty: no subdomains
	NoSample       bool           // the first start brings no sample project
	DrainDelay     time.Duration  // how long a stop says that it is not ready before it stops listening
	DrainTimeout   time.Duration  // how long a stop waits for requests
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	// WebhookPrivateAddresses lets webhooks be sent to private networks and to this machine.
	WebhookPrivateAddresses bool
	// GitFolders are the folders of this machine in which projects may have repositories.
	GitFolders []string
	// GitPrivateAddresses lets projects have repositories on hosts in private networks and on this machine.
	GitPrivateAddresses bool
	// PlanRetention is how long a plan that nobody deploys is kept; 0 is for ever.
	PlanRetention time.Duration
	Log           Log
	Limits        Limits

	// For the first start.
	Organization  string
	AdminEmail    string
	AdminPassword Secret // empty: a random one is printed

	Key Secret // base64 of the server key; empty: from the file in Data

	// Warnings are what a start should say and go on. They hold no values.
	Warnings []string
}

// Log says how the server logs.
type Log struct {
	Format string // text or json
	Level  string // debug, info, warn or error
}

// Limits bound what a client may ask for. A rate of 0 switches that limit off, a time-out of 0 as well.
type Limits struct {
	MaxBodyBytes   int64
	MaxHeaderBytes int64
	ReadTimeout    time.Duration
	WriteTimeout   time.Duration
	IdleTimeout    time.Duration

	RequestsPerSecond        float64 // for each token
	Burst                    int
	AddressRequestsPerSecond float64 // for each address
	AddressBurst             int
}
