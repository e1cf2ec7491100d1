// Package cli is the command line. A command reads its flags, calls one function and prints; what it does is elsewhere.
//
// Exit codes: 0 it worked, 1 the work failed or was interrupted, 2 wrong use, 3 the server refused, 4 something is out of reach.
// A command that has more to say, such as plan --detailed-exit-code, has codes from 10 on, which its help tells.
//
// Commands that speak to a server take its address and a token from flags, then from the environment, then from a profile
// that login wrote; see package profile. A token of a profile goes to the server of that profile and to no other. Passwords
// and tokens that a server is to keep are typed, piped in, or held by a variable of the environment; no argument has them.
package cli
