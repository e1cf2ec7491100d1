// Package collector sets how often the garbage collector runs in processes of the command line.
//
// By default Go starts a collection when the heap has doubled. Tune keeps that for small heaps, and lets a larger one grow up
// to a budget only. A heap that needs more than the budget is collected as often as it must be, so that a process never needs
// more than a fixed multiple of its live heap.
//
// The package does not limit memory, and does nothing if the variables GOGC or GOMEMLIMIT are set. The server does not use
// it: it lives for months, and Go's defaults suit it.
package collector
