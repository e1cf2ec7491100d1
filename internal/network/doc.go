// Package network knows what kinds of addresses there are, for parts of the server that connect to where strangers say.
//
// ClassOf tells an address of the internet from one of a private network and from one that nobody should be sent to. Guard
// asks about the address that is about to be connected to, after every lookup of a name: a name may lead elsewhere the next
// time, so an address is never judged by its name.
//
// It connects to nothing, and what is allowed is for its users to say.
package network
