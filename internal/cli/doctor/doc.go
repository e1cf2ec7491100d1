// Package doctor checks an installation, on this machine and on a server, and suggests what to do.
//
// A check returns findings, each with a state: ok, warn or fail. The checks of the machine cover the profiles, the
// settings, the mail server and the data folder. The checks of the server follow in this order: does it respond, does its clock agree,
// does it accept the token, do its connections work, which environments are in a failed state, do schedules fire. A
// check is skipped if an earlier one that it needs failed.
//
// The package changes nothing, takes a bounded time and never shows a secret.
package doctor
