package config_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/network"
)

// defaults repeats the default values, so that a default does not change by accident.
func defaults() config.Settings {
	return config.Settings{
		Listen:       "127.0.0.1:8080",
		Data:         "./millrace-data",
		DrainTimeout: 20 * time.Second,

		PlanRetention:   30 * 24 * time.Hour,
		SessionLifetime: 30 * 24 * time.Hour,
		SessionIdle:     7 * 24 * time.Hour,

		InvitationLifetime: 7 * 24 * time.Hour, ResetLifetime: time.Hour,

		Log: config.Log{Format: "text", Level: "info"},
		Limits: config.Limits{
			MaxBodyBytes:             1 << 20,
			MaxHeaderBytes:           64 << 10,
			ReadTimeout:              30 * time.Second,
			WriteTimeout:             time.Minute,
			IdleTimeout:              2 * time.Minute,
			PreviewTimeout:           30 * time.Second,
			RequestsPerSecond:        1000,
			Burst:                    2000,
			AddressRequestsPerSecond: 500,
			AddressBurst:             1000,
			SignInFailuresPerMinute:  30,
			SignInBurst:              60,
			TokensPerUser:            10_000,
			StreamsPerUser:           40,
			StreamsPerOrganization:   250,
			StreamsPerServer:         500,
		},
		MaxRuns:      64,
		Organization: "Default",
		AdminEmail:   "admin@localhost",
	}
}

const goodKey = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

// everything returns settings that differ from the defaults in every field.
func everything() config.Settings {
	return config.Settings{
		Listen:         "[::1]:0",
		Data:           "/srv/millrace",
		Database:       "postgres://mill:race@db/mill",
		BaseURL:        "https://mill.example.com",
		AppDomain:      "eu.example.com:8443",
		TLSCert:        "/etc/cert.pem",
		TLSKey:         "/etc/key.pem",
		NoSample:       true,
		DrainDelay:     3 * time.Second,
		DrainTimeout:   5 * time.Second,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")},
		Log:            config.Log{Format: "json", Level: "debug"},

		WebhookPrivateAddresses: true,
		DuckDBFolders:           config.Grants[string]{{Value: "/srv/duck"}, {Organization: "Mühle & Söhne", Value: "/srv/a=b"}},
		OutgoingNetworks: config.Grants[network.Range]{
			{Value: network.Range{Prefix: netip.MustParsePrefix("10.0.0.0/8")}},
			{Organization: "Acme", Value: network.Range{Prefix: netip.MustParsePrefix("127.0.0.1/32"), Port: 5432}},
		},
		GitFolders:          config.Grants[string]{{Value: "/srv/git"}, {Value: "/home/ada"}},
		GitPrivateAddresses: true,
		DuckDBMemory:        2 << 30, DuckDBTempSpace: 20 << 30, DuckDBThreads: 2, DuckDBExtensions: "/srv/extensions",
		MetricsListen:   "127.0.0.1:9464",
		MetricsToken:    "metrics of a test",
		PlanRetention:   7 * 24 * time.Hour,
		SessionLifetime: 12 * time.Hour,
		SessionIdle:     30 * time.Minute,

		SMTP: "smtps://relay@mail.example:465", SMTPPassword: "mail of a test", MailFrom: "Mill <mill@example.com>",
		InvitationLifetime: 14 * 24 * time.Hour, ResetLifetime: 30 * time.Minute,

		AuditRetention: 400 * 24 * time.Hour, AuditStream: "syslog+tcp://siem.example:6514", AuditStreamToken: "audit of a test",
		RunRetention: config.Grants[config.Keep]{
			{Value: config.Keep{Age: 90 * 24 * time.Hour}}, {Organization: "Acme", Value: config.Keep{Age: 30 * 24 * time.Hour, Count: 500}},
		},
		ResultRetention:     config.Grants[config.Keep]{{Value: config.Keep{Age: 30 * 24 * time.Hour}}},
		DeploymentRetention: config.Grants[config.Keep]{{Organization: "Acme", Value: config.Keep{Count: 20}}},

		Limits: config.Limits{
			MaxBodyBytes:             2 << 20,
			MaxHeaderBytes:           4096,
			ReadTimeout:              time.Second,
			WriteTimeout:             2 * time.Second,
			IdleTimeout:              0,
			PreviewTimeout:           9 * time.Second,
			RequestsPerSecond:        0.5,
			Burst:                    3,
			AddressRequestsPerSecond: 0,
			AddressBurst:             4,
			SignInFailuresPerMinute:  1.5,
			SignInBurst:              5,
			TokensPerUser:            0,
			StreamsPerUser:           6,
			StreamsPerOrganization:   7,
			StreamsPerServer:         8,
		},
		NoWorker: true, Labels: []string{"eu", "gpu"}, MaxRuns: 9, WorkerName: "mill-7",

		Organization:  "Mühle & Söhne",
		AdminEmail:    "ada@example.com",
		AdminPassword: "correct horse",
		Key:           goodKey,
	}
}

