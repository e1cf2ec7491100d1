package config_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

// one loads a single value from an environment variable, which exists for every setting.
func one(t *testing.T, key, text string) (config.Settings, error) {
	t.Helper()
	for _, setting := range config.Table() {
		if setting.Key == key {
			return config.Load(config.Sources{Environ: []string{setting.Env() + "=" + text}})
		}
	}
	t.Fatalf("no setting %s", key)
	return config.Settings{}, nil
}

func TestValidValuesAreAccepted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key, text string
		got       func(config.Settings) any
		want      any
	}{
		{"listen", ":8080", listen, ":8080"},
		{"listen", "0.0.0.0:65535", listen, "0.0.0.0:65535"},
		{"listen", "[::]:80", listen, "[::]:80"},
		{"listen", "localhost:0", listen, "localhost:0"},
		{"base_url", "http://localhost:8080", baseURL, "http://localhost:8080"},
		{"base_url", "HTTPS://Mill.Example.COM/", baseURL, "https://mill.example.com"},
		{"base_url", "http://[::1]:8080", baseURL, "http://[::1]:8080"},
		{"app_domain", "Mill.Example.com", appDomain, "mill.example.com"},
		{"app_domain", "localhost:8080", appDomain, "localhost:8080"},
		{"database", "postgresql://u:p@h:5432/d?sslmode=disable", database, "postgresql://u:p@h:5432/d?sslmode=disable"},
		{"database", "postgres:///mill?host=/run/postgresql", database, "postgres:///mill?host=/run/postgresql"},
		{"no_sample", "YES", noSample, true},
		{"no_sample", "0", noSample, false},
		{"limits.max_body_bytes", "1", maxBody, int64(1)},
		{"limits.max_body_bytes", "512KiB", maxBody, int64(512 << 10)},
		{"limits.max_body_bytes", "3 mib", maxBody, int64(3 << 20)},
		{"limits.max_body_bytes", "1GiB", maxBody, int64(1 << 30)},
		{"limits.max_body_bytes", "77B", maxBody, int64(77)},
		{"limits.requests_per_second", "0", rate, 0.0},
		{"limits.requests_per_second", "1e3", rate, 1000.0},
		{"trusted_proxies", "10.1.2.3/8", proxies, "[10.0.0.0/8]"},
		{"trusted_proxies", " ::1/128 ,, 192.168.0.0/16 ", proxies, "[::1/128 192.168.0.0/16]"},
		{"duckdb_memory", "128MiB", func(s config.Settings) any { return s.DuckDBMemory }, int64(128 << 20)},
		{"duckdb_memory", "", func(s config.Settings) any { return s.DuckDBMemory }, int64(0)},
		{"duckdb_temp_space", "1024GiB", func(s config.Settings) any { return s.DuckDBTempSpace }, int64(1 << 40)},
		{"duckdb_threads", "0", func(s config.Settings) any { return s.DuckDBThreads }, 0},
		{"duckdb_threads", "1024", func(s config.Settings) any { return s.DuckDBThreads }, 1024},
		{"plan_retention", "0", retention, time.Duration(0)},
		{"plan_retention", "0d", retention, time.Duration(0)},
		{"plan_retention", "1h", retention, time.Hour},
		{"plan_retention", "14d", retention, 14 * 24 * time.Hour},
		{"plan_retention", "36500d", retention, 36_500 * 24 * time.Hour},
		{"organization", "  Mill  ", func(s config.Settings) any { return s.Organization }, "Mill"},
		{"admin_email", "root@localhost", func(s config.Settings) any { return s.AdminEmail }, "root@localhost"},
		{"key", "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY", func(s config.Settings) any { return string(s.Key) }, "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY"},
		{"key", "-_-_Mzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZjAxMjM=", func(s config.Settings) any { return string(s.Key) }, "-_-_Mzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZjAxMjM="},
	} {
		settings, err := one(t, tt.key, tt.text)
		if err != nil {
			t.Errorf("%s = %q: %v", tt.key, tt.text, err)
			continue
		}
		if got := tt.got(settings); got != tt.want {
			t.Errorf("%s = %q reads as %v, want %v", tt.key, tt.text, got, tt.want)
		}
	}
}

