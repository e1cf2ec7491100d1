// Package diagnostic defines the findings of the compiler: each has a stable code, a severity, a position in a file, a
// message and a hint for the next step.
//
// The loader, the renderer and the checks collect diagnostics instead of stopping at the first problem, so that one
// compilation reports everything that must be fixed. A diagnostic is a plain value: a terminal, JSON and the API use
// the same structure.
package diagnostic
