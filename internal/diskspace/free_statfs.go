//go:build linux || darwin

package diskspace

import "syscall"

// Free returns the free space on the disk of a folder.
func Free(path string) (uint64, bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil || disk.Bsize < 0 {
		return 0, false
	}
	return disk.Bavail * uint64(disk.Bsize), true
}

// Total returns the size of the disk of a folder.
func Total(path string) (uint64, bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(path, &disk); err != nil || disk.Bsize < 0 {
		return 0, false
	}
	return disk.Blocks * uint64(disk.Bsize), true
}
