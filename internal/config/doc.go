// Package config reads the settings of "millrace serve".
//
// A setting has one row in the table of table.go: its key, default, help and format. Everything else follows from that
// row: the key limits.max_body_bytes in a file is the environment variable MILLRACE_LIMITS_MAX_BODY_BYTES and the flag
// --limits-max-body-bytes. A flag overrides an environment variable, which overrides the file, which overrides the
// default. An empty environment variable counts as not set.
//
// Load validates the format of all settings and reports every invalid one at once: the setting, the source of the
// value, the value (never a secret) and what is expected.
//
// It does not check the environment: whether the address is free, the folder is writable or the database responds is
// checked by the code that uses them.
package config
