// Package mailtest starts SMTP servers for tests: real ones, with TLS, logins and refusals as a test needs them.
package mailtest
