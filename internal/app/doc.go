// Package app wires the server: settings in, a running server out. It defines the order of starting (folder, key,
// database, first start, listener, ready) and of stopping (not ready, drain, write data in memory, close).
package app
