// Package cli is the command line. A command reads its flags, calls one function and prints; what it does is elsewhere.
//
// Exit codes: 0 it worked, 1 the work failed or was interrupted, 2 wrong use, 3 the server refused, 4 something is out of reach.
package cli
