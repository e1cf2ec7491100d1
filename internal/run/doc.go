// Package run is what was executed and what came of it: runs with their type and status, and the answer to the
// question that clients ask most, how a run is going.
//
// Runs are numbered per organisation. A caller sees the runs of the environments that it can see.
package run
