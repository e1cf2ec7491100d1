package reference

import (
	"strings"

	"github.com/millrace/millrace/internal/config"
)

// Settings is the reference of the settings of servers and workers.
type Settings struct {
	Settings []Setting `json:"settings"`
}

// Setting describes a setting.
type Setting struct {
	Key         string `json:"key"`
	Flag        string `json:"flag,omitempty"` // empty for a secret
	Environment string `json:"environment"`
	Default     string `json:"default,omitempty"`
	Type        string `json:"type"`
	Expected    string `json:"expected"`
	Meaning     string `json:"meaning"`
}

// OfSettings returns the reference of the settings.
func OfSettings() Settings {
	var page Settings
	for _, s := range config.Table() {
		setting := Setting{
			Key: s.Key, Environment: s.Env(), Default: s.Default, Type: string(s.Shape), Expected: s.Expected, Meaning: s.Help,
		}
		if flag := s.Flag(); flag != "" {
			setting.Flag = "--" + flag
		}
		page.Settings = append(page.Settings, setting)
	}
	return page
}

// settingsExample is the file at the top of the page. A test loads it.
const settingsExample = `# /etc/millrace/millrace.toml
listen = "0.0.0.0:8080"
data = "/var/lib/millrace"
base_url = "https://millrace.example.com"
trusted_proxies = ["10.0.0.0/8"]
run_retention = ["90d/500"]

[log]
format = "json"

[limits]
requests_per_second = 200
`

// Markdown returns the page.
func (p Settings) Markdown() string {
	var m markdown
	m.begin("Configuration")
	m.code("toml", settingsExample)
	m.code("sh", "millrace serve --config /etc/millrace/millrace.toml --listen 127.0.0.1:9000")
	m.paragraph("Every setting of a server and a worker is a flag, an environment variable and a key of a TOML or YAML file. A flag overrides a " +
		"variable, and a variable overrides the file. `--config` or `MILLRACE_CONFIG` names the file. Secrets have no flag, because other users of " +
		"the machine can read command lines. An unknown key is an error that names the similar one.")
	m.paragraph("`millrace docs configuration` prints this page, and `--json` its content for programs.")
	for _, part := range []struct{ title, prefix, text string }{
		{"Settings", "", ""},
		{"Logs", "log.", "In a file, these are keys of the table `log`."},
		{"Limits", "limits.", "In a file, these are keys of the table `limits`."},
	} {
		m.heading(2, part.title)
		if part.text != "" {
			m.paragraph(part.text)
		}
		m.table([]string{"key, flag, variable", "default", "meaning", "expected"}, p.rows(part.prefix))
	}
	return m.String()
}

// rows returns the settings whose key has a prefix; "" for those in no table.
func (p Settings) rows(prefix string) [][]string {
	var rows [][]string
	for _, s := range p.Settings {
		table, _, inTable := strings.Cut(s.Key, ".")
		if (prefix == "") == inTable || inTable && table+"." != prefix {
			continue
		}
		names := []string{s.Key}
		if s.Flag != "" {
			names = append(names, s.Flag)
		}
		rows = append(rows, []string{codes(append(names, s.Environment)), inCode(s.Default), s.Meaning, s.Expected})
	}
	return rows
}
