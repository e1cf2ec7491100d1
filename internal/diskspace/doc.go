// Package diskspace deals with full disks: it recognizes their errors, tells the free space of a disk, and keeps a reserve.
//
// The reserve is a file of a fixed size in the data folder. When a write fails because the disk is full, the server
// deletes the file and writes again, so that people can still sign in, cancel runs and delete what they no longer need.
// The server creates the file again when the disk has space for it. While it is missing, the server accepts no work that
// needs space.
//
// The package does not decide which work that is.
package diskspace