func listen(s config.Settings) any    { return s.Listen }
func baseURL(s config.Settings) any   { return s.BaseURL }
func appDomain(s config.Settings) any { return s.AppDomain }
func database(s config.Settings) any  { return string(s.Database) }
func noSample(s config.Settings) any  { return s.NoSample }
func maxBody(s config.Settings) any   { return s.Limits.MaxBodyBytes }
func rate(s config.Settings) any      { return s.Limits.RequestsPerSecond }
func retention(s config.Settings) any { return s.PlanRetention }
func proxies(s config.Settings) any   { return fmt.Sprint(s.TrustedProxies) }

// wrongValues returns invalid values by key.
func wrongValues() map[string][]string {
	long := strings.Repeat("x", 64)
	return map[string][]string{
		"listen": {
			"8080", "localhost", "localhost:", ":http", ":-1", ":+1", ":65536", "::1:80", "[::1]", "a b:80", "http://x:80",
			"-x:80", "1.2.3.999:80", long + ".com:80", "x..y:80",
		},
		"data":     {"a\x00b"},
		"database": {"mysql://u:s3cret@h/d", "host=h password=s3cret", "postgres:s3cret", "sqlite.db", "postgres://u:s3cret@h:port/d", "POSTGRES://h", "postgres://%zz"},
		"base_url": {
			"mill.example.com", "ftp://mill.example.com", "https://", "https:///", "https://mill/path", "https://mill//",
			"https://mill?", "https://mill?a=1", "https://mill#", "https://mill#a", "https://u:s3cret@mill", "https://mill:", "https://mill:0",
			"https://mill:65536", "https://mi ll", "https://mill:80:80", "//mill", "https:mill",
		},
		"app_domain":                         {"https://mill", "mill/", "mill:", "mill:0", "mill:x", ".mill", "mill.", "*.mill", "a_b.c", "127.0.0.1", "[::1]", "mühle.example", "-a.b", "a b"},
		"tls_cert":                           {"a\x00b"},
		"tls_key":                            {"a\x00b"},
		"no_sample":                          {"maybe", "2", "tru"},
		"drain_delay":                        {"3", "-1s", "later"},
		"drain_timeout":                      {"20", "-1s", "1 s", "soon", "1d"},
		"session_lifetime":                   {"0", "0d", "30", "4m", "-1d", "36501d", "month"},
		"session_idle":                       {"30", "4m", "-1d", "1.5d", "36501d", "month"},
		"plan_retention":                     {"30", "-1d", "1.5d", "59m", "d", "1d12h", "36501d", "99999d", "876001h", "+3d", "month"},
		"audit_retention":                    {"30", "59m"},
		"smtp":                               {"mail:25", "http://mail", "smtp://", "smtp://mail:0", "smtp://mail/x", "smtp://u:s3cret@mail?tls=maybe", "smtps://u:s3cret@mail?tls=none", "smtp://u:s3cret@a b"},
		"smtp_password":                      {"s3cret\xff"},
		"mail_from":                          {"millrace", "a@b, c@d", "a@b\nBcc: c@d"},
		"invitation_lifetime":                {"0", "4m", "7", "36501d"},
		"reset_lifetime":                     {"0", "1m", "month"},
		"audit_stream":                       {"siem:514", "syslog://siem:514", "syslog+tcp://siem", "syslog+tcp://siem:0", "syslog+udp://siem:514/x", "syslog+unix://", "ftp://u:s3cret@siem", "https://"},
		"audit_stream_token":                 {"s3cret\xff"},
		"duckdb_memory":                      {"127MiB", "2GB", "much", "-1GiB", "+1GiB", "9999999GiB"},
		"duckdb_temp_space":                  {"1MiB", "10GB", "GiB"},
		"duckdb_threads":                     {"-1", "1025", "1.5", "all"},
		"duckdb_extensions":                  {"a\x00b"},
		"git_folders":                        {"git", "./git", "/srv/git,git", "Acme=git", "=/srv/git", " = /srv/git"},
		"duckdb_folders":                     {"data", "./data", "Acme=", "Acme=data", "=/srv", "/srv\x00"},
		"outgoing_networks":                  {"all", "10.0.0.0/33", "db.example:5432", "Acme=", "=10.0.0.0/8", "Acme=db", "10.0.0.1:0"},
		"webhook_private_addresses":          {"some", "10.0.0.0/8"},
		"git_private_addresses":              {"some", "10.0.0.0/8"},
		"trusted_proxies":                    {"10.0.0.1", "10.0.0.0/33", "all", "10.0.0.0/8 192.168.0.0/16", "::ffff:10.0.0.0/104", "*"},
		"key":                                {"c2hvcnQ=", "s3cret not base64", goodKey + goodKey},
		"run_retention":                      {"forever", "30", "1m", "30d/", "30d/x", "30d/-1", "30d/1000001", "/", "=30d", "Acme=", "37000d"},
		"result_retention":                   {"x"},
		"deployment_retention":               {"5 runs"},
		"log.format":                         {"xml", "JSON", " text"},
		"log.level":                          {"loud", "INFO", "warning"},
		"limits.max_body_bytes":              {"0", "-1", "1KB", "1.5MiB", "2GiB", "1025MiB", "MiB", "99999999999999999999", "1 2", "1MiBMiB", "0x10", "1_000", "+5"},
		"limits.max_header_bytes":            {"none"},
		"limits.read_timeout":                {"30"},
		"limits.write_timeout":               {"x"},
		"limits.idle_timeout":                {"-2m"},
		"limits.preview_timeout":             {"-1s", "30"},
		"limits.requests_per_second":         {"-1", "NaN", "Inf", "many", "1000001"},
		"limits.burst":                       {"0", "-1", "1.5", "1000001", "x"},
		"limits.address_requests_per_second": {"-0.1"},
		"limits.address_burst":               {"0"},
		"limits.sign_in_failures_per_minute": {"-1", "few"},
		"limits.sign_in_burst":               {"0", "-1"},
		"limits.tokens_per_user":             {"-1", "1.5", "00", "all"},
		"limits.streams_per_user":            {"0"},
		"limits.streams_per_organization":    {"0"},
		"limits.streams_per_server":          {"0"},
		"no_worker":                          {"never"},
		"label":                              {"EU", "a b", "-x", long, "eu,ü"},
		"max_runs":                           {"0", "-1", "many"},
		"worker_name":                        {"two\nlines", strings.Repeat("x", 201)},
		"metrics_listen":                     {"9464", "host", "127.0.0.1:99999"},
		"metrics_token":                      {"s3cret\xff"},
		"organization":                       {"   ", "two\nlines", strings.Repeat("x", 201), "\xff"},
		"admin_email":                        {"admin", "@localhost", "a@", "a b@c", "Ada <ada@example.com>", "a@b@c", "a@b, c@d", "a@b\n"},
		"admin_password":                     {"s3cret\xff"},
	}
}

