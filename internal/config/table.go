package config

import (
	"net/netip"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/network"
)

// Table lists every setting in the order of the help text.
func Table() []Setting {
	return slices.Concat(serverSettings(), workerSettings(), accessSettings(), mailSettings(), auditSettings(), logSettings(), limitSettings(),
		firstStartSettings())
}

func serverSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "listen", Default: "127.0.0.1:8080", Help: "address to listen on; port 0 lets the system choose"},
			listenAddress(), func(s *Settings) *string { return &s.Listen }),
		bind(Setting{Key: "data", Default: "./millrace-data", Help: "folder for the data; created if it is missing"},
			folder(), func(s *Settings) *string { return &s.Data }),
		bind(Setting{Key: "database", Help: "URL of a PostgreSQL database for the metadata; empty: SQLite in the data folder"},
			optional(databaseURL()), func(s *Settings) *Secret { return &s.Database }),
		bind(Setting{Key: "base_url", Help: "URL under which clients reach this server; empty: derived from the listen address"},
			optional(baseURL()), func(s *Settings) *string { return &s.BaseURL }),
		bind(Setting{Key: "app_domain", Help: "domain under which every organization has a subdomain; empty: none"},
			optional(domain()), func(s *Settings) *string { return &s.AppDomain }),
		bind(Setting{Key: "tls_cert", Help: "PEM file of the certificate for https; empty: plain http. A renewed file is read without a restart"},
			optional(filePath()), func(s *Settings) *string { return &s.TLSCert }),
		bind(Setting{Key: "tls_key", Help: "PEM file of the private key of the certificate"},
			optional(filePath()), func(s *Settings) *string { return &s.TLSKey }),
		bind(Setting{Key: "no_sample", Default: "false", Help: "create no sample project on the first start"},
			boolean(), func(s *Settings) *bool { return &s.NoSample }),
		bind(Setting{Key: "drain_delay", Default: "0s", Help: "how long /readyz fails before a shutdown, so that load balancers notice it"},
			duration(), func(s *Settings) *time.Duration { return &s.DrainDelay }),
		bind(Setting{Key: "drain_timeout", Default: "20s", Help: "how long a shutdown waits for active requests, and that of a worker for its runs"},
			duration(), func(s *Settings) *time.Duration { return &s.DrainTimeout }),
		bind(Setting{Key: "trusted_proxies", Help: "networks whose X-Forwarded-For is trusted; empty: none"},
			networks(), func(s *Settings) *[]netip.Prefix { return &s.TrustedProxies }),
		bind(Setting{Key: "duckdb_memory", Help: "memory of each DuckDB process, such as 2GiB; empty: half of the machine's memory"},
			optional(largeSize()), func(s *Settings) *int64 { return &s.DuckDBMemory }),
		bind(Setting{Key: "duckdb_temp_space", Help: "disk space of each DuckDB for data that does not fit into memory; empty: 90% of the free space"},
			optional(largeSize()), func(s *Settings) *int64 { return &s.DuckDBTempSpace }),
		bind(Setting{Key: "duckdb_threads", Default: "0", Help: "threads of a DuckDB whose connection does not set them; 0: one per CPU"},
			threads(), func(s *Settings) *int { return &s.DuckDBThreads }),
		bind(Setting{Key: "duckdb_extensions", Help: "folder with the DuckDB extensions of ducklake connections; empty: DuckDB downloads them"},
			optional(folder()), func(s *Settings) *string { return &s.DuckDBExtensions }),
		bind(Setting{Key: "plan_retention", Default: "30d", Help: "how long a plan that is not deployed is kept; 0 keeps it forever"},
			retention(), func(s *Settings) *time.Duration { return &s.PlanRetention }),
		bind(Setting{Key: "session_lifetime", Default: "30d", Help: "how long after the sign-in a browser is signed out"},
			lifetime(), func(s *Settings) *time.Duration { return &s.SessionLifetime }),
		bind(Setting{Key: "session_idle", Default: "7d", Help: "how long after its last request a browser is signed out; 0 for never"},
			idleTime(), func(s *Settings) *time.Duration { return &s.SessionIdle }),
		bind(Setting{Key: "run_retention", Help: "how long ended runs are kept, and how many of each environment, such as 90d/500; empty: forever"},
			keeps(), func(s *Settings) *Grants[Keep] { return &s.RunRetention }),
		bind(Setting{Key: "result_retention", Help: "how long the results of nodes of ended runs are kept, such as 30d; empty: as long as the run"},
			keeps(), func(s *Settings) *Grants[Keep] { return &s.ResultRetention }),
		bind(Setting{Key: "deployment_retention", Help: "how long deployments are kept, and how many of each environment, such as 365d/50; empty: forever"},
			keeps(), func(s *Settings) *Grants[Keep] { return &s.DeploymentRetention }),
		bind(Setting{Key: "metrics_listen", Help: "address that serves the metrics to every client that reaches it; empty: /metrics at the listen address"},
			optional(listenAddress()), func(s *Settings) *string { return &s.MetricsListen }),
		bind(Setting{Key: "metrics_token", Secret: true, Help: "bearer token that opens the metrics; empty: metrics.token in the data folder"},
			secretText(), func(s *Settings) *Secret { return &s.MetricsToken }),
		bind(Setting{Key: "key", Secret: true, Help: "the server key; empty: server.key in the data folder, created on the first start"},
			optional(serverKey()), func(s *Settings) *Secret { return &s.Key }),
	}
}

