package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/config"
)

func TestNamesAreDerivedFromTheKey(t *testing.T) {
	t.Parallel()
	names := map[string][2]string{}
	for _, setting := range config.Table() {
		names[setting.Key] = [2]string{setting.Env(), setting.Flag()}
	}
	for key, want := range map[string][2]string{
		"listen":                {"MILLRACE_LISTEN", "listen"},
		"data":                  {"MILLRACE_DATA", "data"},
		"database":              {"MILLRACE_DATABASE", "database"},
		"base_url":              {"MILLRACE_BASE_URL", "base-url"},
		"app_domain":            {"MILLRACE_APP_DOMAIN", "app-domain"},
		"no_sample":             {"MILLRACE_NO_SAMPLE", "no-sample"},
		"drain_timeout":         {"MILLRACE_DRAIN_TIMEOUT", "drain-timeout"},
		"trusted_proxies":       {"MILLRACE_TRUSTED_PROXIES", "trusted-proxies"},
		"log.format":            {"MILLRACE_LOG_FORMAT", "log-format"},
		"log.level":             {"MILLRACE_LOG_LEVEL", "log-level"},
		"limits.max_body_bytes": {"MILLRACE_LIMITS_MAX_BODY_BYTES", "limits-max-body-bytes"},
		"organization":          {"MILLRACE_ORGANIZATION", "organization"},
		"admin_email":           {"MILLRACE_ADMIN_EMAIL", "admin-email"},
		"admin_password":        {"MILLRACE_ADMIN_PASSWORD", ""},
		"key":                   {"MILLRACE_KEY", ""},
		"no_worker":             {"MILLRACE_NO_WORKER", "no-worker"},
		"label":                 {"MILLRACE_LABEL", "label"},
	} {
		if names[key] != want {
			t.Errorf("%s has the names %q, want %q", key, names[key], want)
		}
	}
}

func TestTableIsComplete(t *testing.T) {
	t.Parallel()
	var names []string
	for _, setting := range config.Table() {
		names = append(names, setting.Env(), setting.Flag())
		if setting.Help == "" || setting.Expected == "" || setting.Shape == "" {
			t.Errorf("%s has no Help, Expected or Shape", setting.Key)
		}
		if strings.HasSuffix(setting.Help, ".") || strings.Contains(setting.Help, "\n") {
			t.Errorf("the help of %s ends with a period or has several lines: %q", setting.Key, setting.Help)
		}
		if setting.Secret && setting.Default != "" {
			t.Errorf("the secret %s has a default", setting.Key)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
		t.Errorf("two settings share a name: %q", names)
	}
}

func TestTableReturnsACopy(t *testing.T) {
	t.Parallel()
	config.Table()[0].Key = "changed"
	if got := config.Table()[0].Key; got != "listen" {
		t.Errorf("first key = %q", got)
	}
}

func TestPrintedSettingsContainNoSecret(t *testing.T) {
	t.Parallel()
	settings := everything()
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("start", "settings", settings, "key", settings.Key)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("start", "settings", settings, "key", settings.Key)
	encoded, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	printed := log.String() + string(encoded)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		printed += fmt.Sprintf(verb, settings) + fmt.Sprintf(verb, &settings) + fmt.Sprintf(verb, settings.Key)
	}
	for _, secret := range []string{string(settings.Key), string(settings.AdminPassword), "mill:race", fmt.Sprintf("%x", string(settings.Key))} {
		if strings.Contains(printed, secret) {
			t.Errorf("the output contains a secret: %s", printed)
		}
	}
	if got := fmt.Sprint(settings.Key, config.Secret("")); got != "(hidden)(not set)" {
		t.Errorf("secrets print as %q", got)
	}
}