// everythingAsText returns the values of everything as texts by key.
func everythingAsText() map[string]string {
	return map[string]string{
		"listen": "[::1]:0", "data": "/srv/millrace", "database": "postgres://mill:race@db/mill",
		"base_url": "https://Mill.example.com/", "app_domain": "EU.example.com:8443", "tls_cert": "/etc/cert.pem", "tls_key": "/etc/key.pem", "no_sample": "true",
		"drain_delay": "3s", "drain_timeout": "5s", "trusted_proxies": "10.0.0.0/8, fd00::/8", "webhook_private_addresses": "true", "git_folders": "/srv/git, /home/ada/",
		"git_private_addresses": "true", "duckdb_folders": "/srv/duck, Mühle & Söhne = /srv/a=b", "outgoing_networks": "10.0.0.0/8, Acme=127.0.0.1:5432",
		"duckdb_memory": "2GiB", "duckdb_temp_space": "20GiB", "duckdb_threads": "2", "duckdb_extensions": "/srv/extensions", "plan_retention": "168h",
		"session_lifetime": "12h", "session_idle": "30m", "run_retention": "90d, Acme=30d/500", "result_retention": "720h", "deployment_retention": "Acme=/20",
		"smtp": "smtps://relay@mail.example:465", "smtp_password": "mail of a test", "mail_from": "Mill <mill@example.com>",
		"invitation_lifetime": "14d", "reset_lifetime": "30m",
		"audit_retention": "400d", "audit_stream": "syslog+tcp://siem.example:6514", "audit_stream_token": "audit of a test", "log.format": "json", "log.level": "debug",
		"limits.max_body_bytes": "2MiB", "limits.max_header_bytes": "4096", "limits.read_timeout": "1s",
		"limits.write_timeout": "2s", "limits.idle_timeout": "0s", "limits.preview_timeout": "9s", "limits.requests_per_second": "0.5",
		"limits.burst": "3", "limits.address_requests_per_second": "0", "limits.address_burst": "4",
		"limits.sign_in_failures_per_minute": "1.5", "limits.sign_in_burst": "5", "limits.tokens_per_user": "0",
		"limits.streams_per_user": "6", "limits.streams_per_organization": "7", "limits.streams_per_server": "8",
		"no_worker": "true", "label": "gpu, eu,gpu", "max_runs": "9", "worker_name": "mill-7",
		"metrics_listen": "127.0.0.1:9464", "metrics_token": "metrics of a test",
		"organization": "Mühle & Söhne", "admin_email": "ada@example.com", "admin_password": "correct horse",
		"key": goodKey,
	}
}

func load(t *testing.T, sources config.Sources) config.Settings {
	t.Helper()
	settings, err := config.Load(sources)
	if err != nil {
		t.Fatal(err)
	}
	return settings
}

// wantSettings compares settings. The difference that it prints contains no secrets, because their types hide them.
func wantSettings(t *testing.T, got, want config.Settings) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Errorf("settings differ (-want +got):\n%s", diff)
	}
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	wantSettings(t, load(t, config.Sources{}), defaults())
}

func TestEverySettingFromTheEnvironment(t *testing.T) {
	t.Parallel()
	var environ []string
	for _, setting := range config.Table() {
		environ = append(environ, setting.Env()+"="+everythingAsText()[setting.Key])
	}
	wantSettings(t, load(t, config.Sources{Environ: environ}), everything())
}

func TestEverySettingButSecretsFromFlags(t *testing.T) {
	t.Parallel()
	flags := map[string]string{}
	for _, setting := range config.Table() {
		if setting.Flag() != "" {
			flags[setting.Flag()] = everythingAsText()[setting.Key]
		}
	}
	want := everything()
	want.AdminPassword, want.Key, want.MetricsToken, want.AuditStreamToken, want.SMTPPassword = "", "", "", "", ""
	wantSettings(t, load(t, config.Sources{Flags: flags}), want)
}

