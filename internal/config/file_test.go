package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

const everythingTOML = `
listen = "[::1]:0"
data = "/srv/millrace"
database = "postgres://mill:race@db/mill"
base_url = "https://mill.example.com"
tls_cert = "/etc/cert.pem"
tls_key = "/etc/key.pem"
app_domain = "eu.example.com:8443"
no_sample = true
drain_delay = "3s"
drain_timeout = "5s"
trusted_proxies = ["10.0.0.0/8", "fd00::/8"]
webhook_private_addresses = true
duckdb_folders = ["/srv/duck", "Mühle & Söhne=/srv/a=b"]
git_folders = ["/srv/git", "/home/ada"]
outgoing_networks = ["10.0.0.0/8", "Acme=127.0.0.1:5432"]
git_private_addresses = true
duckdb_memory = "2GiB"
duckdb_temp_space = "20GiB"
duckdb_threads = 2
duckdb_extensions = "/srv/extensions"
plan_retention = "7d"
session_lifetime = "12h"
session_idle = "30m"
smtp = "smtps://relay@mail.example:465"
smtp_password = "mail of a test"
mail_from = "Mill <mill@example.com>"
invitation_lifetime = "14d"
reset_lifetime = "30m"
audit_retention = "400d"
audit_stream = "syslog+tcp://siem.example:6514"
audit_stream_token = "audit of a test"
run_retention = ["90d", "Acme=30d/500"]
result_retention = "30d"
deployment_retention = ["Acme=/20"]
no_worker = true
label = ["eu", "gpu"]
max_runs = 9
worker_name = "mill-7"
organization = "Mühle & Söhne"
admin_email = "ada@example.com"
admin_password = "correct horse"
key = "` + goodKey + `"
metrics_listen = "127.0.0.1:9464"
metrics_token = "metrics of a test"

[log]
format = "json"
level = "debug"

[limits]
max_body_bytes = "2MiB"
max_header_bytes = 4096
read_timeout = "1s"
write_timeout = "2s"
idle_timeout = "0s"
preview_timeout = "9s"
requests_per_second = 0.5
burst = 3
address_requests_per_second = 0
address_burst = "4"
sign_in_failures_per_minute = 1.5
sign_in_burst = 5
tokens_per_user = 0
streams_per_user = 6
streams_per_organization = 7
streams_per_server = 8
`

const everythingYAML = `
listen: "[::1]:0"
data: /srv/millrace
database: postgres://mill:race@db/mill
base_url: https://mill.example.com
tls_cert: /etc/cert.pem
tls_key: /etc/key.pem
app_domain: eu.example.com:8443
no_sample: yes
drain_delay: 3s
drain_timeout: 5s
trusted_proxies: 10.0.0.0/8,fd00::/8
webhook_private_addresses: yes
duckdb_folders: ["/srv/duck", "Mühle & Söhne=/srv/a=b"]
git_folders: /srv/git,/home/ada
outgoing_networks: 10.0.0.0/8,Acme=127.0.0.1:5432
git_private_addresses: yes
duckdb_memory: 2GiB
duckdb_temp_space: 20GiB
duckdb_threads: 2
duckdb_extensions: /srv/extensions
plan_retention: 7d
session_lifetime: 12h
session_idle: 30m
smtp: smtps://relay@mail.example:465
smtp_password: mail of a test
mail_from: Mill <mill@example.com>
invitation_lifetime: 14d
reset_lifetime: 30m
audit_retention: 400d
audit_stream: syslog+tcp://siem.example:6514
audit_stream_token: audit of a test
run_retention: 90d,Acme=30d/500
result_retention: 30d
deployment_retention: Acme=/20
no_worker: yes
label: eu,gpu
max_runs: 9
worker_name: mill-7
organization: Mühle & Söhne
admin_email: ada@example.com
admin_password: correct horse
key: ` + goodKey + `
metrics_listen: 127.0.0.1:9464
metrics_token: metrics of a test
log: {format: json, level: debug}
limits:
  max_body_bytes: 2MiB
  max_header_bytes: 4096
  read_timeout: 1s
  write_timeout: 2s
  idle_timeout: 0s
  preview_timeout: 9s
  requests_per_second: 0.5
  burst: 3
  address_requests_per_second: 0
  address_burst: 4
  sign_in_failures_per_minute: 1.5
  sign_in_burst: 5
  tokens_per_user: 0
  streams_per_user: 6
  streams_per_organization: 7
  streams_per_server: 8
`

func TestEverySettingFromAFile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"millrace.toml": everythingTOML, "millrace.yaml": everythingYAML, "millrace.yml": everythingYAML, "UPPER.TOML": everythingTOML,
	} {
		path := writeFile(t, name, text)
		wantSettings(t, load(t, config.Sources{File: path}), everything())
		wantSettings(t, load(t, config.Sources{Environ: []string{"MILLRACE_CONFIG=" + path}}), everything())
	}
}

func TestConfigFlagOverridesConfigVariable(t *testing.T) {
	t.Parallel()
	got := load(t, config.Sources{
		File:    writeFile(t, "flag.toml", "data = 'flag'"),
		Environ: []string{"MILLRACE_CONFIG=" + writeFile(t, "env.toml", "data = 'env'\nlisten = 'x:1'")},
	})
	want := defaults()
	want.Data = "flag"
	wantSettings(t, got, want)
}

