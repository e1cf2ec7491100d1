// Package collector sets how often the garbage collector runs in processes of the command line.
//
// Such a process lives for a second, and collects a small heap again and again by default: Go starts a collection when the
// heap has doubled. Tune lets the heap grow up to a budget first. A heap that needs more than the budget is collected as
// often as it must be, so that a process never needs more than a fixed multiple of its live heap.
//
// The package does not limit memory, and does nothing if the variables GOGC or GOMEMLIMIT are set. The server does not use
// it: it lives for months, and Go's defaults suit it.
package collector
