// Package network classifies addresses, for parts of the server that connect to addresses from users.
//
// ClassOf distinguishes public addresses, private addresses, and addresses that the server must never connect to. Guard
// checks the address of each connection after the name lookup. A name may resolve to another address the next time, so
// checking the name is not enough.
//
// ClientKey returns what limits count as one client.
//
// The package opens no connections. Its callers decide which classes are allowed.
package network
