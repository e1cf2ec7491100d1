// Package app is the one place that wires: settings in, a running platform out. It owns the order of starting (folder,
// key, database, first start, listener, ready) and of stopping (not ready, drain, write down what is in memory, close).
package app
