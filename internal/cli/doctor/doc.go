// Package doctor looks for what is wrong with an installation, on this machine and on a server, and says what to do.
//
// A check gives findings, each with a state: ok, warn or fail. Checks of the machine look at the profiles, the settings and
// the data folder. Checks of the server go from the outside in: is it there, does its clock agree, does it know the token,
// do its connections work, are environments in a failed state, do schedules fire. What cannot be looked at because
// something before it failed is left out.
//
// It promises to change nothing, to take a bounded time, and never to show a secret.
package doctor