// workerSettings are about the execution of runs, in a server and in a separate worker.
func workerSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "no_worker", Default: "false", Help: "execute no runs in this server; workers on the same PostgreSQL do"},
			boolean(), func(s *Settings) *bool { return &s.NoWorker }),
		bind(Setting{Key: "label", Help: "labels of the worker; it also executes runs that ask for one of them"},
			labels(), func(s *Settings) *[]string { return &s.Labels }),
		bind(Setting{Key: "max_runs", Default: "64", Help: "runs that the worker executes at once"},
			count(), func(s *Settings) *int { return &s.MaxRuns }),
		bind(Setting{Key: "worker_name", Help: "name of the worker in lists; empty: the name of the machine"},
			optional(name()), func(s *Settings) *string { return &s.WorkerName }),
	}
}

// accessSettings grant organizations access to folders of this machine and to networks around it.
func accessSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "duckdb_folders", Help: "folders that DuckDB connections may use besides the organization's own; NAME=/path for one organization"},
			folders(), func(s *Settings) *Grants[string] { return &s.DuckDBFolders }),
		bind(Setting{Key: "git_folders", Help: "folders that may contain git repositories of projects; NAME=/path for one organization; empty: none"},
			folders(), func(s *Settings) *Grants[string] { return &s.GitFolders }),
		bind(Setting{Key: "outgoing_networks", Help: "private networks that users may reach if there are several organizations; NAME=network for one organization"},
			ranges(), func(s *Settings) *Grants[network.Range] { return &s.OutgoingNetworks }),
		bind(Setting{Key: "webhook_private_addresses", Default: "false", Help: "allow webhooks of all organizations to all private networks and to this machine"},
			boolean(), func(s *Settings) *bool { return &s.WebhookPrivateAddresses }),
		bind(Setting{Key: "git_private_addresses", Default: "false", Help: "allow git repositories of all organizations in all private networks and on this machine"},
			boolean(), func(s *Settings) *bool { return &s.GitPrivateAddresses }),
	}
}

// mailSettings are about mail and the links in it.
func mailSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "smtp", Help: "URL of the mail server: smtps://user@host:465, or smtp://user@host:587 with STARTTLS; empty: no mail"},
			optional(mailServer()), func(s *Settings) *Secret { return &s.SMTP }),
		bind(Setting{Key: "smtp_password", Secret: true, Help: "password of the user in smtp; empty: none"},
			secretText(), func(s *Settings) *Secret { return &s.SMTPPassword }),
		bind(Setting{Key: "mail_from", Help: "sender of mail, such as millrace@example.com; needed with smtp"},
			optional(sender()), func(s *Settings) *string { return &s.MailFrom }),
		bind(Setting{Key: "invitation_lifetime", Default: "7d", Help: "how long the link of an invitation is valid"},
			lifetime(), func(s *Settings) *time.Duration { return &s.InvitationLifetime }),
		bind(Setting{Key: "reset_lifetime", Default: "1h", Help: "how long a link for a new password is valid"},
			lifetime(), func(s *Settings) *time.Duration { return &s.ResetLifetime }),
	}
}

// auditSettings are about the audit log.
func auditSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "audit_retention", Default: "0", Help: "how long entries of the audit log are kept; 0 keeps them forever"},
			retention(), func(s *Settings) *time.Duration { return &s.AuditRetention }),
		bind(Setting{Key: "audit_stream", Help: "where new entries of the audit log are sent: syslog+tcp://host:port, an https URL, …; empty: nowhere"},
			optional(auditDestination()), func(s *Settings) *Secret { return &s.AuditStream }),
		bind(Setting{Key: "audit_stream_token", Secret: true, Help: "bearer token for the https URL of audit_stream; empty: none"},
			secretText(), func(s *Settings) *Secret { return &s.AuditStreamToken }),
	}
}

func logSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "log.format", Default: "text", Help: "format of the log lines"},
			oneOf("text", "json"), func(s *Settings) *string { return &s.Log.Format }),
		bind(Setting{Key: "log.level", Default: "info", Help: "lowest level that is logged"},
			oneOf("debug", "info", "warn", "error"), func(s *Settings) *string { return &s.Log.Level }),
	}
}

func limitSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "limits.max_body_bytes", Default: "1MiB", Help: "largest body of a request"},
			size(), func(s *Settings) *int64 { return &s.Limits.MaxBodyBytes }),
		bind(Setting{Key: "limits.max_header_bytes", Default: "64KiB", Help: "largest header of a request"},
			size(), func(s *Settings) *int64 { return &s.Limits.MaxHeaderBytes }),
		bind(Setting{Key: "limits.read_timeout", Default: "30s", Help: "longest time to read a request; 0 for no limit"},
			duration(), func(s *Settings) *time.Duration { return &s.Limits.ReadTimeout }),
		bind(Setting{Key: "limits.write_timeout", Default: "1m", Help: "longest time to write a response; 0 for no limit"},
			duration(), func(s *Settings) *time.Duration { return &s.Limits.WriteTimeout }),
		bind(Setting{Key: "limits.idle_timeout", Default: "2m", Help: "longest time a connection waits for its next request; 0 for no limit"},
			duration(), func(s *Settings) *time.Duration { return &s.Limits.IdleTimeout }),
		bind(Setting{Key: "limits.preview_timeout", Default: "30s", Help: "longest time of the query of a preview; 0 for no limit"},
			duration(), func(s *Settings) *time.Duration { return &s.Limits.PreviewTimeout }),
		bind(Setting{Key: "limits.requests_per_second", Default: "1000", Help: "requests per second and token; 0 for no limit"},
			rate(), func(s *Settings) *float64 { return &s.Limits.RequestsPerSecond }),
		bind(Setting{Key: "limits.burst", Default: "2000", Help: "burst of requests per token"},
			count(), func(s *Settings) *int { return &s.Limits.Burst }),
		bind(Setting{Key: "limits.address_requests_per_second", Default: "500", Help: "requests per second and address; 0 for no limit"},
			rate(), func(s *Settings) *float64 { return &s.Limits.AddressRequestsPerSecond }),
		bind(Setting{Key: "limits.address_burst", Default: "1000", Help: "burst of requests per address"},
			count(), func(s *Settings) *int { return &s.Limits.AddressBurst }),
		bind(Setting{Key: "limits.sign_in_failures_per_minute", Default: "30", Help: "wrong passwords per minute and address; 0 for no limit"},
			rate(), func(s *Settings) *float64 { return &s.Limits.SignInFailuresPerMinute }),
		bind(Setting{Key: "limits.sign_in_burst", Default: "60", Help: "burst of wrong passwords and of concurrent sign-ins per address"},
			count(), func(s *Settings) *int { return &s.Limits.SignInBurst }),
		bind(Setting{Key: "limits.tokens_per_user", Default: "10000", Help: "access tokens that a user may have; 0 for no limit"},
			countOrNone(), func(s *Settings) *int { return &s.Limits.TokensPerUser }),
		bind(Setting{Key: "limits.streams_per_user", Default: "40", Help: "event streams of a user on one server"},
			count(), func(s *Settings) *int { return &s.Limits.StreamsPerUser }),
		bind(Setting{Key: "limits.streams_per_organization", Default: "250", Help: "event streams of an organization on one server"},
			count(), func(s *Settings) *int { return &s.Limits.StreamsPerOrganization }),
		bind(Setting{Key: "limits.streams_per_server", Default: "500", Help: "event streams on one server"},
			count(), func(s *Settings) *int { return &s.Limits.StreamsPerServer }),
	}
}

func firstStartSettings() []Setting {
	return []Setting{
		bind(Setting{Key: "organization", Default: "Default", Help: "name of the organization that the first start creates"},
			name(), func(s *Settings) *string { return &s.Organization }),
		bind(Setting{Key: "admin_email", Default: "admin@localhost", Help: "administrator that the first start creates"},
			email(), func(s *Settings) *string { return &s.AdminEmail }),
		bind(Setting{Key: "admin_password", Secret: true, Help: "password of that administrator; empty: a random one is printed once"},
			secretText(), func(s *Settings) *Secret { return &s.AdminPassword }),
	}
}