func TestFlagOverridesVariableOverridesFile(t *testing.T) {
	t.Parallel()
	path := writeFile(t, "millrace.toml", "listen = 'file:1'\ndata = 'file'\norganization = 'file'\n")
	got := load(t, config.Sources{
		Flags:   map[string]string{"listen": "flag:1"},
		Environ: []string{"MILLRACE_LISTEN=env:1", "MILLRACE_DATA=env", "PATH=/bin"},
		File:    path,
	})
	want := defaults()
	want.Listen, want.Data, want.Organization = "flag:1", "env", "file"
	wantSettings(t, got, want)
}

func TestEmptyVariableIsUnsetAndEmptyFlagIsSet(t *testing.T) {
	t.Parallel()
	got := load(t, config.Sources{Environ: []string{"MILLRACE_LISTEN=", "MILLRACE_ADMIN_PASSWORD=", "MILLRACE_CONFIG="}})
	wantSettings(t, got, defaults())
	got = load(t, config.Sources{
		Flags:   map[string]string{"database": ""},
		Environ: []string{"MILLRACE_DATABASE=postgres://db"},
	})
	wantSettings(t, got, defaults())
}

func TestOverriddenInvalidValueIsIgnored(t *testing.T) {
	t.Parallel()
	got := load(t, config.Sources{
		Flags:   map[string]string{"listen": ":1"},
		Environ: []string{"MILLRACE_LISTEN=nonsense"},
	})
	if got.Listen != ":1" {
		t.Errorf("listen = %q", got.Listen)
	}
}

func TestAllInvalidSettingsAreReportedWithTheirSource(t *testing.T) {
	t.Parallel()
	path := writeFile(t, "millrace.yaml", "log:\n  level: loud\nlimits:\n  burst: 0\n  bust: 7\n")
	_, err := config.Load(config.Sources{
		Flags:   map[string]string{"listen": "localhost", "color": "red"},
		Environ: []string{"MILLRACE_NO_SAMPLE=perhaps", "MILLRACE_DRAIN_TIMEOUT=20"},
		File:    path,
	})
	if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
		t.Fatalf("%v, want an invalid fault with a hint", err)
	}
	want := strings.Join([]string{
		"7 settings are invalid:",
		"- file " + path + " key limits.bust is not a setting; did you mean limits.burst?",
		"- flag --color is not a setting",
		`- listen "localhost" from flag --listen is invalid: expected host:port with a port from 0 to 65535, such as 127.0.0.1:8080 or :8080`,
		`- no_sample "perhaps" from environment variable MILLRACE_NO_SAMPLE is invalid: expected true or false`,
		`- drain_timeout "20" from environment variable MILLRACE_DRAIN_TIMEOUT is invalid: expected a duration such as 500ms, 30s or 2m`,
		`- log.level "loud" from file ` + path + ` key log.level is invalid: expected debug, info, warn or error`,
		`- limits.burst "0" from file ` + path + ` key limits.burst is invalid: expected a whole number from 1 to 1000000`,
	}, "\n")
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("message differs (-want +got):\n%s", diff)
	}
}

func TestSecretFlagIsRejected(t *testing.T) {
	t.Parallel()
	for _, flag := range []string{"admin-password", "key", ""} {
		_, err := config.Load(config.Sources{Flags: map[string]string{flag: "hunter2-hunter2"}})
		if !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("--%s: %v, want an invalid fault without the value", flag, err)
		}
	}
}

func TestUnknownVariablesAreAWarning(t *testing.T) {
	t.Parallel()
	got := load(t, config.Sources{Environ: []string{
		"MILLRACE_LISTNE=s3cret", "MILLRACE_SOMETHING_ELSE_ALTOGETHER=1", "MILLRACE_TEST_POSTGRES=postgres://x", "MILLRACE=1",
		"OTHER_LISTEN=1", "MILLRACE_NO_SAMPLE=1", "without a value",
	}})
	want := []string{
		"environment variable MILLRACE_LISTNE is not a setting; did you mean MILLRACE_LISTEN?",
		"environment variable MILLRACE_SOMETHING_ELSE_ALTOGETHER is not a setting",
	}
	if diff := cmp.Diff(want, got.Warnings); diff != "" {
		t.Errorf("warnings differ (-want +got):\n%s", diff)
	}
}
