package config

import (
	"net/netip"
	"time"

	"github.com/millrace/millrace/internal/network"
)

// Settings are the validated settings of a server.
type Settings struct {
	Listen         string         // host:port; port 0 lets the system choose
	Data           string         // folder for everything that is not in PostgreSQL
	Database       Secret         // URL of a PostgreSQL database; empty: SQLite in Data
	BaseURL        string         // scheme and host, no trailing slash; empty: derived from the listen address
	AppDomain      string         // lower case, with a port if it has one; empty: no subdomains
	TLSCert        string         // PEM file of the certificate; empty: plain HTTP
	TLSKey         string         // PEM file of its private key
	NoSample       bool           // the first start creates no sample project
	DrainDelay     time.Duration  // how long /readyz fails before a shutdown closes the listener
	DrainTimeout   time.Duration  // how long a shutdown waits for requests, and that of a separate worker for its runs
	TrustedProxies []netip.Prefix // networks whose X-Forwarded-For is trusted
	// DuckDBFolders are the folders of this machine that DuckDB connections may use, besides the organization's own.
	DuckDBFolders Grants[string]
	// OutgoingNetworks are the private destinations that the server connects to if there are several organizations.
	OutgoingNetworks Grants[network.Range]
	// WebhookPrivateAddresses allows webhooks of all organizations to all private networks and to this machine.
	WebhookPrivateAddresses bool
	MetricsListen           string // host:port of the metrics; empty: /metrics at Listen, with a token
	MetricsToken            Secret // that opens the metrics; empty: from the file in Data
	// GitFolders are the folders of this machine that may contain repositories of projects.
	GitFolders Grants[string]
	// GitPrivateAddresses allows repositories of all organizations in all private networks and on this machine.
	GitPrivateAddresses bool
	// DuckDBMemory is the memory of each DuckDB process in bytes; 0 uses half of the machine's memory.
	DuckDBMemory int64
	// DuckDBTempSpace is the disk space of each DuckDB for data that does not fit into memory, in bytes; 0 leaves the
	// choice to DuckDB.
	DuckDBTempSpace int64
	// DuckDBThreads is the number of threads of a DuckDB whose connection does not set it; 0 uses one per CPU.
	DuckDBThreads int
	// DuckDBExtensions is a folder with the DuckDB extensions that lakes need; empty lets DuckDB download them to Data.
	DuckDBExtensions string
	// PlanRetention is how long a plan that is not deployed is kept; 0 keeps it forever.
	PlanRetention time.Duration
	// RunRetention, ResultRetention and DeploymentRetention say how long ended runs, the results of their nodes, and deployments
	// are kept.
	RunRetention, ResultRetention, DeploymentRetention Grants[Keep]
	// SessionLifetime is how long after a sign-in a browser is signed out; SessionIdle after its last request, 0 never.
	SessionLifetime, SessionIdle time.Duration
	// SMTP is the URL of the mail server; empty for none.
	SMTP         Secret
	SMTPPassword Secret // instead of one in SMTP
	MailFrom     string // sender of mail
	// InvitationLifetime and ResetLifetime are how long links for choosing a password are valid.
	InvitationLifetime, ResetLifetime time.Duration
	// AuditRetention is how long entries of the audit log are kept; 0 keeps them forever.
	AuditRetention time.Duration
	// AuditStream is the URL of the destination of new entries of the audit log; empty for none.
	AuditStream      Secret
	AuditStreamToken Secret // bearer token of an HTTP destination
	Log              Log
	Limits           Limits

	NoWorker   bool     // the server executes no runs
	Labels     []string // of the worker: sorted, each once
	MaxRuns    int      // runs that the worker executes at once
	WorkerName string   // empty: the name of the machine

	// For the first start.
	Organization  string
	AdminEmail    string
	AdminPassword Secret // empty: a random one is printed

	Key Secret // base64 of the server key; empty: from the file in Data

	// Warnings are messages that a start logs before it continues. They contain no values.
	Warnings []string
}

// Log says how the server logs.
type Log struct {
	Format string // text or json
	Level  string // debug, info, warn or error
}

// Limits bound the requests of clients. A rate of 0 disables that limit, a timeout of 0 as well.
type Limits struct {
	MaxBodyBytes   int64
	MaxHeaderBytes int64
	ReadTimeout    time.Duration
	WriteTimeout   time.Duration
	IdleTimeout    time.Duration
	PreviewTimeout time.Duration // of the query of a preview

	RequestsPerSecond        float64 // per token
	Burst                    int
	AddressRequestsPerSecond float64 // per address
	AddressBurst             int

	SignInFailuresPerMinute float64 // wrong passwords per address
	SignInBurst             int
	TokensPerUser           int // 0 disables the limit
	StreamsPerUser          int // event streams on one server
	StreamsPerOrganization  int
	StreamsPerServer        int
}
