package diskspace

import (
	"errors"
	"syscall"
)

// errNoSpace is the operating system's error for a full disk.
const errNoSpace = syscall.ENOSPC

// IsFull reports whether an error of the operating system says that no space is left: the disk is full, the quota of the
// user is used up, or the file may not grow.
func IsFull(err error) bool {
	number, ok := errors.AsType[syscall.Errno](err)
	return ok && (number == errNoSpace || number == syscall.EDQUOT || number == syscall.EFBIG)
}