func TestEmptyFilesKeepTheDefaults(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty.toml": "", "empty.yaml": "", "comment.yaml": "# nothing\n", "tables.toml": "[limits]\n[log]\n",
		"nulls.yaml": "listen:\ntrusted_proxies: []\nlimits:\nlog: {}\ndatabase: ''\n",
	} {
		settings, err := config.Load(config.Sources{File: writeFile(t, name, text)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		wantSettings(t, settings, defaults())
	}
}

func TestInvalidFilesAreRejected(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"a.json", "{}", "has an unknown extension: expected .toml, .yaml or .yml"},
		{"millrace", "", "has an unknown extension"},
		{"a.toml", "lisen = 'x'", "key lisen is not a setting; did you mean listen?"},
		{"a.toml", "base-url = 'x'", "key base-url is not a setting; did you mean base_url?"},
		{"a.toml", "max_body_bytes = 1", "key max_body_bytes is not a setting; did you mean limits.max_body_bytes?"},
		{"a.yaml", "unknown: value", "key unknown is not a setting"},
		{"a.yaml", "listen: {host: x}", "key listen.host is not a setting; did you mean listen?"},
		{"a.yaml", "nothing_here: {}", "key nothing_here is not a setting"},
		{"a.toml", "limits = 5", "key limits is invalid: it is a table of settings"},
		{"a.toml", "[[limits]]\nburst = 1", "key limits is invalid: it is a table of settings"},
		{"a.toml", "listen = 8080", `listen "8080" from file`},
		{"a.toml", "listen = [':1', ':2']", `listen "[:1 :2]" from file`},
		{"a.toml", "data = true", `data "true" from file`},
		{"a.toml", "drain_timeout = 20", `drain_timeout "20" from file`},
		{"a.toml", "data = 2024-05-01", `data "2024-05-01" from file`},
		{"a.toml", "no_sample = 1", `no_sample "1" from file`},
		{"a.toml", "trusted_proxies = [1, 2]", `trusted_proxies "[1 2]" from file`},
		{"a.toml", "[limits]\nrequests_per_second = nan", `limits.requests_per_second "NaN" from file`},
		{"a.toml", "listen = ':1'\nlisten = ':2'", "is not valid TOML"},
		{"a.yaml", "listen: ':1'\nlisten: ':2'", "is not valid YAML at line 2"},
		{"a.toml", "listen = ':1'\ndata = \n", "is not valid TOML at line 2, column 8"},
		{"a.yaml", "- listen", "is not valid YAML at line 1"},
	} {
		path := writeFile(t, tt.name, tt.text)
		_, err := config.Load(config.Sources{File: path})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s with %q: %v\nwant an invalid fault with %q", tt.name, tt.text, err, tt.want)
		}
	}
}

// A secret with wrong quotes must not end up in a log.
func TestParseErrorContainsNoSecret(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text string }{
		{"a.toml", "admin_password = s3cret"},
		{"a.toml", "admin_password = 12s3cret"},
		{"a.toml", "admin_password = 's3cret"},
		{"a.toml", "s3cret"},
		{"a.toml", "admin_password = 1234567890.5e"},
		{"a.yaml", "admin_password:s3cret"},
		{"a.yaml", "admin_password: *s3cret"},
		{"a.yaml", "admin_password: 's3cret"},
		{"a.yaml", "admin_password: !s3cret [s3cret"},
		{"a.yaml", "admin_password: 00123456"},
		{"a.yaml", "admin_password: [s3cret]"},
		{"a.yaml", "key: {s3cret: 1}"},
	} {
		_, err := config.Load(config.Sources{File: writeFile(t, tt.name, tt.text)})
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("%s with %q: %v, want an invalid fault", tt.name, tt.text, err)
			continue
		}
		for _, secret := range []string{"s3cret", "123456", "342391"} {
			if secret != "s3cret" || !strings.Contains(tt.text, "{s3cret") { // here it is the name of a key
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%s with %q contains the secret: %v", tt.name, tt.text, err)
				}
			}
		}
	}
}

func TestMissingFileIsReported(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "none.toml")
	_, err := config.Load(config.Sources{File: path, Flags: map[string]string{"listen": "x"}})
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "file "+path+" cannot be read: no such file") ||
		!strings.Contains(err.Error(), "listen") {
		t.Errorf("%v", err)
	}
	folder := filepath.Join(t.TempDir(), "folder.yaml")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(config.Sources{File: folder}); !fault.Is(err, fault.Invalid) {
		t.Errorf("a folder as file: %v", err)
	}
}

func FuzzFile(f *testing.F) {
	f.Add(everythingTOML, everythingYAML)
	f.Add("listen = 1\n[limits]\nburst = [", "limits:\n  burst: {}\n? []\n: 1")
	f.Fuzz(func(t *testing.T, toml, yaml string) {
		for _, path := range []string{writeFile(t, "a.toml", toml), writeFile(t, "a.yaml", yaml)} {
			settings, err := config.Load(config.Sources{File: path})
			if err != nil && !fault.Is(err, fault.Invalid) {
				t.Fatalf("%v is not an invalid fault", err)
			}
			if err == nil && (settings.Listen == "" || settings.Limits.Burst < 1) {
				t.Fatalf("invalid settings were accepted: %v", settings)
			}
		}
	})
}
