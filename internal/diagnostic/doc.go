// Package diagnostic holds what the compiler has to say about a project: one finding each, with a code that does not
// change, a severity, a place in a file, a message and a hint for the next step.
//
// The loader, the renderer and the checks collect diagnostics instead of stopping at the first fault, so that one look
// shows everything that has to be mended. A diagnostic is a plain value: it goes to a terminal, into JSON and over the
// wire in the same shape.
package diagnostic
