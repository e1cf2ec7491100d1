// Package cli is the command line. A command reads its flags, calls one function and prints the result; the work is
// done in other packages.
//
// Exit codes: 0 success, 1 the work failed or was interrupted, 2 wrong usage, 3 the server rejected the request, 4 the
// server or a database is unreachable. A command with more outcomes, such as plan --detailed-exit-code, uses codes from
// 10 on, which its help lists.
//
// A command that takes the id of an environment also takes its name, which remote replaces by the id before the command runs.
//
// Commands that call a server take its address and a token from flags, then from the environment, then from a profile
// that login wrote; see package profile. The token of a profile is sent only to the server of that profile. Passwords
// and tokens that a server stores come from a prompt, from standard input or from an environment variable, never from
// an argument.
package cli
