//go:build !linux && !darwin

package diskspace

// Free is not implemented on this system.
func Free(string) (uint64, bool) { return 0, false }
