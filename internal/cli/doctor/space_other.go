//go:build !linux && !darwin

package doctor

// freeBytes does not know how to ask this system.
func freeBytes(string) (uint64, bool) { return 0, false }
