//go:build !linux

package duckdbprocess

import "syscall"

// attributes put the child into its own process group, so that an interrupt in a terminal reaches only the server.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// memory returns false: the memory of a process can be read only on Linux, and DuckDB's own limit applies elsewhere.
func (p *process) memory() (int64, bool) { return 0, false }

// applyLimits limits nothing: only Linux has these limits.
func applyLimits(int64) error { return nil }

// machineMemory returns 0: it is unknown.
func machineMemory() int64 { return 0 }
