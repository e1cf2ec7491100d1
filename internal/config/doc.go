// Package config reads the settings of "millrace serve".
//
// A setting has one line in the table of table.go: its key, default, help and form. Everything else follows from that
// line: the key limits.max_body_bytes in a file is the environment variable MILLRACE_LIMITS_MAX_BODY_BYTES and the
// flag --limits-max-body-bytes. A flag is stronger than an environment variable, that is stronger than the file, and
// that is stronger than the default. An environment variable that is empty counts as not set.
//
// Load promises that the settings it returns are right in form, and that it reports every wrong one at once: which
// setting, where the value came from, the value (never a secret) and what is expected.
//
// It does not look at the world: whether the address is free, the folder can be written or the database answers is
// found out by whoever uses them.
package config
