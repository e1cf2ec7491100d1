//go:build !linux && !darwin

package doctor

// freeBytes is not implemented on this system.
func freeBytes(string) (uint64, bool) { return 0, false }