func TestInvalidValuesAreRejected(t *testing.T) {
	t.Parallel()
	for _, setting := range config.Table() {
		values := wrongValues()[setting.Key]
		if len(values) == 0 {
			t.Errorf("wrongValues has no value for %s", setting.Key)
		}
		for _, text := range values {
			_, err := one(t, setting.Key, text)
			if !fault.Is(err, fault.Invalid) {
				t.Errorf("%s = %q: %v, want an invalid fault", setting.Key, text, err)
				continue
			}
			message := err.Error()
			for _, part := range []string{setting.Key, "environment variable " + setting.Env(), "expected " + setting.Expected} {
				if !strings.Contains(message, part) {
					t.Errorf("%s = %q: no %q in %q", setting.Key, text, part, message)
				}
			}
			if strings.Contains(message, "s3cret") || (setting.Secret && strings.Contains(message, text)) {
				t.Errorf("%s: the error contains the secret: %s", setting.Key, message)
			}
		}
	}
}

func TestErrorQuotesTheValueUpToALimit(t *testing.T) {
	t.Parallel()
	_, err := one(t, "listen", "no\tport")
	if !strings.Contains(err.Error(), `listen "no\tport" from`) {
		t.Errorf("message = %s", err)
	}
	_, err = one(t, "listen", strings.Repeat("x", 10_000))
	if len(err.Error()) > 400 {
		t.Errorf("the message has %d bytes, want at most 400", len(err.Error()))
	}
	_, err = one(t, "database", "mysql://u:p@h/d")
	if !strings.Contains(err.Error(), `database "mysql://…" from`) {
		t.Errorf("message = %s", err)
	}
}
